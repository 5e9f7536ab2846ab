/** A curve: figures that were measured for ever more of something, and how each step stands to the one before. */
import { stepName } from '../measures/curve-steps';
import { median } from '../measures/quantile';
import { type Results, ratioOf, type Series } from './results';

/** A figure of a curve. */
export interface CurveFigure {
  readonly figure: string;
  /** in the words of the table and the picture; the figure's name unless told */
  readonly label?: string;
  /** whether it is already that of one unit, such as of one delivery */
  readonly each?: boolean;
}

/** What is read as a curve. */
export interface Curve {
  readonly title: string;
  /** what its table says beside the figures, in a sentence or two */
  readonly about: string;
  /** what there is ever more of; the name of its measure */
  readonly unit: string;
  readonly steps: readonly number[];
  readonly figures: readonly CurveFigure[];
}

/** One figure at one step. */
export interface Point {
  readonly step: number;
  readonly series: Series;
  readonly value: number;
  /** the cost of one unit beside that at the step before: 1 where it grows with their number; undefined at the first */
  readonly ratio: number | undefined;
}

/** What was measured of a figure, step by step; a step that came to nothing is left out. */
export function pointsOf({ unit, steps }: Curve, { figure, each = false }: CurveFigure, results: Results): Point[] {
  const points: Point[] = [];
  for (const step of steps) {
    const series = results.series(figure, stepName(step, unit));
    if (!series) continue;
    const before = points.at(-1);
    const growth = before && !each ? step / before.step : 1;
    const ratio = before && ratioOf(series, before.series) / growth;
    points.push({ step, series, value: median(series.values), ratio });
  }
  return points;
}

/** Where its picture lies, beside the page that shows it. */
export function chartFile({ unit }: Curve): string {
  return `images/curve-${unit}.svg`;
}
