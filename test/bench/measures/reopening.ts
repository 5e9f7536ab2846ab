/** A large space after a restart, planned or not: how long until a new replica has all of it, beside Yjs decoding the same state. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../../../scripts/root';
import type { Contender } from '../contenders/contender';
import { memory, metered } from '../load/accounts';
import { Coverage } from '../load/clocks';
import { within } from '../load/pace';
import { history } from '../load/space';
import { type Ending, keptHistory } from './kept-history';
import type { Entrant, Figure, Measure, Round } from './measure';
import { keepers, run } from './running';
import type { Scale } from './scale';

/** The names of its figures, for each ending; Yjs's own under that of a kill, which it is compared with. */
export const REOPENING = {
  clean: 'reopening after a planned stop: until a replica has all',
  killed: 'reopening after kill -9: until a replica has all',
  cpu: { clean: 'reopening after a planned stop: server CPU', killed: 'reopening after kill -9: server CPU' },
  memory: { clean: 'reopening after a planned stop: peak memory', killed: 'reopening after kill -9: peak memory' },
} as const;

/** The name under which Yjs itself takes part. */
export const YJS = 'Yjs alone, one decode';

/** From the connection of the first replica on, with the server up; the large space has 10,000 tasks and 30,000 changes in a full run. */
export function reopening(contenders: readonly Contender[], scale: Scale): Measure {
  const entrants: Entrant[] = keepers(contenders).map((contender) => ({
    name: contender.name,
    run: async (round) => [
      ...(await reopen(contender, round, scale.tasks, 'clean')),
      ...(await reopen(contender, round, scale.tasks, 'killed')),
    ],
  }));
  entrants.push({
    name: YJS,
    run: async (round) => [
      { name: REOPENING.killed, unit: 'ms', value: await decodeTime(round, history(scale.tasks).state) },
    ],
  });
  return { name: 'reopening', rounds: scale.rounds.few, entrants };
}

async function reopen(contender: Contender, round: Round, tasks: number, ending: Ending): Promise<Figure[]> {
  const { id, clocks } = history(tasks);
  const folder = await keptHistory(contender, round, tasks, ending);
  await using running = await run(contender, folder);
  const coverage = new Coverage(clocks);
  const start = performance.now();
  const { value, cpu } = await metered(running, async () => {
    running.replica(id, { onUpdate: (come, at) => coverage.add(come, at) });
    return within('the whole space', 60_000, coverage.whole);
  });
  return [
    { name: REOPENING[ending], unit: 'ms', value: value - start },
    { name: REOPENING.cpu[ending], unit: 'ms', value: cpu * 1_000 },
    { name: REOPENING.memory[ending], unit: 'MiB', value: memory(running.pid, 'peak') },
  ];
}

/** How long Yjs takes to apply a state to an empty document, in a process that has done nothing else, in ms. */
export async function decodeTime(round: Round, state: Uint8Array): Promise<number> {
  const file = join(round.folder('decode'), 'state');
  writeFileSync(file, state);
  const program = inRoot('test', 'bench', 'programs', 'decode.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { ...process.env, STATE: file } });
  return JSON.parse(stdout).milliseconds;
}
