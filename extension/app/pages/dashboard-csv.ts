/** The figures of a dashboard as a table that any spreadsheet opens, and in which nothing runs. */
import type { DashboardState } from '../../../shared/messages/dashboard-page';

/**
 * A dashboard as CSV (RFC 4180, with a byte-order mark, since some spreadsheets read bytes as of their country without it).
 * One row a bar or a day.
 */
export function dashboardCsv({ name, space, widgets }: DashboardState): string {
  const rows: (string | number)[][] = [
    ['Dashboard', 'Space', 'Widget', 'Type', 'Lists', 'Lists missing', 'Key', 'Name', 'Tasks'],
  ];
  for (const { type, title, names, lists, missing, figures } of widgets) {
    const start = [name, space, title, type, lists ? names.join('; ') : 'all', missing];
    if (figures.kind === 'bars') {
      for (const { key, name: called, count } of figures.bars) rows.push([...start, key, called ?? '', count]);
    } else {
      for (const { day, done } of figures.days) rows.push([...start, day, 'done', done]);
      rows.push([...start, 'all', 'all', figures.all]);
    }
  }
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A value as a cell: text that a spreadsheet would run as a formula begins with an apostrophe, which it takes for "this is text". */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
