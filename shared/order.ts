/** Order keys: where a record stands among its siblings, and the keys that put others between two of them (rules O1 to O4). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { compareCodeUnits } from './text';

/** What ordering needs to know of a record: its id and its key, undefined where that is missing or unusable. */
export interface Ordered {
  readonly id: string;
  readonly order: string | undefined;
}

/** New keys that make room for one record: `order` for what is inserted, `rekeyed` for siblings whose keys left none. */
export interface Room {
  readonly order: string;
  readonly rekeyed: readonly Rekeyed[];
}

/** New keys that make room for several records side by side, in their order. */
export interface RoomForMany {
  readonly orders: readonly string[];
  readonly rekeyed: readonly Rekeyed[];
}

/** A sibling that gets a new key. */
export interface Rekeyed {
  readonly id: string;
  readonly order: string;
}

/** The key that a document holds, or undefined where it is missing, no string, or one that fractional-indexing refuses (rule O2). */
export function readOrder(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    // A key before it, not after: that checks the same, and never walks down a long key letter by letter on the stack.
    generateKeyBetween(null, value);
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
 * Where the neighbours' keys are equal, missing or foreign, the run that is in the way gets new keys.
 * @param siblings in order (`compareOrdered`), without the record itself
 * @param index the position wanted, 0 to `siblings.length`
 */
export function makeRoom(siblings: readonly Ordered[], index: number): Room {
  const { orders, rekeyed } = makeRoomForMany(siblings, index, 1);
  const [order] = orders;
  if (order === undefined) throw new Error('fractional-indexing gave fewer keys than it was asked for');
  return { order, rekeyed };
}

/** Finds keys for several records that are to stand side by side at a position among their siblings, as `makeRoom` does for one. */
export function makeRoomForMany(siblings: readonly Ordered[], index: number, count: number): RoomForMany {
  let start = index;
  let end = index;
  const left = siblings[index - 1];
  // Nothing can be put after a missing key (they stand last) nor beside one that is not of our alphabet.
  while (start > 0 && !isUsable(siblings[start - 1]?.order)) start--;
  if (start === index && left && left.order === siblings[index]?.order) {
    while (siblings[end]?.order === left.order) end++;
  }
  while (end < siblings.length && siblings[end]?.order !== undefined && !isUsable(siblings[end]?.order)) end++;
  // A foreign run may lie between two equal keys of ours: what is between them has to move out as well.
  while (start > 0 && end < siblings.length && siblings[start - 1]?.order === siblings[end]?.order) end++;
  return rekey(siblings, start, index, end, count) ?? rekeyAll(siblings, index, count);
}

/** New keys for the siblings from `start` to `end` and for `count` records among them at `index`; undefined where the bounds leave no room. */
function rekey(
  siblings: readonly Ordered[],
  start: number,
  index: number,
  end: number,
  count: number,
): RoomForMany | undefined {
  const low = siblings[start - 1]?.order ?? null;
  const high = siblings[end]?.order ?? null;
  try {
    const keys = generateNKeysBetween(low, high, end - start + count);
    const fits = keys.every((key, at) => isUsable(key) && (keys[at - 1] ?? low ?? '') < key);
    if (!fits || (high !== null && (keys[keys.length - 1] ?? '') >= high)) return undefined;
    const own = index - start;
    const others = [...keys.slice(0, own), ...keys.slice(own + count)];
    const run = siblings.slice(start, end);
    return {
      orders: keys.slice(own, own + count),
      rekeyed: run.flatMap(({ id }, at) => {
        const order = others[at];
        return order === undefined ? [] : [{ id, order }];
      }),
    };
  } catch {
    return undefined;
  }
}

function rekeyAll(siblings: readonly Ordered[], index: number, count: number): RoomForMany {
  const room = rekey(siblings, 0, index, siblings.length, count);
  if (!room) throw new Error('fractional-indexing found no keys in an empty range');
  return room;
}

/** Beyond this length a key is replaced when something is put beside it, so that keys do not grow for ever. */
const LONG = 200;

/** Whether keys can be put beside this one: fractional-indexing takes foreign letters without a word, and sorts them wrong. */
function isUsable(order: string | undefined): order is string {
  return order !== undefined && order.length <= LONG && /^[0-9A-Za-z]+$/.test(order) && readOrder(order) !== undefined;
}
