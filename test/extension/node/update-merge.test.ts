/** A merge says all that the merged updates said, also those that nobody can apply. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { mergeAll } from '../../../extension/node/update-merge';

/** The updates of some edits in one document, each on its own. */
function updatesOf(edits: readonly (readonly [string, number])[]): Uint8Array[] {
  const document = new Doc();
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => updates.push(update));
  for (const [key, value] of edits) document.getMap('records').set(key, value);
  return updates;
}

function recordsOf(updates: readonly Uint8Array[]): unknown {
  const document = new Doc();
  for (const update of updates) applyUpdate(document, update);
  return document.getMap('records').toJSON();
}

// One item of client 1, said to stand after a later item of itself: it can be read, and throws in every document.
const POISON = new Uint8Array([1, 1, 1, 0, 0x84, 1, 5, 1, 97, 0]);

describe('merging updates', () => {
  it('gives one update that says the same, in whatever order and number they come', async () => {
    const edits = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(9)), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(edits, fc.infiniteStream(fc.nat()), fc.nat(), async (edits, order, missing) => {
        const all = updatesOf(edits);
        const kept = all.filter((_, at) => at !== missing % all.length);
        const shuffled = kept
          .map((update) => ({ update, at: order.next().value as number }))
          .sort((one, other) => one.at - other.at)
          .map(({ update }) => update);
        const merged = await mergeAll([...shuffled, ...shuffled.slice(0, 2)]);
        expect(merged).toHaveLength(1);
        expect(recordsOf(merged)).toEqual(recordsOf(kept));
        // What waited for the missing one is in it.
        expect(recordsOf([...merged, ...all])).toEqual(recordsOf(all));
      }),
    );
  });

  it('keeps apart what cannot be read or applied, so that it spoils nothing else', async () => {
    const good = updatesOf([
      ['a', 1],
      ['b', 2],
    ]);
    expect(() => applyUpdate(new Doc(), POISON)).toThrow();
    const unreadable = new Uint8Array([255, 255, 255, 1, 2, 3]);
    const [merged, ...apart] = await mergeAll([POISON, ...good, unreadable]);
    expect(apart).toEqual([POISON, unreadable]);
    expect(recordsOf(merged === undefined ? [] : [merged])).toEqual({ a: 1, b: 2 });
  });

  it('leaves all as it is when too much cannot be applied', async () => {
    const updates = [...updatesOf([['a', 1]]), ...Array.from({ length: 20 }, () => Uint8Array.from(POISON))];
    expect(await mergeAll(updates)).toEqual(updates);
  });

  it('gives an update of nothing for nothing', async () => {
    expect(await mergeAll([])).toEqual([encodeStateAsUpdate(new Doc())]);
  });
});
