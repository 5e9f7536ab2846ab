/** REST: the 50 tasks of a section, over and over, at rest and while someone edits them; beside Fastify serialising the same list. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/root';
import type { Contender } from '../contenders/contender';
import { startProgram } from '../contenders/program';
import type { RunningTackboard } from '../contenders/tackboard';
import { metered } from '../load/accounts';
import { type HttpLoad, httpLoad } from '../load/http-load';
import { paced, within } from '../load/pace';
import { authorOf, type BenchSpace, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { type Running, run } from './running';
import type { Scale } from './scale';

/** The names of its figures; Fastify's own list never changes, and is compared with both. */
export const REST_LIST = {
  resting: 'REST, 50 tasks, nothing changed: requests per second',
  edited: 'REST, 50 tasks, 50 edits/s: requests per second',
  restingCpu: 'REST, 50 tasks, nothing changed: server CPU per request',
  editedCpu: 'REST, 50 tasks, 50 edits/s: server CPU per request',
} as const;

/** The name under which Fastify alone takes part. */
export const FASTIFY = 'Fastify, same list';
const EDITS_A_SECOND = 50;
type Rest = Scale['rest'];

/** Requests a second where the load takes a core of its own; the CPU of a request says more on a small machine. */
export function restList(tackboard: Contender<RunningTackboard>, scale: Scale): Measure {
  return {
    name: 'rest-list',
    rounds: scale.rounds.many,
    entrants: [
      { name: tackboard.name, run: (round) => listTasks(tackboard, round, scale.rest) },
      { name: FASTIFY, run: (round) => listByFastify(tackboard, round, scale.rest) },
    ],
  };
}

/** Starts the server with the tasks in it, and says how to ask for them. */
async function serveTasks(running: Running<RunningTackboard>, space: BenchSpace, { connections, ms }: Rest) {
  const { server } = running;
  await server.makeRoom(space.id);
  const writer = running.replica(space.id);
  const reader = running.replica(space.id);
  await within('the first sync', 20_000, Promise.all([writer.synced, reader.synced]));
  writer.send(space.state);
  const path = `/v1/tasks/parent/${space.section}?limit=50`;
  await within('the tasks in REST', 20_000, untilListed(server, path));
  const headers = { authorization: `Bearer ${server.token}` };
  return { writer, load: { port: server.port, path, headers, connections, ms } };
}

/** Asks until all tasks are there. */
async function untilListed({ call }: RunningTackboard, path: string): Promise<void> {
  for (;;) {
    const { body } = await call('GET', path);
    if (body.items?.length === 50) return;
  }
}

async function listTasks(tackboard: Contender<RunningTackboard>, round: Round, rest: Rest): Promise<Figure[]> {
  await using running = await run(tackboard, round.folder('rest'));
  const space = benchSpace('rest', 50);
  const { writer, load } = await serveTasks(running, space, rest);
  // Once to warm up.
  await httpLoad(load);
  const resting = await metered(running, () => httpLoad(load));
  const author = authorOf(space, 79);
  const edits = Math.ceil((rest.ms / 1_000) * EDITS_A_SECOND);
  author.prepare(edits);
  const edited = await metered(running, async () => {
    const edit = paced(edits, EDITS_A_SECOND, (at) => writer.send(author.edit(at).update));
    const [count] = await Promise.all([httpLoad(load), edit]);
    return count;
  });
  return [
    { name: REST_LIST.resting, unit: '/s', value: resting.value / resting.seconds },
    { name: REST_LIST.edited, unit: '/s', value: edited.value / edited.seconds },
    { name: REST_LIST.restingCpu, unit: 'µs', value: (resting.cpu * 1e6) / resting.value },
    { name: REST_LIST.editedCpu, unit: 'µs', value: (edited.cpu * 1e6) / edited.value },
  ];
}

async function listByFastify(tackboard: Contender<RunningTackboard>, round: Round, rest: Rest): Promise<Figure[]> {
  const file = join(round.folder('fastify'), 'list.json');
  {
    await using running = await run(tackboard, round.folder('rest'));
    const { load } = await serveTasks(running, benchSpace('rest', 50), rest);
    const { body } = await running.server.call('GET', load.path);
    writeFileSync(file, JSON.stringify(body));
  }
  const { process: child, port } = await startProgram(inRoot('test', 'bench', 'programs', 'list.mjs'), { LIST: file });
  try {
    const load: HttpLoad = { port, path: '/', connections: rest.connections, ms: rest.ms };
    await httpLoad(load);
    const { value, cpu, seconds } = await metered({ pids: [child.pid] }, () => httpLoad(load));
    const rate = { unit: '/s', value: value / seconds };
    const cost = { unit: 'µs', value: (cpu * 1e6) / value };
    return [
      { name: REST_LIST.resting, ...rate },
      { name: REST_LIST.edited, ...rate },
      { name: REST_LIST.restingCpu, ...cost },
      { name: REST_LIST.editedCpu, ...cost },
    ];
  } finally {
    await child.stop();
  }
}
