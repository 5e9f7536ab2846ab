/** The record index in SQLite: which space holds which record, made and changed when. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { RecordIndex, RecordTimes, Time } from '../storage';
import type { AllSpaces, SpacesThat } from './all-spaces';
import type { KeptReads } from './kept-reads';

type Holder = Awaited<ReturnType<RecordIndex['holders']>>[number];
type RecordRow = Omit<RecordTimes, 'deleted'> & { readonly deleted: number | null };

/** Up to which entry of its log the times of a space are saved; in an index of its own, which spares a page of the table. */
const THROUGH = 'ifnull((SELECT through FROM indexed INDEXED BY indexed_whole WHERE space = spaces.id), 0)';

export class SqliteRecordIndex implements RecordIndex {
  readonly #through: Statement<[string], number>;
  readonly #load: (space: SpaceId) => { through: number; times: RecordTimes[] };
  readonly #save: (space: SpaceId, through: number, times: readonly RecordTimes[]) => void;
  /** By kind and id, each on a line. */
  readonly #holders: (of: string) => readonly Holder[];
  readonly #behind: SpacesThat<object>;
  readonly #naming: SpacesThat<{ readonly id: Uint8Array }>;
  readonly #deletedBy: Statement<[number], SpaceId>;
  readonly #unsavedOf: SpacesThat<{ readonly time: Time }>;

  constructor(db: Database, reads: KeptReads, spaces: AllSpaces) {
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
    this.#behind = spaces.that(`ifnull((SELECT max(sequence) FROM log WHERE space = spaces.id), 0) > ${THROUGH}`);
    this.#naming = spaces.that(
      `EXISTS (SELECT 1 FROM log WHERE space = spaces.id AND sequence > ${THROUGH} AND instr(bytes, :id) > 0)`,
    );
    this.#deletedBy = db.prepare<[number], SpaceId>('SELECT DISTINCT space FROM records WHERE deleted <= ?').pluck();
    this.#unsavedOf = spaces.that(
      `(SELECT merged FROM log WHERE space = spaces.id AND sequence > ${THROUGH} ORDER BY sequence LIMIT 1) <= :time`,
    );
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
    const unsaved = await this.#unsavedOf({ time });
    // After that: what is saved meanwhile is in one of the two.
    return [...new Set([...unsaved, ...this.#deletedBy.all(time)])];
  }

  async behind(id?: string): Promise<SpaceId[]> {
    return id === undefined ? this.#behind({}) : this.#naming({ id: Buffer.from(id) });
  }
}
