/** How deep the items of an update lie in each other's types: a document whose types nest by the thousand breaks whoever deletes in it (rule W4). */
import type { DeepRange, KnownDepth, Need } from './update-content';
import type { ScannedItem } from './update-scanner';

/** How deep an item may lie; the layout needs three: the text in the description of a record. */
const NESTING_MAX = 64;
/** What the layout itself has need not be remembered: a type in a record, and what lies beside it or in it. */
const LAYOUT_TYPE = 2;
const LAYOUT_ITEM = 3;

const IN_WORK = -1;

type Nesting =
  | { readonly kind: 'done'; readonly ranges: readonly DeepRange[] }
  | { readonly kind: 'damaged'; readonly reason: string };

/**
 * Finds the items that lie deeper than the layout needs.
 * @param items of one update, in its order: those of one client stand together, by clock
 * @param known what came before
 */
export function deepItems(items: readonly ScannedItem[], known: KnownDepth): Nesting {
  const find = finder(items);
  const depths = new Int32Array(items.length);
  const ranges: DeepRange[] = [];
  for (let at = 0; at < items.length; at++) {
    // What an item lies in, or beside, may itself come later in the update: down to what is known, then up again.
    const path = [at];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const item = items[last];
      if (!item || (depths[last] ?? 0) > 0) {
        path.pop();
        continue;
      }
      const above = aboveOf(item);
      const inside = above && find(above.id);
      const there = inside === undefined ? undefined : depths[inside];
      if (inside !== undefined && there === IN_WORK) return damaged('structs wait for each other');
      if (inside !== undefined && there === 0) {
        depths[last] = IN_WORK;
        path.push(inside);
        continue;
      }
      const depth = depthUnder(above, there, known);
      if (depth > NESTING_MAX) return damaged('types are nested too deep');
      depths[last] = depth;
      path.pop();
    }
    note(ranges, items[at], depths[at] ?? 0);
  }
  return { kind: 'done', ranges };
}

/** What an item lies in (`parent`), or else beside. */
interface Above {
  readonly id: Need;
  readonly parent: boolean;
}

function aboveOf({ parent, origin, rightOrigin }: ScannedItem): Above | undefined {
  if (parent) return { id: parent, parent: true };
  const beside = origin ?? rightOrigin;
  return beside && { id: beside, parent: false };
}

function depthUnder(above: Above | undefined, there: number | undefined, known: KnownDepth): number {
  if (!above) return 1;
  const { id, parent } = above;
  const base = there ?? known(id.client, id.clock) ?? (parent ? LAYOUT_TYPE : LAYOUT_ITEM);
  return parent ? base + 1 : base;
}

/** Makes what gives the index of the item that has a clock; undefined where it is not in the update. */
function finder(items: readonly ScannedItem[]): (of: Need) => number | undefined {
  const byClient = new Map<number, { readonly first: number; count: number }>();
  for (let at = 0; at < items.length; at++) {
    const client = items[at]?.client ?? -1;
    const own = byClient.get(client);
    if (own) own.count++;
    else byClient.set(client, { first: at, count: 1 });
  }
  // The fields of a record follow each other: most items lie in what the one before lies in.
  let last: Need | undefined;
  let index: number | undefined;
  return (of) => {
    if (last !== of) index = indexOf(items, byClient.get(of.client), of.clock);
    last = of;
    return index;
  };
}

function indexOf(
  items: readonly ScannedItem[],
  own: { readonly first: number; readonly count: number } | undefined,
  clock: number,
): number | undefined {
  if (!own) return undefined;
  let low = own.first;
  let high = own.first + own.count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (!item) return undefined;
    if (clock < item.clock) high = middle - 1;
    else if (clock >= item.clock + item.length) low = middle + 1;
    else return middle;
  }
  return undefined;
}

function note(ranges: DeepRange[], item: ScannedItem | undefined, depth: number): void {
  if (!item) return;
  if (depth < LAYOUT_ITEM || (depth === LAYOUT_ITEM && !item.isType)) return;
  ranges.push({ client: item.client, clock: item.clock, length: item.length, depth });
}

function damaged(reason: string): Nesting {
  return { kind: 'damaged', reason };
}

/** What is known of a document's deep items. */
export class DeepItems {
  /** By client, in order of clock, none overlapping. */
  readonly #ranges = new Map<number, { from: number; to: number; depth: number }[]>();

  add({ client, clock, length, depth }: DeepRange): void {
    const range = { from: clock, to: clock + length, depth };
    const own = this.#ranges.get(client);
    const last = own?.at(-1);
    if (!own) this.#ranges.set(client, [range]);
    else if (last && last.to === clock && last.depth === depth) last.to = range.to;
    else if (!last || last.to <= clock) own.push(range);
    else {
      // A client that comes to be known out of order; what is known stays.
      const after = own.findIndex(({ from }) => from >= clock);
      if (!own.some(({ from, to }) => from < range.to && clock < to))
        own.splice(after < 0 ? own.length : after, 0, range);
    }
  }

  readonly depthOf: KnownDepth = (client, clock) => {
    const own = this.#ranges.get(client);
    if (!own) return undefined;
    let low = 0;
    let high = own.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = own[middle];
      if (!at) return undefined;
      if (clock < at.from) high = middle - 1;
      else if (clock >= at.to) low = middle + 1;
      else return at.depth;
    }
    return undefined;
  };

  /** All of it, to be kept. */
  ranges(): DeepRange[] {
    return [...this.#ranges].flatMap(([client, own]) =>
      own.map(({ from, to, depth }) => ({ client, clock: from, length: to - from, depth })),
    );
  }
}
