/** A run as Markdown: where it was made, how each goal came out, and every figure behind it. */

import { median } from '../measures/quantile';
import type { Goal, Verdict } from './goal';
import { type Machine, wasQuiet } from './machine';
import type { Results, Series } from './results';

/** What a report is made of. */
export interface Report {
  readonly machine: Machine;
  /** of the run: `full` or `quick` */
  readonly scale: string;
  readonly minutes: number;
  /** each entrant's name, with what it is */
  readonly entrants: readonly { readonly name: string; readonly about: string }[];
  readonly verdicts: readonly Verdict[];
  /** those that the run could not judge */
  readonly unjudged: readonly Goal[];
  readonly results: Results;
}

/** The report's text, without a heading of its own; it ends with a newline. */
export function markdownOf(report: Report): string {
  const parts = [head(report), goalTable(report), failures(report), entrants(report), figureTable(report.results)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head({ machine, scale, minutes }: Report): string {
  const { date, commit, cpu, cores, memory, system, node, load } = machine;
  const words = [
    `Measured ${date.slice(0, 16).replace('T', ' ')} UTC at commit ${commit}, in ${minutes.toFixed(1)} minutes, by \`npm run bench\``,
    `(${scale}), on ${cores} × ${cpu}, ${memory} GiB, ${system}, Node ${node.slice(1)}. Load before: ${load.toFixed(2)}.`,
  ];
  if (!wasQuiet(machine)) words.push('**The machine was busy: none of these figures is final.**');
  if (scale !== 'full') words.push('**A quick run: smaller and shorter than what the goals are about.**');
  return words.join(' ');
}

function goalTable({ verdicts, unjudged }: Report): string {
  const rows = verdicts.map(({ goal, ours, other, value, kept }) => [
    goal.what,
    shown(ours),
    other ? `${other.entrant}: ${shown(other)}` : '',
    numeral(value),
    bound(goal),
    kept ? 'kept' : '**missed**',
  ]);
  for (const goal of unjudged) {
    const beside = goal.than === 'number' ? '' : goal.than.entrants.join(' or ');
    rows.push([goal.what, '', beside, '', bound(goal), 'not measured']);
  }
  return table(['Measure', 'Tackboard', 'Beside', 'Ratio', 'Goal', ''], rows);
}

function failures({ results }: Report): string {
  return results.failed
    .map(({ measure, entrant, round, why }) => `- Failed: ${measure}, ${entrant}, round ${round + 1}: ${why}`)
    .join('\n');
}

function entrants(report: Report): string {
  return report.entrants.map(({ name, about }) => `- **${name}**: ${about}`).join('\n');
}

function figureTable(results: Results): string {
  const rows = results.figures.flatMap((figure) =>
    results.all
      .filter((series) => series.figure === figure)
      .map((series, at) => {
        const { values } = series;
        const range = `${numeral(Math.min(...values))} – ${numeral(Math.max(...values))}`;
        return [at === 0 ? figure : '', series.entrant, shown(series), range, String(values.length)];
      }),
  );
  return table(['Figure', 'Of', 'Median', 'Range', 'Rounds'], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function bound({ bound: held }: Goal): string {
  return 'atMost' in held ? `≤ ${held.atMost}` : `≥ ${held.atLeast}`;
}

function shown({ values, unit }: Series): string {
  return `${numeral(median(values))} ${unit}`.trim();
}

/** Three digits that count, with commas in the thousands. */
function numeral(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });
}
