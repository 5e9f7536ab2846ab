/** A label below a bar: straight, on as many lines as the bar is wide for. */

/** So many lines a label has at the most. */
const LINES = 3;

/**
 * A label in lines: broken where it has blanks; a line that is too long all the same is cut. The table beside the chart has all of it.
 * @param width what a line may have
 * @param measure how wide a text is, in the same unit
 */
export function labelLines(label: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of label.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, LINES);
  if (lines.length > LINES) shown[LINES - 1] += '…';
  return shown.map((line) => cut(line, width, measure));
}

function cut(line: string, width: number, measure: (text: string) => number): string {
  const letters = [...line];
  while (letters.length > 1 && measure(letters.join('')) > width)
    letters.splice(letters.at(-1) === '…' ? -2 : -1, 2, '…');
  return letters.join('');
}
