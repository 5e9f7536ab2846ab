/** Order keys: where a record stands among its siblings, and the keys that put another one between two of them (rules O1 to O4). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { compareCodeUnits } from './text';

/** What ordering needs to know of a record: its id and its key, undefined where that is missing or unusable. */
export interface Ordered {
  readonly id: string;
  readonly order: string | undefined;
}

/** New keys that make room: `order` for what is inserted, `rekeyed` for siblings whose keys left none. */
export interface Room {
  readonly order: string;
  readonly rekeyed: readonly { readonly id: string; readonly order: string }[];
}

/** The key that a document holds, or undefined where it is missing, no string, or one that fractional-indexing refuses (rule O2). */
export function readOrder(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    generateKeyBetween(value, null);
    return value;
  } catch {
    return undefined;
  }
}

/** Sorts siblings: by key in code units, missing keys last, then by id (rules O1, O2). Never 0 for two different ids. */
export function compareOrdered(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) {
    if (a.order === undefined) return 1;
    if (b.order === undefined) return -1;
    return compareCodeUnits(a.order, b.order);
  }
  return compareCodeUnits(a.id, b.id);
}

/**
 * Finds a key for a record that is to stand at a position among its siblings (rules O3, O4).
 * Where the neighbours' keys are equal or missing, the run that is in the way gets new keys.
 * @param siblings in order (`compareOrdered`), without the record itself
 * @param index the position wanted, 0 to `siblings.length`
 */
export function makeRoom(siblings: readonly Ordered[], index: number): Room {
  const left = siblings[index - 1];
  const right = siblings[index];
  if (left && left.order === undefined) {
    const start = siblings.findIndex((sibling) => sibling.order === undefined);
    return rekey(siblings.slice(start, index), siblings[start - 1]?.order, undefined, 'before');
  }
  if (left?.order !== undefined && left.order === right?.order) {
    let end = index;
    while (siblings[end]?.order === left.order) end++;
    return rekey(siblings.slice(index, end), left.order, siblings[end]?.order, 'after');
  }
  return { order: generateKeyBetween(left?.order ?? null, right?.order ?? null), rekeyed: [] };
}

/** New keys for a run between two bounds and for the record inserted; `side` says whether the run stands before or after that. */
function rekey(
  run: readonly Ordered[],
  low: string | undefined,
  high: string | undefined,
  side: 'before' | 'after',
): Room {
  const keys = generateNKeysBetween(low ?? null, high ?? null, run.length + 1);
  const own = side === 'before' ? keys.length - 1 : 0;
  const order = keys[own];
  if (order === undefined) throw new Error('fractional-indexing gave fewer keys than it was asked for');
  const others = keys.filter((_, at) => at !== own);
  return { order, rekeyed: run.flatMap(({ id }, at) => (others[at] === undefined ? [] : [{ id, order: others[at] }])) };
}
