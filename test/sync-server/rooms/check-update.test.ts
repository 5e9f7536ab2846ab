/** Updates that decode and yet would break every document that takes them. */
import fc from 'fast-check';
import * as encoding from 'lib0/encoding';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId } from '../../../shared/ids';
import { moveToSpace } from '../../../shared/operations/move-space';
import { createTask, updateTask } from '../../../shared/operations/tasks';
import { checkUpdate } from '../../../sync-server/rooms/check-update';
import { UpdateScanner } from '../../../sync-server/rooms/update-scanner';
import { firstSection, got, type Replica, replica, surroundings } from '../../shared/replica';

const ITEM_STRING = 4;
const ORIGIN = 0x80;

/** Writes an update by hand: one client's structs from a clock on, no deletions. */
function byHand(client: number, clock: number, structs: ((encoder: encoding.Encoder) => void)[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarUint(encoder, structs.length);
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
  for (const write of structs) write(encoder);
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
}

/** A text item beside another. */
const beside =
  (client: number, clock: number, text = 'x') =>
  (encoder: encoding.Encoder) => {
    encoding.writeUint8(encoder, ITEM_STRING | ORIGIN);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, text);
  };
/** An item beside another that holds something, byte by byte. */
const holding =
  (kind: number, ...content: number[]) =>
  (encoder: encoding.Encoder) => {
    for (const byte of [kind | ORIGIN, 1, 4, ...content]) encoding.writeUint8(encoder, byte);
  };
const [EMBED, TYPE, VALUES, DOCUMENT] = [5, 7, 8, 9];
/** The same of so many bytes that they are written at once. */
const holdingBytes = (kind: number, begin: readonly number[], bytes: Uint8Array) => (encoder: encoding.Encoder) => {
  holding(kind, ...begin)(encoder);
  encoding.writeUint8Array(encoder, bytes);
};
const varUint = (value: number) => [...encoding.encode((encoder) => encoding.writeVarUint(encoder, value))];
/** A value in so many objects, each under the name `__proto__`, which reading them does not show. */
const inObjects = (depth: number): number[] => [
  ...Array.from({ length: depth }, () => [118, 1, 9, ...Buffer.from('__proto__')]).flat(),
  120,
];
const gc = (length: number) => (encoder: encoding.Encoder) => {
  encoding.writeUint8(encoder, 0);
  encoding.writeVarUint(encoder, length);
};

describe('[W4] refuses', () => {
  test.each([
    ['a struct beside itself', byHand(1, 5, [beside(1, 5)])],
    ['a struct beside a later one of its client', byHand(1, 5, [beside(1, 9)])],
    ['a struct of no length', byHand(1, 0, [gc(0)])],
    ['a text of no length', byHand(1, 5, [beside(1, 4, '')])],
    ['a type that there is not', byHand(1, 5, [holding(TYPE, 7)])],
    ['a document without options', byHand(1, 5, [holding(DOCUMENT, 1, 97, 127)])],
    ['a value in 65 others', byHand(1, 5, [holding(VALUES, 1, ...inObjects(65))])],
    ['a deletion of no length', Uint8Array.of(0, 1, 1, 1, 0, 0)],
    ['bytes after the end', Uint8Array.from([...byHand(1, 5, [beside(1, 4)]), 0])],
    ['an empty frame', new Uint8Array()],
    ['a cut update', byHand(1, 5, [beside(1, 4)]).subarray(0, 6)],
    ['an update that promises more', Uint8Array.of(255, 255, 255, 255, 15, 1, 1, 0)],
  ])('%s', (_, update) => {
    expect(checkUpdate(update).kind).toBe('damaged');
  });

  test('types nested a thousand deep', () => {
    const doc = new Y.Doc();
    let map = doc.getMap<unknown>('tasks');
    doc.transact(() => {
      for (let depth = 0; depth < 1_000; depth++) {
        const inner = new Y.Map<unknown>();
        map.set('deeper', inner);
        map = inner;
      }
    });
    expect(checkUpdate(Y.encodeStateAsUpdate(doc))).toEqual({ kind: 'damaged', reason: 'types are nested too deep' });
  });

  test.each([
    // An array of so many empty objects, of two bytes each, is one value; and one of JSON is an embedded one.
    ['an array', holdingBytes(VALUES, [1, 117, ...varUint(4_000_000)], Buffer.alloc(8_000_000, Uint8Array.of(118, 0)))],
    ['JSON', holdingBytes(EMBED, varUint(8_000_001), Buffer.from(`[${'0,'.repeat(3_999_999)}0]`))],
  ])('four million values in %s: of two bytes each, they take dozens in memory', (_, item) => {
    expect(checkUpdate(byHand(1, 5, [item])).kind).toBe('damaged');
  });

  test.each([
    [[1, 1], 7],
    [[1, 2, 1], 7],
    // The second goes on where the first ends.
    [[1, 1], 1],
  ])('a client that comes twice: %j, %i clocks on', (clients, apart) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, clients.length);
    clients.forEach((client, at) => {
      for (const number of [1, client, at * apart]) encoding.writeVarUint(encoder, number);
      gc(1)(encoder);
    });
    encoding.writeVarUint(encoder, 0);
    expect(checkUpdate(encoding.toUint8Array(encoder)).kind).toBe('damaged');
  });
});

