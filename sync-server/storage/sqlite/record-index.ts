/** The record index in SQLite: which space holds which record, made and changed when. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { RecordIndex, RecordTimes, Time } from '../storage';
import type { AllSpaces, SpacesThat } from './all-spaces';
import type { KeptReads } from './kept-reads';

type Holder = Awaited<ReturnType<RecordIndex['holders']>>[number];
type RecordRow = Omit<RecordTimes, 'deleted'> & { readonly deleted: number | null };

/** So many records are put in one transaction: some two milliseconds' work. */
const PORTION = 500;

/** Up to which entry of its log the times of a space are saved; in an index of its own, which spares a page of the table. */
const THROUGH = 'ifnull((SELECT through FROM indexed INDEXED BY indexed_whole WHERE space = spaces.id), 0)';

export class SqliteRecordIndex implements RecordIndex {
  readonly #through: Statement<[string], number>;
  readonly #load: (space: SpaceId) => { through: number; times: RecordTimes[] };
  /** Puts times, unless they are of before what is saved. @returns whether it has */
  readonly #put: (space: SpaceId, through: number, times: readonly RecordTimes[]) => boolean;
  /** The same, and says that all is saved. */
  readonly #save: (space: SpaceId, through: number, times: readonly RecordTimes[]) => void;
  /** One after the other: none that takes several turns puts its times over those of a later one. */
  #saving: Promise<void> = Promise.resolve();
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
    const putAll = (space: SpaceId, times: readonly RecordTimes[]): void => {
      for (const { kind, id, created, modified, deleted } of times)
        put.run(kind, id, space, created, modified, deleted ?? null);
    };
    this.#put = db.transaction((space: SpaceId, through: number, times: readonly RecordTimes[]) => {
      if ((position.get(space) ?? 0) > through) return false;
      putAll(space, times);
      return true;
    }).immediate;
    this.#save = db.transaction((space: SpaceId, through: number, times: readonly RecordTimes[]) => {
      if (advance.run(space, through).changes > 0) putAll(space, times);
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
    // Told which index: to find each space once it would go through another, which names every record.
    this.#deletedBy = db
      .prepare<[number], SpaceId>('SELECT DISTINCT space FROM records INDEXED BY records_deleted WHERE deleted <= ?')
      .pluck();
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

  save(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void> {
    const saved = this.#saving.then(() => this.#saveInPortions(space, through, times));
    this.#saving = saved.catch(() => undefined);
    return saved;
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

  /** Others are served between two portions. What a crash leaves of it is put once more, since the position comes last. */
  async #saveInPortions(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void> {
    // In the order of the table, so that each portion writes few of its pages.
    const sorted =
      times.length > PORTION ? times.toSorted((a, b) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)) : times;
    let at = 0;
    for (; sorted.length - at > PORTION; at += PORTION) {
      if (!this.#put(space, through, sorted.slice(at, at + PORTION))) return;
      await new Promise(setImmediate);
    }
    this.#save(space, through, sorted.slice(at));
  }
}
