/**
 * Checks an update before anything else is done with it (rule W4): all of it is decoded, and what decodes but would break
 * every document that takes it is looked for. Yjs itself applies a part of a damaged update before it throws.
 */
import * as Y from 'yjs';
import { deepItems } from './nesting';
import type { ClockRange, KnownDepth, Need, Step, UpdateContent } from './update-content';

export type CheckedUpdate =
  | { readonly kind: 'done'; readonly content: UpdateContent }
  | { readonly kind: 'damaged'; readonly reason: string };

/** So many structs, deletions and values an update may have: two bytes are enough for one, which takes a hundred in memory. */
const PARTS_MAX = 4_000_000;
/** How deep a plain value may be in itself: whoever reads, compares or writes one goes down into it by calls. */
const VALUE_DEPTH_MAX = 64;

/** Yjs's decoder, which counts. */
class CountingDecoder extends Y.UpdateDecoderV1 {
  #parts = 0;

  override readInfo(): number {
    this.#count();
    return super.readInfo();
  }

  override readAny(): unknown {
    this.#count();
    return super.readAny();
  }

  override readDsClock(): number {
    this.#count();
    return super.readDsClock();
  }

  #count(): void {
    if (++this.#parts > PARTS_MAX) throw new Error('it has too many parts');
  }
}

/**
 * Decodes an update (version 1) whole.
 * @param known what came before
 * @returns what it holds, or why nobody may be given it
 */
export function checkUpdate(update: Uint8Array, known: KnownDepth = () => undefined): CheckedUpdate {
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdateV2(update, CountingDecoder);
  } catch {
    return damaged('it cannot be decoded');
  }
  const structs: ClockRange[] = [];
  const items: Y.Item[] = [];
  const steps: Step[] = [];
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
    const fault = struct instanceof Y.Item ? faultOf(struct) : undefined;
    if (fault) return damaged(fault);
    addStep(steps, { client, clock: id.clock, length, needs: struct instanceof Y.Item ? needsOf(struct) : NONE });
    if (struct instanceof Y.Item) items.push(struct);
  }
  const deep = deepItems(items, known);
  if (deep.kind === 'damaged') return deep;
  const deletes: ClockRange[] = [];
  for (const [of, items] of decoded.ds.clients) {
    for (const { clock, len } of items) {
      if (!Number.isSafeInteger(clock + len)) return damaged('a deletion has no end');
      if (len > 0) append(deletes, { client: of, clock, length: len });
    }
  }
  return { kind: 'done', content: { structs, deletes, steps, deep: deep.ranges } };
}

function faultOf(item: Y.Item): string | undefined {
  for (const named of namedBy(item)) {
    if (named.client === item.id.client && named.clock >= item.id.clock)
      return 'a struct refers to itself or to what comes after it';
  }
  return valuesOf(item.content).some((value) => isDeeper(value, VALUE_DEPTH_MAX))
    ? 'a value is nested too deep'
    : undefined;
}

/** What an item stands beside or in. */
function namedBy({ origin, rightOrigin, parent }: Y.Item): Y.ID[] {
  const inside: unknown = parent;
  return [origin, rightOrigin, inside].filter((named) => named instanceof Y.ID);
}

const NONE: readonly Need[] = [];

/** What has to be there of other clients before an item. */
function needsOf(item: Y.Item): readonly Need[] {
  const others = namedBy(item).filter(({ client }) => client !== item.id.client);
  return others.length === 0 ? NONE : others.map(({ client, clock }) => ({ client, clock }));
}

/** Adds a step, growing the last one where it goes on and needs nothing more. */
function addStep(steps: Step[], step: Step): void {
  const last = steps.at(-1);
  const goesOn = last && last.client === step.client && last.clock + last.length === step.clock;
  if (goesOn && step.needs.length === 0) steps[steps.length - 1] = { ...last, length: last.length + step.length };
  else steps.push(step);
}

/** The plain values that an item holds. */
function valuesOf(content: Y.Item['content']): readonly unknown[] {
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr;
  if (content instanceof Y.ContentEmbed) return [content.embed];
  if (content instanceof Y.ContentFormat) return [content.value];
  return [];
}

/** Whether a plain value is nested deeper than so many times. Goes no deeper itself. */
export function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  if (max === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, max - 1));
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
