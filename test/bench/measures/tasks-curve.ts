/** One space of ever more tasks: opening it, the first list and a PATCH over REST, what it takes on disk and in memory; beside Yjs applying the same state. */
import { cpSync } from 'node:fs';
import type { Contender } from '../contenders/contender';
import type { RunningTackboard } from '../contenders/tackboard';
import { memory } from '../load/accounts';
import { Coverage } from '../load/clocks';
import { sizeOf } from '../load/folder-size';
import { within } from '../load/pace';
import { type BenchSpace, benchSpace } from '../load/space';
import { curveMeasure, stepFolders } from './curve-steps';
import { fillFolder } from './filled-folder';
import type { Figure, Measure, Round } from './measure';
import { decodeTime } from './reopening';
import { patchTime } from './rest-patch';
import { run } from './running';
import type { Scale } from './scale';

/** The names of its figures. */
export const TASKS_CURVE = {
  opening: 'opening by a socket that holds nothing',
  list: 'first REST list after a restart',
  patch: 'REST PATCH, p50',
  yjs: 'Yjs applies the same state',
  stored: 'stored',
  memory: 'memory of the server',
} as const;

/** Nobody has all their tasks in one section. */
const PER_SECTION = 1_000;
const PATCHES = 20;
const LIMIT_MS = 120_000;

/** Each step starts the server twice on a copy of its folder: once for the socket, once for REST. */
export function tasksCurve(tackboard: Contender<RunningTackboard>, { curves, rounds }: Scale): Measure {
  const spaceOf = (tasks: number) => benchSpace('tasks curve', tasks, PER_SECTION);
  const folders = stepFolders('tasks', (folder, tasks) => fillFolder(folder, [spaceOf(tasks)]));
  return curveMeasure('tasks', curves.tasks, rounds.few, async (round, tasks) =>
    runStep(tackboard, round, await folders(round, tasks), spaceOf(tasks)),
  );
}

async function runStep(
  tackboard: Contender<RunningTackboard>,
  round: Round,
  filled: string,
  space: BenchSpace,
): Promise<Figure[]> {
  const folder = round.folder('copy');
  cpSync(filled, folder, { recursive: true });
  const opening = await openingTime(tackboard, folder, space);
  await using running = await run(tackboard, folder);
  const { call, data } = running.server;
  const stored = sizeOf(data);
  const start = performance.now();
  const { status, body } = await within(
    'the list',
    LIMIT_MS,
    call('GET', `/v1/tasks/parent/${space.section}?limit=50`),
  );
  const list = performance.now() - start;
  if (body.items?.length !== 50) throw new Error(`The list was answered with ${status}: ${JSON.stringify(body)}`);
  const { p50 } = await patchTime(running, space, PATCHES);
  return [
    { name: TASKS_CURVE.opening, unit: 'ms', value: opening },
    { name: TASKS_CURVE.list, unit: 'ms', value: list },
    { name: TASKS_CURVE.patch, unit: 'ms', value: p50 },
    { name: TASKS_CURVE.yjs, unit: 'ms', value: await decodeTime(round, space.state) },
    { name: TASKS_CURVE.stored, unit: 'MiB', value: stored / 2 ** 20 },
    { name: TASKS_CURVE.memory, unit: 'MiB', value: memory(running.pid, 'now') },
  ];
}

/** How long a replica that holds nothing waits for the whole space, in ms. */
async function openingTime(tackboard: Contender<RunningTackboard>, folder: string, { id, clocks }: BenchSpace) {
  await using running = await run(tackboard, folder);
  const coverage = new Coverage(clocks);
  const start = performance.now();
  running.replica(id, { onUpdate: (come, at) => coverage.add(come, at) });
  const end = await within('the whole space', LIMIT_MS, coverage.whole);
  await running.stop();
  return end - start;
}
