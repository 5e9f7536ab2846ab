/** A room whose tasks are overwritten again and again: what an overwrite leaves on disk, and whether opening grows with more than that. */
import type { Contender } from '../contenders/contender';
import type { RunningTackboard } from '../contenders/tackboard';
import { settled } from '../load/accounts';
import { Coverage } from '../load/clocks';
import { Flight } from '../load/flight';
import { sizeOf } from '../load/folder-size';
import { within } from '../load/pace';
import { type Author, authorOf, type BenchSpace, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { run } from './running';
import type { Scale } from './scale';

/** The names of its figures. */
export const GROWTH = {
  bytes: 'growth: bytes on disk per overwrite',
  quarter: 'growth: opening after a quarter of the overwrites, per MiB on disk',
  whole: 'growth: opening after all overwrites, per MiB on disk',
  opening: 'growth: opening after all overwrites',
} as const;

const WINDOW = 1_000;

/** A million overwrites in a full run. */
export function growth(tackboard: Contender<RunningTackboard>, scale: Scale): Measure {
  const entrant = { name: tackboard.name, run: (round: Round) => runGrowth(tackboard, round, scale.growth) };
  return { name: 'growth', rounds: 1, entrants: [entrant] };
}

async function runGrowth(tackboard: Contender<RunningTackboard>, round: Round, overwrites: number): Promise<Figure[]> {
  const folder = round.folder('growth');
  const space = benchSpace('growth', 200);
  const author = authorOf(space, 80);
  const quarter = Math.floor(overwrites / 4);
  const empty = await overwrite(tackboard, folder, space, author, 0, 0);
  const some = await overwrite(tackboard, folder, space, author, 0, quarter);
  const first = await openingTime(tackboard, folder, space, author, quarter);
  const all = await overwrite(tackboard, folder, space, author, quarter, overwrites);
  const last = await openingTime(tackboard, folder, space, author, overwrites);
  return [
    { name: GROWTH.bytes, unit: 'bytes', value: (all - empty) / overwrites },
    { name: GROWTH.quarter, unit: 'ms', value: first / (some / 2 ** 20) },
    { name: GROWTH.whole, unit: 'ms', value: last / (all / 2 ** 20) },
    { name: GROWTH.opening, unit: 'ms', value: last },
  ];
}

/** Starts, sends the edits from one number to another, stops. @returns the bytes on disk after it */
async function overwrite(
  tackboard: Contender<RunningTackboard>,
  folder: string,
  space: BenchSpace,
  author: Author,
  from: number,
  to: number,
): Promise<number> {
  await using running = await run(tackboard, folder);
  await running.server.makeRoom(space.id);
  const flight = new Flight(author, from);
  const writer = running.replica(space.id);
  const reader = running.replica(space.id, { onUpdate: flight.receiver() });
  await within('the first sync', 60_000, Promise.all([writer.synced, reader.synced]));
  if (from === 0) writer.send(space.state);
  const edits = to - from;
  await within('the overwrites', 1_200_000, flight.keepFull(writer, WINDOW, { ms: 1_200_000, edits }));
  await settled(running.pid);
  const { data } = running.server;
  await running.stop();
  return sizeOf(data);
}

/** How long a new replica waits for the whole space after a restart, in ms. */
async function openingTime(
  tackboard: Contender<RunningTackboard>,
  folder: string,
  space: BenchSpace,
  author: Author,
  edits: number,
): Promise<number> {
  await using running = await run(tackboard, folder);
  const coverage = new Coverage(new Map([...space.clocks, [author.id, author.edit(edits - 1).end]]));
  const start = performance.now();
  running.replica(space.id, { onUpdate: (clocks, at) => coverage.add(clocks, at) });
  const end = await within('the whole space', 60_000, coverage.whole);
  await running.stop();
  return end - start;
}
