/** The record index in SQLite: which space holds which record, made and changed when. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { RecordIndex, RecordTimes, Time } from '../storage';
import type { KeptReads } from './kept-reads';

type Holder = Awaited<ReturnType<RecordIndex['holders']>>[number];
type RecordRow = Omit<RecordTimes, 'deleted'> & { readonly deleted: number | null };

export class SqliteRecordIndex implements RecordIndex {
  readonly #through: Statement<[string], number>;
  readonly #load: (space: SpaceId) => { through: number; times: RecordTimes[] };
  readonly #save: (space: SpaceId, through: number, times: readonly RecordTimes[]) => void;
  /** By kind and id, each on a line. */
  readonly #holders: (of: string) => readonly Holder[];
  readonly #behind: Statement<[], SpaceId>;
  readonly #naming: Statement<[Uint8Array], SpaceId>;
  readonly #deletedBy: Statement<[number, number], SpaceId>;

  constructor(db: Database, reads: KeptReads) {
    const position = db.prepare<[string], number>('SELECT through FROM indexed WHERE space = ?').pluck();
    this.#through = position;
    const times = db.prepare<[string], RecordRow>(
      'SELECT kind, id, created, modified, deleted FROM records WHERE space = ?',
    );
    this.#load = db.transaction((space: SpaceId) => ({
      through: position.get(space) ?? 0,
      times: times.all(space).map((row): RecordTimes => ({ ...row, deleted: row.deleted ?? undefined })),
    }));

    const put = db.prepare<[string, string, string, number, number, number | null]>(
      `INSERT INTO records (kind, id, space, created, modified, deleted) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id, space) DO UPDATE SET modified = excluded.modified, deleted = excluded.deleted`,
    );
    const advance = db.prepare<[string, number]>(
      `INSERT INTO indexed (space, through) VALUES (?, ?)
       ON CONFLICT (space) DO UPDATE SET through = excluded.through WHERE through <= excluded.through`,
    );
    this.#save = db.transaction((space: SpaceId, through: number, changed: readonly RecordTimes[]) => {
      if (advance.run(space, through).changes === 0) return;
      for (const { kind, id, created, modified, deleted } of changed) {
        put.run(kind, id, space, created, modified, deleted ?? null);
      }
    }).immediate;

    const holders = db.prepare<[string, string], Holder>(
      'SELECT space, created FROM records WHERE kind = ? AND id = ? ORDER BY created, space',
    );
    this.#holders = reads.of((of) => {
      const end = of.indexOf('\n');
      return holders.all(of.slice(0, end), of.slice(end + 1));
    });
    this.#behind = db
      .prepare<[], SpaceId>(
        `SELECT id FROM spaces WHERE
           ifnull((SELECT max(sequence) FROM log WHERE space = spaces.id), 0)
           > ifnull((SELECT through FROM indexed WHERE space = spaces.id), 0)`,
      )
      .pluck();
    this.#naming = db
      .prepare<[Uint8Array], SpaceId>(
        `SELECT id FROM spaces WHERE EXISTS (SELECT 1 FROM log WHERE space = spaces.id AND instr(bytes, ?) > 0
           AND sequence > ifnull((SELECT through FROM indexed WHERE space = spaces.id), 0))`,
      )
      .pluck();
    this.#deletedBy = db
      .prepare<[number, number], SpaceId>(
        `SELECT space FROM records WHERE deleted <= ?
         UNION SELECT id FROM spaces WHERE
           (SELECT merged FROM log WHERE space = spaces.id
              AND sequence > ifnull((SELECT through FROM indexed WHERE space = spaces.id), 0)
            ORDER BY sequence LIMIT 1) <= ?`,
      )
      .pluck();
  }

  async load(space: SpaceId): Promise<{ through: number; times: RecordTimes[] }> {
    return this.#load(space);
  }

  async through(space: SpaceId): Promise<number> {
    return this.#through.get(space) ?? 0;
  }

  async save(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void> {
    this.#save(space, through, times);
  }

  async holders(kind: RecordKind, id: string): Promise<readonly Holder[]> {
    return this.#holders(`${kind}\n${id}`);
  }

  async deletedBy(time: Time): Promise<SpaceId[]> {
    return this.#deletedBy.all(time, time);
  }

  async behind(id?: string): Promise<SpaceId[]> {
    return id === undefined ? this.#behind.all() : this.#naming.all(Buffer.from(id));
  }
}
