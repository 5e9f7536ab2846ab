/** REST on several servers: a task is changed on one and read on the next, which has to see it at once. */
import type { RunningCluster } from '../contenders/cluster';
import type { Contender } from '../contenders/contender';
import { within } from '../load/pace';
import { benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { quantile } from './quantile';
import { run } from './running';
import type { Scale } from './scale';

/** The names of its figures. */
export const REST_SEEN = {
  patch: 'REST, PATCH on one server: p50',
  latePatch: 'REST, PATCH on one server: p99',
  read: 'REST, GET right after it on another: p50',
  lateRead: 'REST, GET right after it on another: p99',
  missed: 'REST, reads that missed the write before them',
} as const;

const TASKS = 50;
/** Requests before anything is measured. */
const WARM_UP = 30;

/** One request after the other, the servers in turn; where there is one server, it reads itself. */
export function restSeen(contenders: readonly Contender<RunningCluster>[], scale: Scale): Measure {
  const entrants = contenders.map((contender) => ({
    name: contender.name,
    run: (round: Round) => runSeen(contender, round, scale.rest.patches),
  }));
  return { name: 'rest', rounds: scale.rounds.few, entrants };
}

async function runSeen(contender: Contender<RunningCluster>, round: Round, count: number): Promise<Figure[]> {
  await using running = await run(contender, round.folder('rest'));
  const space = benchSpace('rest seen', TASKS);
  await running.server.makeRoom(space.id);
  const writer = running.replica(space.id);
  await within('the first sync', 20_000, writer.synced);
  writer.send(space.state);
  await within('the tasks in REST', 20_000, untilThere(running.server, space.tasks[0] ?? ''));
  const patches: number[] = [];
  const reads: number[] = [];
  let missed = 0;
  for (let at = -WARM_UP; at < count; at++) {
    const path = `/v1/tasks/${space.tasks[(at + WARM_UP) % TASKS]}`;
    const name = `Patched ${at}`;
    const patched = await timed(running.server, at + WARM_UP, ['PATCH', path, { name }]);
    const read = await timed(running.server, at + WARM_UP + 1, ['GET', path]);
    if (read.body.name !== name) missed++;
    if (at < 0) continue;
    patches.push(patched.ms);
    reads.push(read.ms);
  }
  return [
    { name: REST_SEEN.patch, unit: 'ms', value: quantile(patches, 0.5) },
    { name: REST_SEEN.latePatch, unit: 'ms', value: quantile(patches, 0.99) },
    { name: REST_SEEN.read, unit: 'ms', value: quantile(reads, 0.5) },
    { name: REST_SEEN.lateRead, unit: 'ms', value: quantile(reads, 0.99) },
    { name: REST_SEEN.missed, unit: '', value: missed },
  ];
}

/** Asks one of the servers, counted on over all of them. @throws where it is answered with anything but 200 */
async function timed({ calls }: RunningCluster, at: number, request: [string, string, unknown?]) {
  const start = performance.now();
  const answer = await calls[at % calls.length]?.(...request);
  const ms = performance.now() - start;
  if (answer?.status !== 200) throw new Error(`${request[0]} was answered with ${answer?.status}.`);
  return { ms, body: answer.body };
}

/** Asks until the update that the replica has sent is there. */
async function untilThere({ calls }: RunningCluster, task: string): Promise<void> {
  while ((await calls[0]?.('GET', `/v1/tasks/${task}`))?.status !== 200);
}
