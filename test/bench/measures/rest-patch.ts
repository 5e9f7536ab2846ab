/** REST: a PATCH of one task, where its section has ten tasks and where it has ten thousand. */
import type { Contender } from '../contenders/contender';
import type { RunningTackboard } from '../contenders/tackboard';
import { metered, settled } from '../load/accounts';
import { within } from '../load/pace';
import { type BenchSpace, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { quantile } from './quantile';
import { type Running, run } from './running';
import type { Scale } from './scale';

const SMALL = 10;

/** The names of its figures. */
export const REST_PATCH = {
  small: 'REST, PATCH in a section of few tasks: p50',
  large: 'REST, PATCH in the large section: p50',
  smallCpu: 'REST, PATCH in a section of few tasks: server CPU',
  largeCpu: 'REST, PATCH in the large section: server CPU',
} as const;

/** One request after the other, each changing another field value of another task. */
export function restPatch(tackboard: Contender<RunningTackboard>, scale: Scale): Measure {
  const entrant = { name: tackboard.name, run: (round: Round) => runPatch(tackboard, round, scale) };
  return { name: 'rest-patch', rounds: scale.rounds.few, entrants: [entrant] };
}

async function runPatch(tackboard: Contender<RunningTackboard>, round: Round, { tasks, rest }: Scale) {
  await using running = await run(tackboard, round.folder('rest'));
  const [small, large] = [benchSpace('patch', SMALL), benchSpace('patch', tasks)];
  for (const space of [small, large]) await fill(running, space);
  // The first requests of each bring code and index up.
  for (const space of [small, large]) await patchTime(running, space, 10);
  const few = await patchTime(running, small, rest.patches);
  const many = await patchTime(running, large, rest.patches);
  const figures: Figure[] = [
    { name: REST_PATCH.small, unit: 'ms', value: few.p50 },
    { name: REST_PATCH.large, unit: 'ms', value: many.p50 },
    { name: REST_PATCH.smallCpu, unit: 'ms', value: few.cpu },
    { name: REST_PATCH.largeCpu, unit: 'ms', value: many.cpu },
  ];
  return figures;
}

async function fill(running: Running<RunningTackboard>, space: BenchSpace): Promise<void> {
  await running.server.makeRoom(space.id);
  const writer = running.replica(space.id);
  await within('the first sync', 20_000, writer.synced);
  writer.send(space.state);
  await settled(running.pid);
}

/** Sends so many requests. @returns the median time and the mean CPU of one, in ms */
export async function patchTime(running: Running<RunningTackboard>, space: BenchSpace, count: number) {
  const times: number[] = [];
  const { cpu } = await metered(running, async () => {
    for (let at = 0; at < count; at++) {
      const id = space.tasks[(at * 7) % space.tasks.length];
      const start = performance.now();
      const { status, body } = await running.server.call('PATCH', `/v1/tasks/${id}`, { name: `Patched ${at}` });
      if (status !== 200) throw new Error(`PATCH was answered with ${status}: ${JSON.stringify(body)}`);
      times.push(performance.now() - start);
    }
  });
  return { p50: quantile(times, 0.5), cpu: (cpu * 1_000) / count };
}
