/** The record index in PostgreSQL: which space holds which record, made and changed when. */
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { RecordIndex, RecordTimes, Time } from '../storage';
import type { Connections } from './connections';
import { sql } from './statement';

type RecordRow = Omit<RecordTimes, 'deleted'> & { readonly deleted: number | null };

/** The position, in the row of no record, and the times: in one statement, so that they are of one moment. */
const LOAD = sql(
  `SELECT NULL AS kind, '' AS id, through AS created, 0::BIGINT AS modified, NULL::BIGINT AS deleted FROM indexed WHERE space = $1
   UNION ALL SELECT kind, id, created, modified, deleted FROM records WHERE space = $1`,
);
const THROUGH = sql('SELECT through FROM indexed WHERE space = $1');
/** Who comes late, with a position that is behind what is saved, changes nothing. */
const ADVANCE = sql(
  `INSERT INTO indexed (space, through) VALUES ($1, $2)
   ON CONFLICT (space) DO UPDATE SET through = excluded.through WHERE indexed.through <= excluded.through`,
);
const PUT = sql(
  `INSERT INTO records (kind, id, space, created, modified, deleted)
   SELECT kind, id, $1, created, modified, deleted
   FROM unnest($2::TEXT[], $3::TEXT[], $4::BIGINT[], $5::BIGINT[], $6::BIGINT[]) AS times (kind, id, created, modified, deleted)
   ON CONFLICT (kind, id, space) DO UPDATE SET modified = excluded.modified, deleted = excluded.deleted`,
);
const HOLDERS = sql('SELECT space, created FROM records WHERE kind = $1 AND id = $2 ORDER BY created, space');
const BEHIND = sql(
  `SELECT space AS id FROM unindexed WHERE EXISTS (SELECT FROM log WHERE log.space = unindexed.space
     AND sequence > coalesce((SELECT through FROM indexed WHERE indexed.space = unindexed.space), 0))`,
);
const BEHIND_NAMING = sql(
  `SELECT space AS id FROM unindexed WHERE EXISTS (SELECT FROM log WHERE log.space = unindexed.space
     AND sequence > coalesce((SELECT through FROM indexed WHERE indexed.space = unindexed.space), 0)
     AND position($1::BYTEA IN bytes) > 0)`,
);
const DELETED_BY = sql(
  `SELECT space AS id FROM records WHERE deleted <= $1
   UNION SELECT space FROM unindexed WHERE
     (SELECT merged FROM log WHERE log.space = unindexed.space
        AND sequence > coalesce((SELECT through FROM indexed WHERE indexed.space = unindexed.space), 0)
      ORDER BY sequence LIMIT 1) <= $1`,
);
/** Its head first: who appends meanwhile waits, and then marks it again. */
const LOCK_HEAD = sql('SELECT last FROM heads WHERE space = $1 FOR UPDATE');
const UNMARK = sql('DELETE FROM unindexed WHERE space = $1');

export class PostgresRecordIndex implements RecordIndex {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async load(space: SpaceId): Promise<{ through: number; times: RecordTimes[] }> {
    const rows = await this.#connections.rows<Omit<RecordRow, 'kind'> & { kind: RecordTimes['kind'] | null }>(
      LOAD,
      space,
    );
    let through = 0;
    const times: RecordTimes[] = [];
    for (const { kind, deleted, ...row } of rows) {
      if (kind === null) through = row.created;
      else times.push({ ...row, kind, deleted: deleted ?? undefined });
    }
    return { through, times };
  }

  async through(space: SpaceId): Promise<number> {
    const [found] = await this.#connections.rows<{ through: number }>(THROUGH, space);
    return found?.through ?? 0;
  }

  async save(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void> {
    // A record once, the last of what is said of it; ids that are stored as the same text are one.
    const last = new Map(times.map((one) => [`${one.kind} ${one.id.toWellFormed()}`, one]));
    const changed = [...last.values()];
    await this.#connections.write(async (queries) => {
      if ((await queries.run(ADVANCE, space, through)) === 0) return;
      if (changed.length > 0)
        await queries.run(
          PUT,
          space,
          changed.map(({ kind }) => kind),
          changed.map(({ id }) => id),
          changed.map(({ created }) => created),
          changed.map(({ modified }) => modified),
          changed.map(({ deleted }) => deleted ?? null),
        );
      const [head] = await queries.rows<{ last: number }>(LOCK_HEAD, space);
      if (head && head.last <= through) await queries.run(UNMARK, space);
    });
  }

  holders(kind: RecordKind, id: string): Promise<{ space: SpaceId; created: Time }[]> {
    return this.#connections.rows(HOLDERS, kind, id);
  }

  async deletedBy(time: Time): Promise<SpaceId[]> {
    return (await this.#connections.rows<{ id: SpaceId }>(DELETED_BY, time)).map(({ id }) => id);
  }

  async behind(id?: string): Promise<SpaceId[]> {
    const found =
      id === undefined
        ? await this.#connections.rows<{ id: SpaceId }>(BEHIND)
        : await this.#connections.rows<{ id: SpaceId }>(BEHIND_NAMING, Buffer.from(id));
    return found.map((row) => row.id);
  }
}
