/** A run as Markdown: where it was made, how each goal came out, and every figure behind it. */

import { type Curve, chartFile } from './curve';
import { curveTable } from './curve-table';
import type { Goal, Verdict } from './goal';
import { type Machine, wasQuiet } from './machine';
import { numeral, shown, table } from './markdown-table';
import { type Results, ratioOf } from './results';

/** What a report is made of. */
export interface Report {
  /** what was run, by the name of its section */
  readonly section: string;
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
  /** what is read as a curve, not as entrants beside each other */
  readonly curves?: readonly Curve[] | undefined;
  /** whom the other entrants are shown beside, figure by figure */
  readonly base?: string | undefined;
}

/** The report's text, without a heading of its own; it ends with a newline. */
export function markdownOf(report: Report): string {
  const { curves, results } = report;
  const figures = curves ? curves.map((curve) => curvePart(curve, results)) : [figureTable(report)];
  const parts = [head(report), goalTable(report), failures(report), entrants(report), ...figures];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head({ section, machine, scale, minutes }: Report): string {
  const { date, commit, cpu, cores, memory, system, node, load } = machine;
  const words = [
    `Measured ${date.slice(0, 16).replace('T', ' ')} UTC at commit ${commit}, in ${minutes.toFixed(1)} minutes, by \`npm run bench -- ${section}\``,
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
  if (rows.length === 0) return '';
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

/** A curve's table and picture; nothing where it was not measured. */
function curvePart(curve: Curve, results: Results): string {
  const rows = curveTable(curve, results);
  return rows === '' ? '' : `**${curve.title}.** ${curve.about}\n\n${rows}\n\n![${curve.title}](${chartFile(curve)})`;
}

function figureTable({ results, base }: Report): string {
  const rows = results.figures.flatMap((figure) =>
    results.all
      .filter((series) => series.figure === figure)
      .map((series, at) => {
        const { values } = series;
        const range = `${numeral(Math.min(...values))} – ${numeral(Math.max(...values))}`;
        const first = base === undefined ? undefined : results.series(figure, base);
        const ratio = first && first !== series ? ratioOf(series, first) : Number.NaN;
        // Nothing stands in no ratio to nothing.
        const beside = base === undefined ? [] : [Number.isFinite(ratio) ? numeral(ratio) : ''];
        return [at === 0 ? figure : '', series.entrant, shown(series), ...beside, range, String(values.length)];
      }),
  );
  const beside = base === undefined ? [] : [`Beside ${base}`];
  return table(['Figure', 'Of', 'Median', ...beside, 'Range', 'Rounds'], rows);
}

function bound({ bound: held }: Goal): string {
  return 'atMost' in held ? `≤ ${held.atMost}` : `≥ ${held.atLeast}`;
}
