/**
 * Checks an update before anything else is done with it (rule W4): all of it is gone through, and what decodes but would break
 * every document that takes it is looked for. Yjs itself applies a part of a damaged update before it throws.
 */
import { inOrder } from './block-order';
import { deepItems } from './nesting';
import type { KnownDepth, Need, UpdateContent } from './update-content';
import { type ClientBlock, type ScannedItem, UpdateScanner, type UpdateVisitor } from './update-scanner';

export type CheckedUpdate =
  | {
      readonly kind: 'done';
      readonly content: UpdateContent;
      /** What is to be kept and forwarded: the same bytes, or where they name the clients in another order than Yjs, those in order. */
      readonly update: Uint8Array;
    }
  | { readonly kind: 'damaged'; readonly reason: string };

/** So many parts an update of a client may have: two bytes are enough for one, which takes a hundred in memory. */
const PARTS_MAX = 4_000_000;

/**
 * Goes through an update (version 1), whole.
 * @param known what came before
 * @param partsMax so many structs, deletions and values it may have; what a server has merged of many updates may have any number
 * @returns what it holds, or why nobody may be given it
 */
export function checkUpdate(
  update: Uint8Array,
  known: KnownDepth = () => undefined,
  partsMax = PARTS_MAX,
): CheckedUpdate {
  const found = new Found();
  const scanner = new UpdateScanner(update, partsMax);
  try {
    scanner.scan(found);
    refuseTwice(scanner.blocks);
  } catch (error) {
    return { kind: 'damaged', reason: error instanceof Refused ? error.message : 'it cannot be decoded' };
  }
  const { structs, deletes, steps, items } = found;
  const deep = deepItems(items, known);
  return deep.kind === 'damaged'
    ? deep
    : {
        kind: 'done',
        content: { structs, deletes, steps: steps.all, deep: deep.ranges },
        update: inOrder(update, scanner),
      };
}

/** Of two blocks of a client Yjs keeps only the last when it applies them, and both when it merges them. */
function refuseTwice(blocks: readonly ClientBlock[]): void {
  if (new Set(blocks.map(({ client }) => client)).size < blocks.length) throw new Refused('a client comes twice');
}

/** An update that decodes, and that nobody may be given. */
class Refused extends Error {}

const NONE: readonly Need[] = [];

/** A stretch that may still grow. */
interface Growing {
  readonly client: number;
  readonly clock: number;
  length: number;
}
interface GrowingStep extends Growing {
  readonly needs: readonly Need[];
}

/** What has been found in an update until now. */
class Found implements UpdateVisitor {
  readonly structs: Growing[] = [];
  readonly deletes: Growing[] = [];
  readonly steps = new Steps();
  readonly items: ScannedItem[] = [];

  skip(_client: number, clock: number, length: number): void {
    this.#hasLength(clock, length);
  }

  collected(client: number, clock: number, length: number): void {
    this.#hasLength(clock, length);
    this.#add(client, clock, length, NONE);
  }

  item(item: ScannedItem): void {
    const { client, clock, length } = item;
    this.#hasLength(clock, length);
    this.#add(client, clock, length, needsOf(item));
    this.items.push(item);
  }

  deletion(client: number, clock: number, length: number): void {
    if (length <= 0 || !Number.isSafeInteger(clock + length)) throw new Refused('a deletion has no length');
    append(this.deletes, client, clock, length);
  }

  #hasLength(clock: number, length: number): void {
    if (length <= 0 || !Number.isSafeInteger(clock + length)) throw new Refused('a struct has no length');
  }

  #add(client: number, clock: number, length: number, needs: readonly Need[]): void {
    append(this.structs, client, clock, length);
    this.steps.add(client, clock, length, needs);
  }
}

/** The structs of an update as steps, each as long as it can be. */
export class Steps {
  readonly all: GrowingStep[] = [];

  add(client: number, clock: number, length: number, needs: readonly Need[]): void {
    const last = this.all.at(-1);
    const goesOn = last && last.client === client && last.clock + last.length === clock;
    if (goesOn && needs.length === 0) last.length += length;
    else this.all.push({ client, clock, length, needs });
  }
}

/** What has to be there of other clients before an item. @throws where it refers to itself, or to what comes after it */
export function needsOf({ client, clock, origin, rightOrigin, parent }: ScannedItem): readonly Need[] {
  let needs: Need[] | undefined;
  for (const named of [origin, rightOrigin, parent]) {
    if (!named) continue;
    if (named.client !== client) {
      needs ??= [];
      needs.push(named);
    } else if (named.clock >= clock) throw new Refused('a struct refers to itself or to what comes after it');
  }
  return needs ?? NONE;
}

/** Adds a range, growing the last one where it goes on. */
function append(ranges: Growing[], client: number, clock: number, length: number): void {
  const last = ranges.at(-1);
  if (last && last.client === client && last.clock + last.length === clock) last.length += length;
  else ranges.push({ client, clock, length });
}
