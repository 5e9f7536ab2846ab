/** Damage in the browser's database costs nothing but what is damaged, and keeps nobody waiting. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { type BrowserPlace, browserPlace } from '../../support/browser-place';
import { openOwner } from '../../support/replica-owner';

let place: BrowserPlace;
beforeEach(() => {
  place = browserPlace();
});
afterEach(() => place.remove());

const whole = (key: string): Uint8Array => {
  const document = new Y.Doc();
  document.getMap('records').set(key, 1);
  return Y.encodeStateAsUpdate(document);
};

const DAMAGED: readonly (readonly [string, unknown])[] = [
  ['random bytes', Uint8Array.of(255, 255, 255, 1, 2, 3)],
  ['half an update', whole('half').slice(0, 12)],
  ['an update with its middle filled with zeros', whole('a longer key than most').fill(0, 4, 20)],
  ['no bytes', new Uint8Array()],
  ['a text', 'no update at all'],
  ['nothing', null],
];

describe('a database with damaged entries', () => {
  for (const [what, value] of DAMAGED)
    it(`opens with ${what} in it, says so, and has all the rest`, async () => {
      const before = await openOwner(place.window());
      await before.set('one', 1);
      await place.put(value);
      await before.set('two', 2);

      const owner = await openOwner(place.window());
      expect(owner.records).toMatchObject({ one: 1, two: 2 });
      expect(owner.problems).toEqual(owner.replica.problems);
      expect(owner.problems).toMatchObject([{ kind: 'damaged', file: 'entry 2', offset: 0 }]);
      expect(await owner.set('three', 3)).toEqual({ kind: 'written' });
      expect((await openOwner(place.window())).records).toMatchObject({ one: 1, two: 2, three: 3 });
    });

  it('is told of what another tab finds too', async () => {
    const owner = await openOwner(place.window());
    await place.put('no update');
    const other = await openOwner(place.window());
    expect(other.problems).toHaveLength(1);
    await other.set('one', 1);
    await expect.poll(() => owner.problems).toHaveLength(1);
    expect(owner.records).toEqual({ one: 1 });
  });

  it('is whole for y-indexeddb once it was compacted, with what was damaged set aside', async () => {
    const owner = await openOwner(place.window());
    await owner.set('one', 1);
    for (const [, value] of DAMAGED) await place.put(value);
    await owner.set('two', 2);
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 2 });
    expect(owner.problems).toHaveLength(DAMAGED.length);
    expect(await place.values('updates')).toHaveLength(1);
    expect(await place.values('custom')).toEqual(DAMAGED.map(([, value]) => value));

    const document = new Y.Doc();
    const persistence = new IndexeddbPersistence(place.database(), document);
    await persistence.whenSynced;
    expect(document.getMap('records').toJSON()).toEqual({ one: 1, two: 2 });
    await persistence.destroy();
    const next = await openOwner(place.window());
    expect(next.problems).toEqual([]);
    expect(next.records).toEqual({ one: 1, two: 2 });
  });
});
