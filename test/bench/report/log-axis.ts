/** A logarithmic axis: where its ticks are, and where a value has its place between them. */

/**
 * The ticks around some values: 1, 2 and 5 of each power of ten, or the powers alone where there are many.
 * The first is at or below all values, the last at or above; at least two.
 * @param values above 0
 */
export function ticksOf(values: readonly number[]): number[] {
  const [least, most] = values.length === 0 ? [1, 10] : [Math.min(...values), Math.max(...values)];
  const fine = most / least < 100;
  const marks = fine ? [1, 2, 5] : [1];
  const candidates: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)) + 1; power++)
    candidates.push(...marks.map((mark) => Number(`${mark}e${power}`)));
  const first = candidates.findLastIndex((tick) => tick <= least);
  const last = candidates.findIndex((tick) => tick >= most);
  return candidates.slice(Math.max(0, first), Math.max(last, first + 1) + 1);
}

/** Gives values their places. @param domain what lies between the two places, from its least to its greatest @returns the place of a value above 0 */
export function positionsOf(domain: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log10(Math.min(...domain)), Math.log10(Math.max(...domain))];
  // A single step has its place in the middle.
  if (low === high) return () => (from + to) / 2;
  return (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
}
