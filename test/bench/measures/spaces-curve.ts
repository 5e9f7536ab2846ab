/** A server of ever more spaces: its start, its memory, a read in a space that nobody has open, and an edit in one while the others rest. */
import { cpSync } from 'node:fs';
import type { Contender } from '../contenders/contender';
import type { RunningTackboard } from '../contenders/tackboard';
import { memory, settled } from '../load/accounts';
import { Flight } from '../load/flight';
import { paced, within } from '../load/pace';
import { authorOf, type BenchSpace, benchSpace } from '../load/space';
import { curveMeasure, stepFolders } from './curve-steps';
import { fillFolder } from './filled-folder';
import type { Figure, Measure, Round } from './measure';
import { quantile } from './quantile';
import { type Running, run } from './running';
import type { Scale } from './scale';

/** The names of its figures. */
export const SPACES_CURVE = {
  start: 'start of the server',
  read: 'REST read of a task in a space that nobody has open, p50',
  latency: 'an edit in one, the others at rest, p50',
  late: 'an edit in one, the others at rest, p99',
  memory: 'memory of the server',
} as const;

const TASKS = 5;
const EDITS_A_SECOND = 50;
const WARM_UP = 100;
/** Reads in one space before anything is measured, and reads that are, each in another space. */
const READS = { before: 20, measured: 9 };

/** Every space has five tasks; every ten are of another user. */
export function spacesCurve(tackboard: Contender<RunningTackboard>, { curves, rounds, fanOut }: Scale): Measure {
  const folders = stepFolders('spaces', (folder, count) => fillFolder(folder, spaces(count)));
  return curveMeasure('spaces', curves.spaces, rounds.few, async (round, count) =>
    runStep(tackboard, round, await folders(round, count), fanOut.gentleMs),
  );
}

function spaceAt(at: number): BenchSpace {
  return benchSpace(`spaces curve ${at}`, TASKS);
}

function* spaces(count: number): Iterable<BenchSpace> {
  for (let at = 0; at < count; at++) yield spaceAt(at);
}

async function runStep(
  tackboard: Contender<RunningTackboard>,
  round: Round,
  filled: string,
  ms: number,
): Promise<Figure[]> {
  const folder = round.folder('copy');
  cpSync(filled, folder, { recursive: true });
  await using running = await run(tackboard, folder);
  const start = performance.now() - running.startedAt;
  await settled(running.pid);
  const resident = memory(running.pid, 'now');
  for (let at = 0; at < READS.before; at++) await readTask(running, spaceAt(0));
  const reads: number[] = [];
  for (let at = 1; at <= READS.measured; at++) reads.push(await readTask(running, spaceAt(at)));
  const latencies = await editTimes(running, spaceAt(0), ms);
  return [
    { name: SPACES_CURVE.start, unit: 'ms', value: start },
    { name: SPACES_CURVE.read, unit: 'ms', value: quantile(reads, 0.5) },
    { name: SPACES_CURVE.latency, unit: 'ms', value: quantile(latencies, 0.5) },
    { name: SPACES_CURVE.late, unit: 'ms', value: quantile(latencies, 0.99) },
    { name: SPACES_CURVE.memory, unit: 'MiB', value: resident },
  ];
}

/** @returns how long it took, in ms */
async function readTask({ server }: Running<RunningTackboard>, { tasks }: BenchSpace): Promise<number> {
  const start = performance.now();
  const { status, body } = await server.call('GET', `/v1/tasks/${tasks[0]}`);
  const time = performance.now() - start;
  if (status !== 200) throw new Error(`GET was answered with ${status}: ${JSON.stringify(body)}`);
  return time;
}

/** One replica writes at an even pace. @returns how long each edit took to the other one, in ms */
async function editTimes(running: Running<RunningTackboard>, space: BenchSpace, ms: number): Promise<number[]> {
  const author = authorOf(space, 81);
  const count = Math.round((ms / 1_000) * EDITS_A_SECOND);
  author.prepare(WARM_UP + count);
  const flight = new Flight(author);
  const writer = running.replica(space.id);
  const reader = running.replica(space.id, { onUpdate: flight.receiver() });
  await within('the first sync', 20_000, Promise.all([writer.synced, reader.synced]));
  await within('the edits before', 60_000, flight.keepFull(writer, 1, { ms: 60_000, edits: WARM_UP }));
  flight.latencies = [];
  await paced(count, EDITS_A_SECOND, () => flight.send(writer));
  await within('the edits', 20_000, flight.landed());
  return flight.latencies;
}
