/**
 * Checks an update before anything else is done with it (rule W4): all of it is decoded, and what decodes but would break
 * every document that takes it is looked for. Yjs itself applies a part of a damaged update before it throws.
 */
import * as Y from 'yjs';

/** A stretch of what a client wrote, or of what was deleted of it. */
export interface ClockRange {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}

/** What an update holds, without the contents. */
export interface UpdateContent {
  readonly structs: readonly ClockRange[];
  readonly deletes: readonly ClockRange[];
  /** The last struct of every other client that something in it stands beside or in: what must be there first. */
  readonly needs: ReadonlyMap<number, number>;
}

export type CheckedUpdate =
  | { readonly kind: 'done'; readonly content: UpdateContent }
  | { readonly kind: 'damaged'; readonly reason: string };

/** How deep shared types may lie in each other within one update; the layout needs two. */
const NESTING_MAX = 64;

/**
 * Decodes an update (version 1) whole.
 * @returns what it holds, or why nobody may be given it
 */
export function checkUpdate(update: Uint8Array): CheckedUpdate {
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdate(update);
  } catch {
    return damaged('it cannot be decoded');
  }
  const structs: ClockRange[] = [];
  const needs = new Map<number, number>();
  const depths = new Map<string, number>();
  const finished = new Set<number>();
  let client = -1;
  let next = 0;
  for (const struct of decoded.structs) {
    const { id, length } = struct;
    if (length <= 0 || !Number.isSafeInteger(id.clock + length)) return damaged('a struct has no length');
    if (id.client !== client) {
      if (finished.has(id.client)) return damaged('a client comes twice');
      finished.add(client);
      client = id.client;
    } else if (id.clock !== next) return damaged('a client comes twice');
    next = id.clock + length;
    if (struct instanceof Y.Skip) continue;
    append(structs, { client, clock: id.clock, length });
    if (!(struct instanceof Y.Item)) continue;
    const fault = checkItem(struct, needs, depths);
    if (fault) return damaged(fault);
  }
  const deletes: ClockRange[] = [];
  for (const [of, items] of decoded.ds.clients) {
    for (const { clock, len } of items) {
      if (!Number.isSafeInteger(clock + len)) return damaged('a deletion has no end');
      if (len > 0) append(deletes, { client: of, clock, length: len });
    }
  }
  return { kind: 'done', content: { structs, deletes, needs } };
}

function checkItem(item: Y.Item, needs: Map<number, number>, depths: Map<string, number>): string | undefined {
  const parent: unknown = item.parent;
  const parentId = parent instanceof Y.ID ? parent : undefined;
  for (const named of [item.origin, item.rightOrigin, parentId]) {
    if (!named) continue;
    if (named.client === item.id.client) {
      if (named.clock >= item.id.clock) return 'a struct refers to itself or to what comes after it';
    } else if ((needs.get(named.client) ?? -1) < named.clock) needs.set(named.client, named.clock);
  }
  const above = parentId ?? item.origin ?? item.rightOrigin;
  const known = above ? (depths.get(`${above.client}/${above.clock}`) ?? 0) : 0;
  const depth = parentId ? known + 1 : known;
  if (depth > NESTING_MAX) return 'types are nested too deep';
  // A type's depth counts for what names it as parent; any item's for what only stands beside it.
  const own = item.content instanceof Y.ContentType || !parentId ? depth : depth - 1;
  if (own > 0) depths.set(`${item.id.client}/${item.id.clock}`, own);
  return undefined;
}

/** Adds a range, growing the last one where it goes on. */
function append(ranges: ClockRange[], range: ClockRange): void {
  const last = ranges.at(-1);
  if (last && last.client === range.client && last.clock + last.length === range.clock) {
    ranges[ranges.length - 1] = { ...last, length: last.length + range.length };
  } else ranges.push(range);
}

function damaged(reason: string): CheckedUpdate {
  return { kind: 'damaged', reason };
}