test('[W4] lets through what Yjs makes: texts typed into for long, values set again and again, deletions, gaps', () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const [text, map] = [doc.getText('text'), doc.getMap<unknown>('map')];
  for (let n = 0; n < 300; n++) {
    text.insert(n, 'x');
    map.set('again', n);
    if (n % 7 === 0) {
      text.delete(0, 1);
      text.insert(0, 'yz');
    }
    if (n % 11 === 0) map.set(`record ${n}`, new Y.Map([['description', new Y.Text('words')]]));
  }
  for (const update of updates) expect(checkUpdate(update).kind).toBe('done');
  expect(checkUpdate(Y.encodeStateAsUpdate(doc)).kind).toBe('done');
  expect(checkUpdate(Y.mergeUpdates(updates.filter((_, n) => n % 3 > 0))).kind).toBe('done');
});

test('[W4] an update that names its clients in any order reads the same, applied or merged, once it is in order; one in order stays as it is', () => {
  const write = fc.record({ client: fc.integer({ min: 1, max: 5 }), key: fc.constantFrom('a', 'b'), value: fc.nat(9) });
  const property = fc.property(
    fc.array(write, { minLength: 1, maxLength: 20 }),
    fc.infiniteStream(fc.nat()),
    (writes, order) => {
      const doc = new Y.Doc();
      for (const { client, key, value } of writes) {
        doc.clientID = client * 1_000;
        if (value === 0) doc.getMap('map').delete(key);
        else doc.getMap('map').set(key, value);
        doc.getText('text').insert(value % (doc.getText('text').length + 1), key);
      }
      const update = Y.encodeStateAsUpdate(doc);
      expect(kept(update)).toBe(update);
      const ordered = kept(shuffled(update, order));
      expect(ordered).toEqual(update);
      const other = new Y.Doc();
      other.getMap('other').set('x', 1);
      const [applied, merged] = [new Y.Doc(), new Y.Doc()];
      Y.applyUpdate(applied, shuffled(update, order));
      Y.applyUpdate(merged, Y.mergeUpdates([Y.encodeStateAsUpdate(other), ordered]));
      for (const read of [applied, merged]) {
        expect([read.getMap('map').toJSON(), read.getText('text').toString()]).toEqual([
          doc.getMap('map').toJSON(),
          doc.getText('text').toString(),
        ]);
      }
    },
  );
  fc.assert(property, { numRuns: 200 });
});

/** What the server keeps of an update. */
function kept(update: Uint8Array): Uint8Array {
  const checked = checkUpdate(update);
  if (checked.kind !== 'done') throw new Error(checked.reason);
  return checked.update;
}

/** The same update with its clients in another order. */
function shuffled(update: Uint8Array, order: Iterable<number>): Uint8Array {
  const scanner = new UpdateScanner(update, 1_000);
  const nothing = () => undefined;
  scanner.scan({ skip: nothing, collected: nothing, item: nothing, deletion: nothing });
  const { blocks, structsEnd } = scanner;
  const places = order[Symbol.iterator]();
  const placed = blocks
    .map(({ start }, at) => ({ start, end: blocks[at + 1]?.start ?? structsEnd, place: Number(places.next().value) }))
    .sort((a, b) => a.place - b.place);
  const parts = placed.map(({ start, end }) => update.subarray(start, end));
  return Uint8Array.from(Buffer.concat([update.subarray(0, 1), ...parts, update.subarray(structsEnd)]));
}

test('[W4] lets through by hand what it refuses beside it', () => {
  for (const item of [holding(TYPE, 6), holding(DOCUMENT, 1, 97, 118, 0), holding(VALUES, 1, ...inObjects(64))])
    expect(checkUpdate(byHand(1, 5, [item])).kind).toBe('done');
});

test('[W4] lets through what moves to and fro between spaces write under client ids that are no session’s', () => {
  const [mine, team] = [replica(), replica('project', asId('6ba7b810-9dad-11d1-80b4-00c04fd430c8'))];
  const updates: Uint8Array[] = [];
  for (const { doc } of [mine, team]) doc.on('update', (update: Uint8Array) => updates.push(update));
  const by = surroundings('move');
  const task = got(createTask(mine, firstOf(mine), { name: 'n', description: 'one', dueDate: by.now() }, by));
  for (let round = 0; round < 3; round++) {
    for (const [from, to] of [
      [mine, team],
      [team, mine],
    ] as const) {
      got(updateTask(from, task, { name: `${round} ${from.id}`, dueDate: null, description: `one ${round}` }, by));
      got(moveToSpace(from, { kind: 'task', id: task }, to, firstOf(to), by));
    }
  }
  expect(updates.length).toBeGreaterThan(12);
  for (const update of updates) expect(checkUpdate(update).kind).toBe('done');
  for (const { doc } of [mine, team]) expect(checkUpdate(Y.encodeStateAsUpdate(doc)).kind).toBe('done');
});

function firstOf({ id }: Replica) {
  return { kind: 'section', id: firstSection('task', id) } as const;
}
