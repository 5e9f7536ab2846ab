/** The bound on what waits for updates that are not there: its bytes, and the work that it makes for every document. */
import { expect, test } from 'vitest';
import type { Followed } from '../../../sync-server/rooms/joined';
import { LooseUpdates } from '../../../sync-server/rooms/loose-updates';

const MEGABYTE = 1024 * 1024;
const NOT_THERE: Omit<Followed, 'clocks'> = { lanes: [], deletes: [{ client: 1, clock: 5, length: 1 }] };

/** Adds updates of one size until there is no room. @returns how many there was room for */
function fill(loose: LooseUpdates, bytes: number): number {
  let count = 0;
  for (; count < 10_000 && loose.hasRoomFor(NOT_THERE, bytes); count++) loose.add(NOT_THERE, bytes);
  return count;
}

test('[W5] a first update may wait whatever its size, and past 4 MiB no other', () => {
  const loose = new LooseUpdates();
  expect(loose.hasRoomFor(NOT_THERE, 60 * MEGABYTE)).toBe(true);
  loose.add(NOT_THERE, 60 * MEGABYTE);
  expect(loose.hasRoomFor(NOT_THERE, 1)).toBe(false);
});

test('[W5] what goes through all that waits, again and again, is bounded: many small ones, and small ones behind a large one', () => {
  const small = fill(new LooseUpdates(), 20);
  // Someone who types while the answer to the server's question is on its way.
  expect(small).toBeGreaterThan(100);
  expect(small).toBeLessThan(250);
  const loose = new LooseUpdates();
  loose.add(NOT_THERE, 3.9 * MEGABYTE);
  expect(fill(loose, 20)).toBeLessThan(5);
});
