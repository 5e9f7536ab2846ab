/**
 * The sync server beside others, in one run on one machine: `npm run bench -- [--quick] [--only fan-out,rooms] [--rounds n] [--record]`.
 * Writes test-results/bench/server.md and server.json; `--record` puts the table into docs/performance.md. Ends with 1 where a round failed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from '../../scripts/root';
import { broadcast } from './contenders/broadcast';
import type { Contender } from './contenders/contender';
import { hocuspocus } from './contenders/hocuspocus';
import { installOthers } from './contenders/others';
import { reference, referenceKept } from './contenders/reference';
import { tackboard } from './contenders/tackboard';
import { crash } from './measures/crash';
import { fanOut } from './measures/fan-out';
import { growth } from './measures/growth';
import { manyRooms } from './measures/many-rooms';
import { reopening } from './measures/reopening';
import { restList } from './measures/rest-list';
import { restPatch } from './measures/rest-patch';
import { comingBack } from './measures/return';
import { runMeasures } from './measures/run-measures';
import { FULL, QUICK, type Scale } from './measures/scale';
import { judge } from './report/goal';
import { lookAtMachine } from './report/machine';
import { markdownOf } from './report/markdown';
import { recordInPage } from './report/performance-page';
import { SERVER_GOALS } from './report/server-goals';

const CONTENDERS: readonly Contender[] = [tackboard, reference, referenceKept, hocuspocus, broadcast];

function measuresOf(scale: Scale) {
  return [
    fanOut(CONTENDERS, scale),
    manyRooms(CONTENDERS, scale),
    reopening(CONTENDERS, scale),
    comingBack(CONTENDERS, scale),
    crash(CONTENDERS, scale),
    restList(tackboard, scale),
    restPatch(tackboard, scale),
    growth(tackboard, scale),
  ];
}

/** Runs what the arguments ask for. @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  });
  if (!existsSync('/proc/self/stat')) throw new Error('It reads what processes use from /proc: run it on Linux.');
  const scale = values.quick ? QUICK : FULL;
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
    throw new Error(`--rounds takes a number from 1 on, not "${values.rounds}".`);
  const all = measuresOf(scale);
  const names = values.only?.split(',') ?? all.map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((measure) => measure.name === name));
  if (unknown.length > 0)
    throw new Error(`No measure "${unknown.join(', ')}"; there are ${all.map(({ name }) => name).join(', ')}.`);

  installOthers();
  const machine = lookAtMachine();
  const start = performance.now();
  const results = await runMeasures({ measures: all.filter(({ name }) => names.includes(name)), rounds });
  const minutes = (performance.now() - start) / 60_000;
  const verdicts = SERVER_GOALS.flatMap((goal) => judge(goal, results) ?? []);
  const unjudged = SERVER_GOALS.filter((goal) => !verdicts.some((verdict) => verdict.goal === goal));
  const entrants = CONTENDERS.map(({ name, about }) => ({ name, about }));
  const text = markdownOf({ machine, scale: scale.name, minutes, entrants, verdicts, unjudged, results });

  const folder = inRoot('test-results', 'bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'server.md'), text);
  const json = { machine, scale, minutes, entrants, verdicts, unjudged, series: results.all, failed: results.failed };
  writeFileSync(join(folder, 'server.json'), `${JSON.stringify(json, null, 2)}\n`);
  if (values.record) recordInPage('server', text);
  console.log(`\n${text}`);
  return results.failed.length === 0 ? 0 : 1;
}

// Told to end, it takes the servers with it (child-group.ts) and its folders (temp-folder.ts).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
