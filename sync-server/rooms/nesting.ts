/** How deep the items of an update lie in each other's types: a document whose types nest by the thousand breaks whoever deletes in it (rule W4). */
import * as Y from 'yjs';
import type { DeepRange, KnownDepth } from './update-content';

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
export function deepItems(items: readonly Y.Item[], known: KnownDepth): Nesting {
  const byClient = new Map<number, { readonly first: number; count: number }>();
  items.forEach(({ id }, at) => {
    const own = byClient.get(id.client);
    if (own) own.count++;
    else byClient.set(id.client, { first: at, count: 1 });
  });
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
      const inside = above && indexOf(items, byClient.get(above.id.client), above.id.clock);
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
  readonly id: Y.ID;
  readonly parent: boolean;
}

function aboveOf(item: Y.Item): Above | undefined {
  const parent: unknown = item.parent;
  if (parent instanceof Y.ID) return { id: parent, parent: true };
  const beside = item.origin ?? item.rightOrigin;
  return beside ? { id: beside, parent: false } : undefined;
}

function depthUnder(above: Above | undefined, there: number | undefined, known: KnownDepth): number {
  if (!above) return 1;
  const { id, parent } = above;
  const base = there ?? known(id.client, id.clock) ?? (parent ? LAYOUT_TYPE : LAYOUT_ITEM);
  return parent ? base + 1 : base;
}

/** The index of the item that has a clock; undefined where it is not in the update. */
function indexOf(
  items: readonly Y.Item[],
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
    if (clock < item.id.clock) high = middle - 1;
    else if (clock >= item.id.clock + item.length) low = middle + 1;
    else return middle;
  }
  return undefined;
}

function note(ranges: DeepRange[], item: Y.Item | undefined, depth: number): void {
  if (!item) return;
  if (depth < LAYOUT_ITEM || (depth === LAYOUT_ITEM && !(item.content instanceof Y.ContentType))) return;
  ranges.push({ client: item.id.client, clock: item.id.clock, length: item.length, depth });
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
