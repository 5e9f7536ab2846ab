/** The command line of a benchmark, the same for all: which measures, how many rounds, how large, whether to record. */
import { parseArgs } from 'node:util';
import type { Measure } from '../measures/measure';
import { runMeasures } from '../measures/run-measures';
import { FULL, QUICK, type Scale } from '../measures/scale';
import type { Curve } from './curve';
import type { Goal } from './goal';
import { lookAtMachine } from './machine';
import { writeReport } from './write-report';

/** A benchmark. */
export interface Bench {
  /** its section in docs/performance.md */
  readonly section: string;
  readonly measures: (scale: Scale) => readonly Measure[];
  readonly entrants: readonly { readonly name: string; readonly about: string }[];
  readonly goals: readonly Goal[];
  /** brings what it needs beyond the project's own packages */
  readonly prepare?: () => Promise<unknown>;
  /** ended after the run, however that ends */
  readonly engines?: AsyncDisposable;
  /** the curves that its measures are the steps of, at a scale */
  readonly curves?: (scale: Scale) => readonly Curve[];
  /** the entrant that all others are shown beside */
  readonly base?: string;
}

/**
 * Runs what the process's arguments ask for, `[--quick] [--only a,b] [--rounds n] [--record]`, and ends the process: with 1 where a round
 * failed or an argument is wrong.
 */
export function benchProcess(bench: Bench): void {
  // Told to end, it takes what it has started with it (child-group.ts) and its folders (temp-folder.ts).
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  runBench(bench).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}

async function runBench({
  section,
  measures,
  entrants,
  goals,
  prepare,
  engines,
  curves,
  base,
}: Bench): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  });
  const scale = values.quick ? QUICK : FULL;
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
    throw new Error(`--rounds takes a number from 1 on, not "${values.rounds}".`);
  const all = measures(scale);
  const names = values.only?.split(',') ?? all.map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((measure) => measure.name === name));
  if (unknown.length > 0)
    throw new Error(`No measure "${unknown.join(', ')}"; there are ${all.map(({ name }) => name).join(', ')}.`);

  await using _engines = engines ?? null;
  await prepare?.();
  const machine = lookAtMachine();
  const start = performance.now();
  const results = await runMeasures({ measures: all.filter(({ name }) => names.includes(name)), rounds });
  const minutes = (performance.now() - start) / 60_000;
  const run = { machine, scale: scale.name, minutes, entrants, goals, results, record: values.record };
  return writeReport({ ...run, section, curves: curves?.(scale), base });
}
