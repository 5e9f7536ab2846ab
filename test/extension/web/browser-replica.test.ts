/** What the browser's store keeps in its databases, beyond what every store promises. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { type BrowserPlace, browserPlace } from '../../support/browser-place';
import { openOwner, TestOwner } from '../../support/replica-owner';
import { waitFor } from '../../support/wait';

let place: BrowserPlace;
beforeEach(() => {
  place = browserPlace();
});
afterEach(() => place.remove());

describe('a database of updates', () => {
  it('holds once what one tab writes and the others relay', async () => {
    const owners = [await openOwner(place.window()), await openOwner(place.window()), await openOwner(place.window())];
    for (const [number, owner] of owners.entries()) await owner.set(`from ${number}`, number);
    await waitFor('all have all', () => owners.every(({ records }) => Object.keys(records).length === 3));
    for (const owner of owners) await owner.replica.close();
    expect(await place.values('updates')).toHaveLength(3);
  });

  it('is one that y-indexeddb reads and writes too', async () => {
    const owner = await openOwner(place.window());
    await owner.set('ours', 1);
    const document = new Y.Doc();
    const persistence = new IndexeddbPersistence(place.database(), document);
    await persistence.whenSynced;
    document.getMap('records').set('theirs', 2);
    await persistence.destroy();
    expect(document.getMap('records').toJSON()).toEqual({ ours: 1, theirs: 2 });
    expect((await openOwner(place.window())).records).toEqual({ ours: 1, theirs: 2 });
  });

  it('that the browser has removed is written anew with the next edit', async () => {
    const owner = await openOwner(place.window());
    await owner.set('one', 1);
    const removed = indexedDB.deleteDatabase(place.database());
    await new Promise((done) => {
      removed.onsuccess = done;
    });
    expect(await owner.set('two', 2)).toEqual({ kind: 'written' });
    expect((await openOwner(place.window())).records).toEqual({ one: 1, two: 2 });
  });

  it('becomes one entry at a quiet time when there are many', async () => {
    const timers: (() => void)[] = [];
    const after = (_ms: number, run: () => void) => {
      timers.push(run);
      return () => {};
    };
    const time = { random: () => 0, after };
    const owner = await openOwner(place.window(time));
    for (let count = 0; count < 499; count++) owner.document.getMap('records').set('count', count);
    await owner.answers();
    expect(timers).toHaveLength(0);
    await owner.set('count', 500);
    expect(timers).toHaveLength(1);
    timers[0]?.();
    await waitFor('one entry', async () => (await place.values('updates')).length === 1);
    expect((await openOwner(place.window())).records).toEqual({ count: 500 });
  });

  it('is left alone where a newer version has made it', async () => {
    const newer = `tackboard-2/${place.account}/space`;
    await new Promise((done) => {
      indexedDB.open(newer).onsuccess = ({ target }) => {
        (target as IDBOpenDBRequest).result.close();
        done(undefined);
      };
    });
    expect(await place.window().open('space', new TestOwner())).toMatchObject({ kind: 'newer-format' });
    expect(await place.window().spaces()).toMatchObject({ kind: 'newer-format' });
  });
});
