/** A table in Markdown, and numbers as its cells show them. */
import { median } from '../measures/quantile';
import type { Series } from './results';

/** A table with a line of titles. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** The median of a series with its unit. */
export function shown({ values, unit }: Series): string {
  return `${numeral(median(values))} ${unit}`.trim();
}

/** Three digits that count, with commas in the thousands. */
export function numeral(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });
}
