// Updates of several windows, in whatever order their logs are read: applied as what they build on comes, with few tries.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyScattered } from '../../../extension/app/scattered-updates';

/** Windows on one document, which hear of each other at once. Each has a log of its own. */
function windows(count: number) {
  const docs = Array.from({ length: count }, (_, at) => {
    const doc = new Y.Doc();
    doc.clientID = at + 1;
    return doc;
  });
  const logs = docs.map((): Uint8Array[] => []);
  docs.forEach((doc, at) => {
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'window') return;
      logs[at]?.push(update);
      for (const other of docs) if (other !== doc) Y.applyUpdate(other, update, 'window');
    });
  });
  return { docs, logs };
}

/** Two windows that overwrite the same keys in turn, so that each edit builds on one of the other's. */
function turns(count: number) {
  const { docs, logs } = windows(2);
  for (let at = 0; at < count; at++) docs[at % 2]?.getMap('tasks').set(`task ${Math.floor(at / 2) % 10}`, at);
  const [a = [], b = []] = logs;
  return { whole: docs[0]?.getMap('tasks').toJSON(), a, b };
}

const read = (doc: Y.Doc) => doc.getMap('tasks').toJSON();
const isWaiting = ({ store }: Y.Doc) => store.pendingStructs !== null || store.pendingDs !== null;

describe('updates of several logs', () => {
  test.each([
    ['one log after the other', (a: Uint8Array[], b: Uint8Array[]) => [...a, ...b]],
    ['the other log first', (a: Uint8Array[], b: Uint8Array[]) => [...b, ...a]],
    ['backwards', (a: Uint8Array[], b: Uint8Array[]) => [...b.reverse(), ...a.reverse()]],
  ])('%s, are all applied, none tried more than a few times', (_name, inOrder) => {
    const { whole, a, b } = turns(600);
    const doc = new Y.Doc();
    const steps = [...applyScattered(doc, inOrder(a, b))];
    expect(read(doc)).toEqual(whole);
    expect(isWaiting(doc)).toBe(false);
    expect(steps.length).toBeLessThan(4 * 600);
  });

  test('in any order read the same', () => {
    const edit = fc.record({ window: fc.nat(2), key: fc.nat(4), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (edits, chance) => {
        const { docs, logs } = windows(3);
        edits.forEach(({ window, key, remove }, at) => {
          const map = docs[window]?.getMap('tasks');
          if (remove) map?.delete(`${key}`);
          else map?.set(`${key}`, at);
        });
        const order = new Map(logs.flat().map((update) => [update, chance.next().value]));
        const doc = new Y.Doc();
        const refused = [
          ...applyScattered(
            doc,
            [...order.keys()].sort((x, y) => (order.get(x) ?? 0) - (order.get(y) ?? 0)),
          ),
        ];
        expect(refused.filter((step) => step !== undefined)).toEqual([]);
        expect(read(doc)).toEqual(docs[0]?.getMap('tasks').toJSON());
        expect(isWaiting(doc)).toBe(false);
      }),
    );
  });

  test('that Yjs cannot read are given back with the reason, and keep no other from being applied', () => {
    const { whole, a, b } = turns(20);
    const doc = new Y.Doc();
    const bad = Uint8Array.of(1, 1, 1);
    const steps = [...applyScattered(doc, [...b, bad, ...a])];
    expect(steps.filter((step) => step !== undefined)).toEqual([{ update: bad, error: expect.any(Error) }]);
    expect(read(doc)).toEqual(whole);
  });
});

describe('what builds on what has not come', () => {
  test('waits in the document, however much it is, and is there when that comes', () => {
    const { whole, a, b } = turns(200);
    const [first, ...others] = a;
    const doc = new Y.Doc();
    for (const _ of applyScattered(doc, [...b, ...others])) {
    }
    expect(read(doc)).toEqual({});
    expect(isWaiting(doc)).toBe(true);
    for (const _ of applyScattered(doc, first ? [first] : [])) {
    }
    expect(read(doc)).toEqual(whole);
    expect(isWaiting(doc)).toBe(false);
  });

  test('is a deletion as well', () => {
    const { docs, logs } = windows(2);
    docs[0]?.getMap('tasks').set('task', 1);
    docs[1]?.getMap('tasks').delete('task');
    const [made = [], deleted = []] = logs;
    const doc = new Y.Doc();
    for (const _ of applyScattered(doc, deleted)) {
    }
    expect(isWaiting(doc)).toBe(true);
    for (const _ of applyScattered(doc, made)) {
    }
    expect(read(doc)).toEqual({});
    expect(isWaiting(doc)).toBe(false);
  });
});
