/** What a run leaves: its report as Markdown and JSON below test-results/bench, on the screen, and in the documentation where that is wanted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../../../scripts/root';
import { chartOf, svgOf } from './chart';
import { type Curve, chartFile } from './curve';
import { type Goal, judge } from './goal';
import type { Machine } from './machine';
import { markdownOf } from './markdown';
import { recordInPage } from './performance-page';
import type { Results } from './results';

/** A run that has come to its end. */
export interface FinishedRun {
  /** the name of its files, and of its section in docs/performance.md */
  readonly section: string;
  readonly machine: Machine;
  readonly scale: string;
  readonly minutes: number;
  readonly entrants: readonly { readonly name: string; readonly about: string }[];
  readonly goals: readonly Goal[];
  readonly results: Results;
  readonly curves?: readonly Curve[] | undefined;
  readonly base?: string | undefined;
  /** whether the table goes into the documentation */
  readonly record: boolean;
}

/** Judges a run and writes it down. @returns the exit code: 1 where a round failed */
export function writeReport({ section, goals, record, ...run }: FinishedRun): number {
  const { results, machine, scale, minutes, entrants } = run;
  const verdicts = goals.flatMap((goal) => judge(goal, results) ?? []);
  const unjudged = goals.filter((goal) => !verdicts.some((verdict) => verdict.goal === goal));
  const text = markdownOf({ ...run, section, verdicts, unjudged });
  const folder = inRoot('test-results', 'bench');
  write(join(folder, `${section}.md`), text);
  const json = { machine, scale, minutes, entrants, verdicts, unjudged, series: results.all, failed: results.failed };
  write(join(folder, `${section}.json`), `${JSON.stringify(json, null, 2)}\n`);
  if (record) recordInPage(section, text);
  for (const curve of run.curves ?? []) {
    const picture = svgOf(chartOf(curve, results));
    for (const place of record ? [folder, inRoot('docs')] : [folder]) write(join(place, chartFile(curve)), picture);
  }
  console.log(`\n${text}`);
  return results.failed.length === 0 ? 0 : 1;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
