/** Questions to all spaces of the embedded store, so many at a time: SQLite answers in one piece, and nobody is served meanwhile. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';

/** About a millisecond's work where nothing of it is in memory yet. */
const PORTION = 250;

/** A prepared question: the spaces of which its condition holds. */
export type SpacesThat<Values extends object> = (values: Values) => Promise<SpaceId[]>;

export class AllSpaces {
  readonly #db: Database;
  /** The last id of the portion that comes after an id; null where none is left. */
  readonly #last: Statement<[string, number], string | null>;

  constructor(db: Database) {
    this.#db = db;
    this.#last = db
      .prepare<[string, number], string | null>(
        'SELECT max(id) FROM (SELECT id FROM spaces WHERE id > ? ORDER BY id LIMIT ?)',
      )
      .pluck();
  }

  /**
   * Prepares a question. Others are served between two portions of its answer, so that what changes meanwhile counts as if it had changed
   * before the question or after it.
   * @param condition of a row of `spaces`, in SQL, with the names of the values that are handed in each time
   */
  that<Values extends object>(condition: string): SpacesThat<Values> {
    const portion = this.#db
      .prepare<[Values & { readonly after: string; readonly last: string }], SpaceId>(
        `SELECT id FROM spaces WHERE id > :after AND id <= :last AND (${condition})`,
      )
      .pluck();
    return async (values) => {
      const found: SpaceId[] = [];
      let after = '';
      for (;;) {
        const last = this.#last.get(after, PORTION);
        if (typeof last !== 'string') return found;
        if (after !== '') await new Promise(setImmediate);
        found.push(...portion.all({ ...values, after, last }));
        after = last;
      }
    };
  }
}
