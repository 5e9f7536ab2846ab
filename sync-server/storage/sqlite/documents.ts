/** Documents in SQLite: a log with a sequence a space, and a snapshot a space that stands for its beginning. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import { codeOf } from '../../error-code';
import { checksum } from '../checksum';
import type { DocumentStore, LogEntry, NewEntry, StoredAmount, StoredDocument } from '../storage';
import { DamagedDocument } from '../storage-failures';

interface LogRow {
  sequence: number;
  merged: number;
  bytes: Buffer;
  sum: number;
}
interface SnapshotRow {
  through: number;
  bytes: Buffer;
  coverage: Buffer;
  sum: number;
}

/** Finds the place of the next entry and writes it: to be used inside a transaction, also by who makes a space with its first entry. */
export class LogWriter {
  readonly #last: Statement<[string, string, string], number>;
  readonly #insert: Statement<[string, number, number, Uint8Array, number]>;

  constructor(db: Database) {
    this.#last = db
      .prepare<[string, string, string], number>(
        `SELECT max(
           ifnull((SELECT max(sequence) FROM log WHERE space = ?), 0),
           ifnull((SELECT through FROM snapshots WHERE space = ?), 0),
           ifnull((SELECT max(sequence) FROM quarantine WHERE space = ?), 0))`,
      )
      .pluck();
    this.#insert = db.prepare('INSERT INTO log (space, sequence, merged, bytes, sum) VALUES (?, ?, ?, ?, ?)');
  }

  /** @returns the entry's sequence */
  write({ space, update, merged }: NewEntry): number {
    const sequence = (this.#last.get(space, space, space) ?? 0) + 1;
    this.#insert.run(space, sequence, merged, update, checksum(update));
    return sequence;
  }
}

export class SqliteDocuments implements DocumentStore {
  readonly #append: (entries: readonly NewEntry[]) => number[];
  readonly #load: (space: SpaceId, after: number) => StoredDocument;
  readonly #last: Statement<[], { space: SpaceId; last: number }>;
  readonly #lastOf: Statement<[string, string], number>;
  readonly #amount: Statement<[string, string], StoredAmount>;
  readonly #compact: (space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>) => void;
  readonly #quarantine: (space: SpaceId, sequence: number) => void;

  constructor(db: Database) {
    const writer = new LogWriter(db);
    // Immediate: a transaction that reads first and writes later would fail at once where a command beside us writes.
    this.#append = db.transaction((entries: readonly NewEntry[]) =>
      entries.map((entry) => writer.write(entry)),
    ).immediate;

    const snapshot = db.prepare<[string, number], SnapshotRow>(
      'SELECT through, bytes, coverage, sum FROM snapshots WHERE space = ? AND through > ?',
    );
    const through = db.prepare<[string], number>('SELECT through FROM snapshots WHERE space = ?').pluck();
    const log = db.prepare<[string, number], LogRow>(
      'SELECT sequence, merged, bytes, sum FROM log WHERE space = ? AND sequence > ? ORDER BY sequence',
    );
    this.#load = db.transaction((space: SpaceId, after: number): StoredDocument => {
      const found = snapshot.get(space, after);
      const entries = log.all(space, Math.max(after, through.get(space) ?? 0));
      if (found && checksum(found.bytes, found.coverage) !== found.sum) {
        throw new DamagedDocument(space, `its snapshot, through entry ${found.through}, is not what was written`);
      }
      const wrong = entries.find(({ bytes, sum }) => checksum(bytes) !== sum);
      if (wrong) throw new DamagedDocument(space, `entry ${wrong.sequence} of its log is not what was written`);
      return {
        snapshot: found && { through: found.through, update: found.bytes, coverage: found.coverage },
        log: entries.map(({ sequence, merged, bytes }): LogEntry => ({ sequence, merged, update: bytes })),
      };
    });

    this.#last = db.prepare<[], { space: SpaceId; last: number }>(
      `SELECT space, max(last) AS last FROM (
         SELECT space, max(sequence) AS last FROM log GROUP BY space UNION ALL SELECT space, through FROM snapshots
       ) GROUP BY space`,
    );
    this.#lastOf = db
      .prepare<[string, string], number>(
        `SELECT max(
           ifnull((SELECT max(sequence) FROM log WHERE space = ?), 0), ifnull((SELECT through FROM snapshots WHERE space = ?), 0))`,
      )
      .pluck();
    this.#amount = db.prepare<[string, string], StoredAmount>(
      `SELECT count(*) AS entries, ifnull(sum(length(bytes)), 0) AS bytes,
         ifnull((SELECT length(bytes) FROM snapshots WHERE space = ?), 0) AS snapshotBytes
       FROM log WHERE space = ?`,
    );

    const put = db.prepare<[string, number, Uint8Array, Uint8Array, number]>(
      `INSERT INTO snapshots (space, through, bytes, coverage, sum) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (space) DO UPDATE
       SET through = excluded.through, bytes = excluded.bytes, coverage = excluded.coverage, sum = excluded.sum
       WHERE through <= excluded.through`,
    );
    const trim = db.prepare<[string, number]>('DELETE FROM log WHERE space = ? AND sequence <= ?');
    this.#compact = db.transaction((space: SpaceId, made: NonNullable<StoredDocument['snapshot']>) => {
      const { through, update, coverage } = made;
      if (put.run(space, through, update, coverage, checksum(update, coverage)).changes > 0) trim.run(space, through);
    }).immediate;

    const setAside = db.prepare<[string, number]>(
      `INSERT OR IGNORE INTO quarantine (space, sequence, merged, bytes, sum)
       SELECT space, sequence, merged, bytes, sum FROM log WHERE space = ? AND sequence = ?`,
    );
    const take = db.prepare<[string, number]>('DELETE FROM log WHERE space = ? AND sequence = ?');
    this.#quarantine = db.transaction((space: SpaceId, sequence: number) => {
      setAside.run(space, sequence);
      take.run(space, sequence);
    }).immediate;
  }

  partOf(): number {
    return 0;
  }

  async append(entries: readonly NewEntry[]): Promise<number[]> {
    return this.#append(entries);
  }

  async load(space: SpaceId, after = 0): Promise<StoredDocument> {
    try {
      return this.#load(space, after);
    } catch (error) {
      if (isCorrupt(error)) throw new DamagedDocument(space, 'the pages that it lies in cannot be read');
      throw error;
    }
  }

  async lastEntries(of?: readonly SpaceId[]): Promise<Map<SpaceId, number>> {
    if (!of) return new Map(this.#last.all().map(({ space, last }) => [space, last]));
    const found = new Map<SpaceId, number>();
    for (const space of of) {
      const last = this.#lastOf.get(space, space) ?? 0;
      if (last > 0) found.set(space, last);
    }
    return found;
  }

  async amount(space: SpaceId): Promise<StoredAmount> {
    return this.#amount.get(space, space) ?? { entries: 0, bytes: 0, snapshotBytes: 0 };
  }

  async compact(space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>): Promise<void> {
    this.#compact(space, snapshot);
  }

  async quarantine(space: SpaceId, sequence: number): Promise<void> {
    this.#quarantine(space, sequence);
  }
}

/** Whether SQLite says that the file is not what it wrote. */
export function isCorrupt(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}
