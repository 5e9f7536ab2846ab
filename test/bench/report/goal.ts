/** A goal: how a figure of ours must stand to another one, or to a number. */
import { median } from '../measures/quantile';
import { type Results, ratioOf, type Series } from './results';

/** What is to be kept. */
export interface Goal {
  /** in the words of the table */
  readonly what: string;
  readonly figure: string;
  readonly entrant: string;
  /** whom it is compared with, the best of several; a number for an absolute bound */
  readonly than: 'number' | { readonly figure?: string; readonly entrants: readonly string[] };
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
}

/** How a goal came out. */
export interface Verdict {
  readonly goal: Goal;
  readonly ours: Series;
  /** what it was compared with; undefined for a number */
  readonly other: Series | undefined;
  /** the ratio, or the number itself */
  readonly value: number;
  readonly kept: boolean;
}

/** Judges a goal; undefined where a run has not measured what it takes. */
export function judge(goal: Goal, results: Results): Verdict | undefined {
  const ours = results.series(goal.figure, goal.entrant);
  if (!ours) return undefined;
  if (goal.than === 'number') {
    const value = median(ours.values);
    return { goal, ours, other: undefined, value, kept: keeps(goal, value) };
  }
  const { entrants, figure = goal.figure } = goal.than;
  const verdicts = entrants.flatMap((entrant) => {
    const other = results.series(figure, entrant);
    return other ? [{ goal, ours, other, value: ratioOf(ours, other) }] : [];
  });
  // Beside the best of the others we look worst.
  const worst = verdicts.sort((a, b) => ('atMost' in goal.bound ? b.value - a.value : a.value - b.value))[0];
  return worst && { ...worst, kept: keeps(goal, worst.value) };
}

function keeps({ bound }: Goal, value: number): boolean {
  return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
}
