/** Documents in SQLite: a log with a sequence a space, and a snapshot a space that stands for its beginning. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import type { DocumentStore, LogEntry, NewEntry, StoredDocument } from '../storage';

interface LogRow {
  sequence: number;
  merged: number;
  bytes: Buffer;
}
interface SnapshotRow {
  through: number;
  bytes: Buffer;
  coverage: Buffer;
}

/** Finds the place of the next entry and writes it: to be used inside a transaction, also by who makes a space with its first entry. */
export class LogWriter {
  readonly #last: Statement<[string, string, string], number>;
  readonly #insert: Statement<[string, number, number, Uint8Array]>;

  constructor(db: Database) {
    this.#last = db
      .prepare<[string, string, string], number>(
        `SELECT max(
           ifnull((SELECT max(sequence) FROM log WHERE space = ?), 0),
           ifnull((SELECT through FROM snapshots WHERE space = ?), 0),
           ifnull((SELECT max(sequence) FROM quarantine WHERE space = ?), 0))`,
      )
      .pluck();
    this.#insert = db.prepare('INSERT INTO log (space, sequence, merged, bytes) VALUES (?, ?, ?, ?)');
  }

  /** @returns the entry's sequence */
  write({ space, update, merged }: NewEntry): number {
    const sequence = (this.#last.get(space, space, space) ?? 0) + 1;
    this.#insert.run(space, sequence, merged, update);
    return sequence;
  }
}

export class SqliteDocuments implements DocumentStore {
  readonly #append: (entries: readonly NewEntry[]) => number[];
  readonly #load: (space: SpaceId) => StoredDocument;
  readonly #compact: (space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>) => void;
  readonly #quarantine: (space: SpaceId, sequence: number) => void;

  constructor(db: Database) {
    const writer = new LogWriter(db);
    // Immediate: a transaction that reads first and writes later would fail at once where a command beside us writes.
    this.#append = db.transaction((entries: readonly NewEntry[]) =>
      entries.map((entry) => writer.write(entry)),
    ).immediate;

    const snapshot = db.prepare<[string], SnapshotRow>(
      'SELECT through, bytes, coverage FROM snapshots WHERE space = ?',
    );
    const log = db.prepare<[string, number], LogRow>(
      'SELECT sequence, merged, bytes FROM log WHERE space = ? AND sequence > ? ORDER BY sequence',
    );
    this.#load = db.transaction((space: SpaceId): StoredDocument => {
      const found = snapshot.get(space);
      const entries = log.all(space, found?.through ?? 0);
      return {
        snapshot: found && { through: found.through, update: found.bytes, coverage: found.coverage },
        log: entries.map(({ sequence, merged, bytes }): LogEntry => ({ sequence, merged, update: bytes })),
      };
    });

    const put = db.prepare<[string, number, Uint8Array, Uint8Array]>(
      `INSERT INTO snapshots (space, through, bytes, coverage) VALUES (?, ?, ?, ?)
       ON CONFLICT (space) DO UPDATE SET through = excluded.through, bytes = excluded.bytes, coverage = excluded.coverage`,
    );
    const trim = db.prepare<[string, number]>('DELETE FROM log WHERE space = ? AND sequence <= ?');
    this.#compact = db.transaction((space: SpaceId, made: NonNullable<StoredDocument['snapshot']>) => {
      put.run(space, made.through, made.update, made.coverage);
      trim.run(space, made.through);
    }).immediate;

    const setAside = db.prepare<[string, number]>(
      `INSERT OR IGNORE INTO quarantine (space, sequence, merged, bytes)
       SELECT space, sequence, merged, bytes FROM log WHERE space = ? AND sequence = ?`,
    );
    const take = db.prepare<[string, number]>('DELETE FROM log WHERE space = ? AND sequence = ?');
    this.#quarantine = db.transaction((space: SpaceId, sequence: number) => {
      setAside.run(space, sequence);
      take.run(space, sequence);
    }).immediate;
  }

  async append(entries: readonly NewEntry[]): Promise<number[]> {
    return this.#append(entries);
  }

  async load(space: SpaceId): Promise<StoredDocument> {
    return this.#load(space);
  }

  async compact(space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>): Promise<void> {
    this.#compact(space, snapshot);
  }

  async quarantine(space: SpaceId, sequence: number): Promise<void> {
    this.#quarantine(space, sequence);
  }
}
