/** A curve as a table: a line a step, with the cost of one unit beside the step before. */
import { type Curve, pointsOf } from './curve';
import { numeral, shown, table } from './markdown-table';
import type { Results } from './results';

/** The table in Markdown; empty where nothing of the curve was measured. */
export function curveTable(curve: Curve, results: Results): string {
  const columns = curve.figures.map((figure) => pointsOf(curve, figure, results));
  const rows = curve.steps
    .filter((step) => columns.some((points) => points.some((point) => point.step === step)))
    .map((step) => [
      numeral(step),
      ...columns.map((points) => {
        const point = points.find((one) => one.step === step);
        if (!point) return '';
        return point.ratio === undefined ? shown(point.series) : `${shown(point.series)} (× ${numeral(point.ratio)})`;
      }),
    ]);
  if (rows.length === 0) return '';
  return table([curve.title, ...curve.figures.map(({ figure, label = figure }) => label)], rows);
}
