/** The bound on what waits for updates that are not there: its bytes, and the work that it makes for every document. */
import { expect, test } from 'vitest';
import { Coverage } from '../../../sync-server/rooms/coverage';
import { LooseUpdates } from '../../../sync-server/rooms/loose-updates';
import type { UpdateContent } from '../../../sync-server/rooms/update-content';

const MEGABYTE = 1024 * 1024;

/** What some client wrote after something that is not there. */
function content(client: number, clock = 5): UpdateContent {
  return { structs: [{ client, clock, length: 1 }], deletes: [], needs: new Map(), deep: [] };
}

/** Adds updates of one size until there is no room. @returns how many there was room for */
function fill(loose: LooseUpdates, bytes: number): number {
  let count = 0;
  while (count < 10_000 && loose.hasRoomFor(bytes)) loose.add(content(count++), bytes);
  return count;
}

test('[W5] a first update may wait whatever its size, and past 4 MiB no other', () => {
  const loose = new LooseUpdates();
  expect(loose.hasRoomFor(60 * MEGABYTE)).toBe(true);
  loose.add(content(1), 60 * MEGABYTE);
  expect(loose.hasRoomFor(1)).toBe(false);
});

test('[W5] what goes through all that waits, again and again, is bounded: many small ones, and small ones behind a large one', () => {
  const small = fill(new LooseUpdates(), 20);
  // Someone who types while the answer to the server's question is on its way.
  expect(small).toBeGreaterThan(100);
  expect(small).toBeLessThan(250);
  const loose = new LooseUpdates();
  loose.add(content(1), 3.9 * MEGABYTE);
  expect(fill(loose, 20)).toBeLessThan(5);
});

test('[W5] where what they waited for has come, there is room again', () => {
  const loose = new LooseUpdates();
  const coverage = new Coverage();
  const count = fill(loose, 20);
  for (let client = 0; client < count; client++) {
    coverage.add(content(client));
    coverage.add({ ...content(client), structs: [{ client, clock: 0, length: 5 }] });
  }
  loose.settle(coverage);
  expect(fill(loose, 20)).toBe(count);
});
