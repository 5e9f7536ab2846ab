/** What is known of a document without it, against documents of Yjs that are given the same; and the bound on what waits. */
import fc from 'fast-check';
import * as encoding from 'lib0/encoding';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../../shared/ids';
import { checkUpdate } from '../../../sync-server/rooms/check-update';
import { Known } from '../../../sync-server/rooms/known';
import type { UpdateContent } from '../../../sync-server/rooms/update-content';

const NOTHING = () => Known.read(undefined);

function contentOf(update: Uint8Array): UpdateContent {
  const checked = checkUpdate(update);
  if (checked.kind !== 'done') throw new Error(checked.reason);
  return checked.content;
}

/** Updates of three people who write into, beside and over each other's, each one an update. */
function someUpdates(edits: readonly { who: number; what: number }[]): Uint8Array[] {
  const docs = [1, 2, 3].map((clientID) => Object.assign(new Y.Doc(), { clientID }));
  const updates: Uint8Array[] = [];
  for (const doc of docs) doc.on('update', (update: Uint8Array, origin) => origin === 'mine' && updates.push(update));
  edits.forEach(({ who, what }, n) => {
    const doc = docs[who];
    if (!doc) return;
    const [text, map] = [doc.getText('text'), doc.getMap<unknown>('map')];
    doc.transact(() => {
      if (what === 0) text.insert(Math.floor(text.length / 2), 'words');
      else if (what === 1 && text.length > 2) text.delete(1, 2);
      else if (what === 2) map.set(`key ${n % 3}`, new Y.Map([['name', n]]));
      else for (const other of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
    }, 'mine');
  });
  return updates;
}

const edits = fc.array(fc.record({ who: fc.integer({ min: 0, max: 2 }), what: fc.integer({ min: 0, max: 3 }) }), {
  minLength: 1,
  maxLength: 40,
});

test('[W2][W5] whatever comes, in whatever order, and kept and read in between: it has taken in what a document has, and waits while one waits', () => {
  fc.assert(
    fc.property(edits, fc.array(fc.nat(), { maxLength: 40 }), (made, picks) => {
      const left = someUpdates(made);
      const doc = new Y.Doc();
      let known = NOTHING();
      for (const pick of picks) {
        const [update] = left.splice(pick % Math.max(left.length, 1), 1);
        if (!update) break;
        known.add(contentOf(update), update.length);
        Y.applyUpdate(doc, update);
        expect(Y.decodeStateVector(known.stateVector())).toEqual(Y.decodeStateVector(Y.encodeStateVector(doc)));
        known = Known.read(known.encode());
        expect(Y.decodeStateVector(known.stateVector())).toEqual(Y.decodeStateVector(Y.encodeStateVector(doc)));
        expect(known.lacks(contentOf(update))).toBe(false);
      }
      for (const update of left) {
        known.add(contentOf(update), update.length);
        Y.applyUpdate(doc, update);
      }
      expect(Y.decodeStateVector(known.stateVector())).toEqual(Y.decodeStateVector(Y.encodeStateVector(doc)));
      expect(doc.store.pendingStructs).toBe(null);
      // Nothing waits: the first one that does may be of any size.
      expect(known.isTooLoose(contentOf(loose(99)), 60 * 1024 * 1024)).toBe(false);
    }),
  );
});

test('[W2] who has all that was written is told what is deleted, and then has what the document has; who lacks something is not', () => {
  fc.assert(
    fc.property(edits, (made) => {
      const updates = someUpdates(made);
      const [known, doc, peer] = [NOTHING(), new Y.Doc(), new Y.Doc()];
      let lacking: Uint8Array | undefined;
      for (const update of updates) {
        const before = Y.encodeStateVector(doc);
        known.add(contentOf(update), update.length);
        Y.applyUpdate(doc, update);
        // Three people's edits come in an order in which some wait for others: while one does, a document is asked.
        if (doc.store.pendingStructs || doc.store.pendingDs) {
          expect(known.answerToAll(Y.encodeStateVector(doc))).toBeUndefined();
        } else if (Buffer.compare(before, Y.encodeStateVector(doc)) !== 0) lacking = before;
      }
      if (lacking) expect(known.answerToAll(lacking)).toBeUndefined();
      // All that was written, and nothing of what was deleted.
      Y.applyUpdate(peer, withoutDeletions(Y.encodeStateAsUpdate(doc)));
      const answer = known.answerToAll(Y.encodeStateVector(peer));
      if (!answer) throw new Error('nothing waits and nothing is lacking');
      Y.applyUpdate(peer, answer);
      expect(peer.toJSON()).toEqual(doc.toJSON());
      expect(Y.equalSnapshots(Y.snapshot(peer), Y.snapshot(doc))).toBe(true);
    }),
  );
});

/** The same structs, with nothing deleted. */
function withoutDeletions(update: Uint8Array): Uint8Array {
  const { ds } = Y.decodeUpdate(update);
  const bytes = encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, ds.clients.size);
    const sorted = [...ds.clients].sort(([a], [b]) => b - a);
    for (const [client, items] of sorted) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, items.length);
      for (const { clock, len } of items) for (const part of [clock, len]) encoding.writeVarUint(encoder, part);
    }
  });
  return Uint8Array.of(...update.subarray(0, update.length - bytes.length), 0);
}

