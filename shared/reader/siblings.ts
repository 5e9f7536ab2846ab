/** The records under one parent, kept in order: arrays handed out never change, and one change does not sort ten thousand again. */
import { compareOrdered } from '../order';
import type { SpaceRecord } from '../records';

/** An ordered set of records under one parent. */
export class Siblings<T extends SpaceRecord> {
  readonly #members = new Map<string, T>();
  #sorted: T[] | undefined;
  #handedOut = false;

  get size(): number {
    return this.#members.size;
  }

  /** The records in order. The array is never changed afterwards; ask again after a change. */
  inOrder(): readonly T[] {
    this.#sorted ??= [...this.#members.values()].sort(compareOrdered);
    this.#handedOut = true;
    return this.#sorted;
  }

  /** Puts a record in, or in place of the one with its id. */
  set(record: T): void {
    const old = this.#members.get(record.id);
    this.#members.set(record.id, record);
    if (!this.#sorted) return;
    const sorted = this.#own(this.#sorted);
    if (old && compareOrdered(old, record) === 0) {
      sorted[position(sorted, old)] = record;
      return;
    }
    if (old) sorted.splice(position(sorted, old), 1);
    sorted.splice(position(sorted, record), 0, record);
  }

  /** Takes the record with that id out; nothing where it is not there. */
  delete(id: string): void {
    const old = this.#members.get(id);
    if (!old) return;
    this.#members.delete(id);
    if (this.#sorted) {
      const sorted = this.#own(this.#sorted);
      sorted.splice(position(sorted, old), 1);
    }
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
