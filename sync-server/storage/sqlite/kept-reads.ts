/**
 * What reads of the tables gave, kept as long as nobody has written: rights are read at every use, and mostly they are what they were.
 * SQLite itself says whether someone has, so that no write can be forgotten.
 */
import type { Database, Statement } from 'better-sqlite3';

/** So many answers of one read are kept; then it begins anew. */
const KEPT_MAX = 10_000;

export class KeptReads {
  /** Another one after every commit of another connection; half of what a small read costs, so asked once a turn of the event loop. */
  readonly #othersVersion: Statement<[], number>;
  /** How many rows this connection has written. */
  readonly #ownChanges: Statement<[], number>;
  readonly #kept: Map<string, unknown>[] = [];
  #seen = { others: Number.NaN, own: Number.NaN };
  #askedOthers = false;

  constructor(db: Database) {
    this.#othersVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
    this.#ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  }

  /**
   * Makes a read that keeps its answers until something is written: by us, before the next read; by another process, before the next turn
   * of the event loop. What is not there (undefined) is not kept. Not to be used inside a transaction, which may be taken back.
   * @param read what it gives is shared, and to be changed by nobody
   */
  of<Value>(read: (key: string) => Value): (key: string) => Value {
    const kept = new Map<string, Value>();
    this.#kept.push(kept);
    return (key) => {
      this.#look();
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = read(key);
      if (value === undefined) return value;
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(key, value);
      return value;
    };
  }

  /** Forgets everything where someone has written. */
  #look(): void {
    const others = this.#askedOthers ? this.#seen.others : this.#askOthers();
    const own = this.#ownChanges.get() ?? 0;
    if (others === this.#seen.others && own === this.#seen.own) return;
    this.#seen = { others, own };
    for (const kept of this.#kept) kept.clear();
  }

  #askOthers(): number {
    this.#askedOthers = true;
    setImmediate(() => {
      this.#askedOthers = false;
    });
    return this.#othersVersion.get() ?? 0;
  }
}
