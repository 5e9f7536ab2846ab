/** What every replica store promises, run on each implementation of the port. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Doc, encodeStateAsUpdate } from 'yjs';
import type { ReplicaStore } from '../../extension/app/replica-store';
import { openOwner, TestOwner } from '../support/replica-owner';
import { waitFor } from '../support/wait';

/** A place where replicas are kept, for one test. */
export interface ReplicaPlace {
  /** A new window's store on the place. */
  window(): ReplicaStore;
  /** Closes what is open and removes the place. */
  remove(): Promise<void>;
}

/**
 * Runs the suite.
 * @param name the implementation's name, for the titles
 * @param makePlace makes an empty place
 */
export function replicaStoreContract(name: string, makePlace: () => Promise<ReplicaPlace>): void {
  describe(`replica store: ${name}`, () => {
    let place: ReplicaPlace;
    beforeEach(async () => {
      place = await makePlace();
    });
    afterEach(() => place.remove());

    describe('keeping', () => {
      it('opens a space that it does not know as an empty replica', async () => {
        const owner = await openOwner(place.window());
        expect(owner.received).toEqual([]);
        expect(owner.replica.space).toBe('space');
        expect(owner.replica.unwritten).toBe(0);
        expect(owner.replica.problems).toEqual([]);
      });

      it('hands what was written to the next window, whether the first was closed or not', async () => {
        const first = place.window();
        const a = await openOwner(first);
        expect(await a.set('one', 1)).toEqual({ kind: 'written' });
        const b = await openOwner(place.window());
        expect(b.records).toEqual({ one: 1 });
        expect(b.received.map(({ source }) => source)).toEqual(['disk']);
        await first.close();
        expect((await openOwner(place.window())).records).toEqual({ one: 1 });
      });

      it('hands back the bytes that it was given, in their order', async () => {
        const given = [1, 2, 3, 4, 5].map((value) => updateOf('key', value));
        const owner = await openOwner(place.window());
        expect(await Promise.all(given.map((update) => owner.replica.append(update)))).toEqual(
          given.map(() => ({ kind: 'written' })),
        );
        const next = await openOwner(place.window());
        expect(next.received.flatMap(({ updates }) => updates)).toEqual(given);
      });

      it('says how many updates are on their way', async () => {
        const owner = await openOwner(place.window());
        const answers = [owner.replica.append(updateOf('a', 1)), owner.replica.append(updateOf('b', 2))];
        expect(owner.replica.unwritten).toBe(2);
        await Promise.all(answers);
        expect(owner.replica.unwritten).toBe(0);
      });

      it('keeps an update of 25 MB', async () => {
        const owner = await openOwner(place.window());
        const large = 'x'.repeat(25 * 2 ** 20);
        expect(await owner.set('large', large)).toEqual({ kind: 'written' });
        await owner.set('small', 1);
        const next = await openOwner(place.window());
        expect(next.records.large === large).toBe(true);
        expect(next.records.small).toBe(1);
      });

      it('keeps 10,000 updates given at once', async () => {
        const owner = await openOwner(place.window());
        for (let count = 0; count < 10_000; count++) owner.document.getMap('records').set(String(count % 100), count);
        expect((await owner.answers()).every(({ kind }) => kind === 'written')).toBe(true);
        expect((await openOwner(place.window())).records).toEqual(owner.records);
      });
    });

    describe('windows', () => {
      it('shows within a second what another window writes, both ways', async () => {
        const [a, b] = [await openOwner(place.window()), await openOwner(place.window())];
        await a.set('from a', 1);
        await b.set('from b', 2);
        await waitFor('both have both', () => 'from b' in a.records && 'from a' in b.records, {
          timeout: 1000,
          every: 10,
        });
        expect(a.received.map(({ source }) => source)).toEqual(['window']);
      });

      it('hands nobody its own updates, and nothing twice', async () => {
        const [a, b] = [await openOwner(place.window()), await openOwner(place.window())];
        await a.set('1', 1);
        await waitFor('b has 1', () => '1' in b.records);
        await a.set('2', 2);
        await b.set('3', 3);
        await waitFor('all have all', () => '2' in b.records && '3' in a.records);
        expect([a.count, b.count]).toEqual([1, 2]);
      });

      it('loses nothing when ten windows start and write at once', async () => {
        const owners = await Promise.all(
          Array.from({ length: 10 }, async (_, number) => {
            const owner = await openOwner(place.window());
            await owner.set(`window ${number}`, number);
            return owner;
          }),
        );
        await waitFor('all see all', () => owners.every(({ records }) => Object.keys(records).length === 10));
        const next = await openOwner(place.window());
        expect(Object.keys(next.records)).toHaveLength(10);
      });

      it('hands on nothing after a replica was closed', async () => {
        const [a, b, c] = [
          await openOwner(place.window()),
          await openOwner(place.window()),
          await openOwner(place.window()),
        ];
        await b.replica.close();
        await a.set('late', 1);
        await waitFor('the other window has it', () => 'late' in c.records);
        expect(b.received).toEqual([]);
      });

      it('opens one space twice in one window, as if in two', async () => {
        const window = place.window();
        const [a, b] = [await openOwner(window), await openOwner(window)];
        await a.set('one', 1);
        await waitFor('b has it', () => b.records.one === 1);
      });
    });

    describe('spaces', () => {
      it('lists the spaces that have something kept, and no others', async () => {
        const window = place.window();
        await openOwner(window, 'only opened');
        for (const space of STRANGE_IDS) await (await openOwner(window, space)).set('one', 1);
        const answer = await place.window().spaces();
        expect(answer.kind === 'spaces' && [...answer.ids].sort()).toEqual([...STRANGE_IDS].sort());
      });

      it('never mixes spaces, however alike or strange their ids are', async () => {
        const window = place.window();
        for (const [number, space] of STRANGE_IDS.entries())
          await (await openOwner(window, space)).set('number', number);
        const next = place.window();
        for (const [number, space] of STRANGE_IDS.entries())
          expect((await openOwner(next, space)).records).toEqual({ number });
      });
    });

    describe('compacting', () => {
      it('keeps all there is', async () => {
        for (let round = 0; round < 4; round++) {
          const window = place.window();
          const owner = await openOwner(window);
          for (let count = 0; count < 50; count++) await owner.set(`${round} ${count}`, count);
          await window.close();
        }
        const owner = await openOwner(place.window());
        expect((await owner.replica.compact()).kind).toBe('compacted');
        const next = await openOwner(place.window());
        expect(next.records).toEqual(owner.records);
        expect(Object.keys(next.records)).toHaveLength(200);
        expect(next.count).toBeLessThan(20);
      });

      it('has nothing to do in an empty replica', async () => {
        const owner = await openOwner(place.window());
        expect(await owner.replica.compact()).toEqual({ kind: 'nothing-to-do' });
      });

      it('keeps updates that wait for others which are not there yet', async () => {
        const source = new Doc();
        const updates: Uint8Array[] = [];
        source.on('update', (update: Uint8Array) => updates.push(update));
        for (const value of [1, 2, 3]) source.getMap('records').set('key', value);
        const [first, second, third] = updates;
        if (first === undefined || second === undefined || third === undefined) throw new Error('no updates');

        const window = place.window();
        const owner = await openOwner(window);
        await owner.replica.append(third);
        await owner.replica.append(first);
        await window.close();
        const later = await openOwner(place.window());
        await later.replica.compact();
        expect(later.records).toEqual({ key: 1 });
        await later.replica.append(second);
        expect((await openOwner(place.window())).records).toEqual({ key: 3 });
      });

      it('keeps everything while windows write and several compact at once', async () => {
        const owners = await Promise.all([1, 2, 3].map(() => openOwner(place.window())));
        for (let round = 0; round < 5; round++) {
          await Promise.all(
            owners.map(async (owner, number) => {
              for (let count = 0; count < 20; count++) await owner.set(`${number} ${round} ${count}`, round);
            }),
          );
          const extra = place.window();
          await (await openOwner(extra)).set(`extra ${round}`, round);
          await extra.close();
          await Promise.all(owners.map((owner) => owner.replica.compact()));
        }
        await waitFor('all see all', () => owners.every(({ records }) => Object.keys(records).length === 305));
        expect(Object.keys((await openOwner(place.window())).records)).toHaveLength(305);
      });
    });

    describe('closing', () => {
      it('writes what waits, and may be closed twice', async () => {
        const window = place.window();
        const owner = await openOwner(window);
        const answer = owner.set('last', 1);
        await Promise.all([owner.replica.close(), owner.replica.close()]);
        await owner.replica.close();
        await window.close();
        await window.close();
        expect(await answer).toEqual({ kind: 'written' });
        expect((await openOwner(place.window())).records).toEqual({ last: 1 });
      });

      it('says that it is closed afterwards', async () => {
        const window = place.window();
        const owner = await openOwner(window);
        await owner.replica.close();
        expect((await owner.replica.append(updateOf('late', 1))).kind).toBe('closed');
        expect((await owner.replica.compact()).kind).toBe('closed');
        await window.close();
        expect((await window.open('space', new TestOwner())).kind).toBe('closed');
        expect((await window.spaces()).kind).toBe('closed');
        expect((await openOwner(place.window())).records).toEqual({});
      });
    });
  });
}

/** An update that says one thing and depends on nothing. */
function updateOf(key: string, value: unknown): Uint8Array {
  const document = new Doc();
  document.getMap('records').set(key, value);
  return encodeStateAsUpdate(document);
}

const STRANGE_IDS = [
  '7d9f2f0e-6c1f-4f5e-9d0a-3a8f1f0f2b11',
  '7D9F2F0E-6C1F-4F5E-9D0A-3A8F1F0F2B11',
  'a',
  'A',
  '.',
  '..',
  '../../escape',
  '/absolute',
  'C:\\windows',
  'con',
  'NUL',
  'com1.txt',
  'trailing.',
  'trailing ',
  '-',
  'new\nline',
  'null\0byte',
  '__proto__',
  'é',
  'e\u0301',
  '\ud800 alone',
  '\ud801 alone',
  '\ufffd alone',
  'x'.repeat(200),
  '🗂'.repeat(200),
  '%2e%2e',
  'id-a',
  'format-2',
];