/** An update of so many clients, each with one struct beside one of a client that is not there. */
function loose(client: number, count = 1, beside = 7): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, count);
    for (let n = 0; n < count; n++) {
      for (const number of [1, client + count - n, 0]) encoding.writeVarUint(encoder, number);
      encoding.writeUint8(encoder, 4 | 0x80);
      encoding.writeVarUint(encoder, beside);
      encoding.writeVarUint(encoder, n);
      encoding.writeVarString(encoder, 'x');
    }
    encoding.writeVarUint(encoder, 0);
  });
}

/** An update that deletes so many single structs that are not there. */
function deletions(count: number): Uint8Array {
  return encoding.encode((encoder) => {
    for (const number of [0, 1, 7, count]) encoding.writeVarUint(encoder, number);
    for (let n = 0; n < count; n++) for (const number of [n * 2, 1]) encoding.writeVarUint(encoder, number);
  });
}

test('[W5] of many clients, and many deletions of what is not there, none may wait: Yjs takes minutes for some ten thousand', () => {
  expect(NOTHING().isTooLoose(contentOf(loose(1_000, 250)), 1)).toBe(false);
  expect(NOTHING().isTooLoose(contentOf(loose(1_000, 251)), 1)).toBe(true);
  expect(NOTHING().isTooLoose(contentOf(deletions(1_000)), 1)).toBe(false);
  expect(NOTHING().isTooLoose(contentOf(deletions(1_001)), 1)).toBe(true);
  const known = NOTHING();
  for (const update of [loose(1_000, 200), deletions(900)]) known.add(contentOf(update), update.length);
  expect(known.isTooLoose(contentOf(loose(9_000, 51)), 1)).toBe(true);
  expect(known.isTooLoose(contentOf(deletions(901)), 1)).toBe(true);
});

test('[W5] two that wait for each other wait, whichever came first', () => {
  const known = NOTHING();
  const doc = new Y.Doc();
  for (const [own, other] of [
    [11, 22],
    [22, 11],
  ] as const) {
    const update = loose(own - 1, 1, other);
    expect(known.add(contentOf(update), update.length)).toBe(true);
    Y.applyUpdate(doc, update);
  }
  expect(doc.store.pendingStructs).not.toBe(null);
  expect(known.stateVector()).toEqual(Uint8Array.of(0));
});

test.each([
  ['a snapshot', (known: Known, _: Uint8Array[]) => Known.read(known.encode())],
  [
    'the log',
    (_: Known, updates: Uint8Array[]) =>
      Known.of(asId<SpaceId>('space'), {
        snapshot: undefined,
        log: updates.map((update, n) => ({ sequence: n + 1, merged: 0, update })),
      }),
  ],
])('[W5] the bound is the same when it is read again, from %s', (_, again) => {
  const known = NOTHING();
  const updates: Uint8Array[] = [];
  const isFull = (one: Known, client: number) => one.isTooLoose(contentOf(loose(client)), loose(client).length);
  while (!isFull(known, 1_000 + updates.length)) {
    const update = loose(1_000 + updates.length);
    updates.push(update);
    known.add(contentOf(update), update.length);
  }
  expect(updates.length).toBeGreaterThan(100);
  expect(updates.length).toBeLessThan(250);
  const copy = again(known, updates);
  expect(isFull(copy, 9_000)).toBe(true);
  // What they waited for comes, and there is room again.
  const doc = Object.assign(new Y.Doc(), { clientID: 7 });
  doc.getText('text').insert(0, 'words');
  copy.add(contentOf(Y.encodeStateAsUpdate(doc)), 1);
  expect(isFull(copy, 9_000)).toBe(false);
});
