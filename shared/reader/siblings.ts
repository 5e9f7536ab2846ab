/** The records under one parent, kept in order: arrays handed out never change, and one change does not sort ten thousand again. */
import type { RecordKind } from '../layout';
import { compareOrdered } from '../order';
import type { SpaceRecord } from '../records';

/** What records can be kept under: a record, the space itself (its lists, by kind), or nothing that can be shown. */
export interface Spot {
  readonly kind: RecordKind | 'lists' | 'unfiled';
  /** The record's id; of `lists` and `unfiled` the kind of what is kept there. */
  readonly id: string;
}

/** So many single moves are made in a sorted array; past that it is sorted again when someone asks. */
const MOVES_MAX = 64;

/** An ordered set of records under one parent. */
export class Siblings<T extends SpaceRecord> {
  readonly spot: Spot;
  readonly #members = new Map<string, T>();
  #sorted: T[] | undefined;
  #handedOut = false;
  #moves = 0;

  constructor(spot: Spot) {
    this.spot = spot;
  }

  get size(): number {
    return this.#members.size;
  }

  /** The records in order. The array is never changed afterwards; ask again after a change. */
  inOrder(): readonly T[] {
    this.#sorted ??= [...this.#members.values()].sort(compareOrdered);
    this.#handedOut = true;
    this.#moves = 0;
    return this.#sorted;
  }

  /** Puts a record in, or in place of the one with its id. */
  set(record: T): void {
    const old = this.#members.get(record.id);
    this.#members.set(record.id, record);
    if (!this.#sorted) return;
    if (old && compareOrdered(old, record) === 0) {
      const sorted = this.#own(this.#sorted);
      sorted[position(sorted, old)] = record;
      return;
    }
    const sorted = this.#ownToMove(this.#sorted);
    if (!sorted) return;
    if (old) sorted.splice(position(sorted, old), 1);
    sorted.splice(position(sorted, record), 0, record);
  }

  /**
   * Takes a record out; nothing where it is not there. Where the kind of a list changes, one of another kind with the same id may have
   * come in its place already: that stays.
   */
  delete({ kind, id }: { readonly kind: RecordKind; readonly id: string }): void {
    const old = this.#members.get(id);
    if (old?.kind !== kind) return;
    this.#members.delete(id);
    const sorted = this.#sorted && this.#ownToMove(this.#sorted);
    sorted?.splice(position(sorted, old), 1);
  }

  #ownToMove(sorted: T[]): T[] | undefined {
    if (++this.#moves <= MOVES_MAX) return this.#own(sorted);
    this.#sorted = undefined;
    return undefined;
  }

  #own(sorted: T[]): T[] {
    if (!this.#handedOut) return sorted;
    this.#handedOut = false;
    this.#sorted = sorted.slice();
    return this.#sorted;
  }
}

/** Where a record is, or would be put, in a sorted array. */
function position<T extends SpaceRecord>(sorted: readonly T[], record: T): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = sorted[middle];
    if (at && compareOrdered(at, record) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
