/** Documents in PostgreSQL: a log with a sequence a space, and a snapshot a space that stands for its beginning. */
import type { SpaceId } from '../../../shared/ids';
import { checksum } from '../checksum';
import type { DocumentStore, NewEntry, StoredAmount, StoredDocument } from '../storage';
import { DamagedDocument } from '../storage-failures';
import type { Connections } from './connections';
import { type Queries, sql } from './statement';

/**
 * One statement, and so one transaction and one way there and back. The row of a space in `heads` is what makes its sequence: whoever
 * has raised `last` holds the row until its commit, and the next one, of this process or any other, waits and then counts on from
 * what was committed. So no two entries ever get one sequence, under the usual isolation (read committed), and none is left out.
 * Rows are raised in the order of the spaces' ids, so that no two appends wait for each other.
 * The updates come as one value, which is cut here: so they need not be written as text.
 */
const APPEND = sql(
  `WITH given AS (
     SELECT place, space, merged, sum, substring($1::BYTEA FROM start FOR length) AS bytes
     FROM unnest($2::TEXT[], $3::BIGINT[], $4::BIGINT[], $5::INTEGER[], $6::INTEGER[])
       WITH ORDINALITY AS entry (space, merged, sum, start, length, place)
   ), amounts AS (
     SELECT space, count(*) AS amount FROM given GROUP BY space
   ), raised AS (
     INSERT INTO heads (space, last) SELECT space, amount FROM amounts ORDER BY space COLLATE "C"
     ON CONFLICT (space) DO UPDATE SET last = heads.last + excluded.last
     RETURNING space, last
   ), written AS (
     INSERT INTO log (space, sequence, merged, bytes, sum)
     SELECT space, last - amount + row_number() OVER (PARTITION BY space ORDER BY place), merged, bytes, sum
     FROM given JOIN amounts USING (space) JOIN raised USING (space)
   ), marked AS (
     INSERT INTO unindexed (space) SELECT space FROM raised ON CONFLICT DO NOTHING
   )
   SELECT space, last FROM raised`,
);
/** Both parts in one statement, so that they are of one moment. */
const LOAD = sql(
  `SELECT 0 AS part, through AS sequence, 0::BIGINT AS merged, bytes, coverage, sum FROM snapshots
   WHERE space = $1 AND through > $2
   UNION ALL
   SELECT 1, sequence, merged, bytes, NULL, sum FROM log
   WHERE space = $1 AND sequence > greatest($2, (SELECT through FROM snapshots WHERE space = $1))
   ORDER BY part, sequence`,
);
const LAST = `SELECT space, last FROM (
     SELECT space, greatest(
       (SELECT max(sequence) FROM log WHERE log.space = heads.space),
       (SELECT through FROM snapshots WHERE snapshots.space = heads.space)) AS last
     FROM heads
   ) known WHERE last IS NOT NULL`;
const LAST_ENTRIES = sql(LAST);
const LAST_ENTRIES_OF = sql(`${LAST} AND space = ANY($1::TEXT[])`);
const AMOUNT = sql(
  `SELECT count(*) AS entries, coalesce(sum(octet_length(bytes)), 0)::BIGINT AS bytes,
     coalesce((SELECT octet_length(bytes) FROM snapshots WHERE space = $1), 0) AS snapshot_bytes
   FROM log WHERE space = $1`,
);
const FOLD = sql(
  `INSERT INTO snapshots (space, through, bytes, coverage, sum) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (space) DO UPDATE
   SET through = excluded.through, bytes = excluded.bytes, coverage = excluded.coverage, sum = excluded.sum
   WHERE snapshots.through <= excluded.through`,
);
const TRIM = sql('DELETE FROM log WHERE space = $1 AND sequence <= $2');
const SET_ASIDE = sql(
  `WITH taken AS (DELETE FROM log WHERE space = $1 AND sequence = $2 RETURNING space, sequence, merged, bytes, sum)
   INSERT INTO quarantine (space, sequence, merged, bytes, sum) SELECT space, sequence, merged, bytes, sum FROM taken
   ON CONFLICT DO NOTHING`,
);

interface PartRow {
  readonly part: 0 | 1;
  readonly sequence: number;
  readonly merged: number;
  readonly bytes: Buffer;
  readonly coverage: Buffer | null;
  readonly sum: number;
}

/** Over so many bytes an append is several statements of one transaction. */
const STATEMENT_BYTES = 64 * 1024 * 1024;

/** Writes entries whose bytes fit into one statement. @returns the sequence of each */
export async function appendEntries(queries: Queries, entries: readonly NewEntry[]): Promise<readonly number[]> {
  const starts: number[] = [];
  let end = 1;
  for (const { update } of entries) {
    starts.push(end);
    end += update.length;
  }
  const raised = await queries.rows<{ space: string; last: number }>(
    APPEND,
    entries.length === 1 && entries[0] ? entries[0].update : Buffer.concat(entries.map(({ update }) => update)),
    entries.map(({ space }) => space),
    entries.map(({ merged }) => merged),
    entries.map(({ update }) => checksum(update)),
    starts,
    entries.map(({ update }) => update.length),
  );
  // Counted back from the last one of each space.
  const next = new Map(raised.map(({ space, last }) => [space, last]));
  const sequences = entries.map(() => 0);
  for (let at = entries.length - 1; at >= 0; at--) {
    const space = entries[at]?.space ?? '';
    const sequence = next.get(space) ?? 0;
    sequences[at] = sequence;
    next.set(space, sequence - 1);
  }
  return sequences;
}

/** Writes the first entries of documents, within the transactions that make their spaces. */
export interface FirstEntries {
  /** Rejects where such an entry could not be written now, before anything waits for that. */
  ready(space: SpaceId): Promise<void>;
  /** @param queries of the transaction; the last that is written in it */
  append(queries: Queries, entry: NewEntry): Promise<void>;
}

/** Where documents lie beside their spaces. */
export const FIRST_BESIDE: FirstEntries = {
  ready: async () => undefined,
  append: async (queries, entry) => {
    await appendEntries(queries, [entry]);
  },
};

/** Who appends: the pool, or the one session of a server. */
export interface Appender {
  /** Runs something on a connection of its own or, where one session does everything, when that is free. */
  append<T>(work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T>;
}

export class PostgresDocuments implements DocumentStore {
  readonly #connections: Connections;
  readonly #appender: Appender;
  /** What is being set aside: whoever loads the document waits for it. */
  readonly #settingAside = new Map<SpaceId, Promise<unknown>>();

  constructor(connections: Connections, appender: Appender) {
    this.#connections = connections;
    this.#appender = appender;
  }

  partOf(): number {
    return 0;
  }

  async append(entries: readonly NewEntry[]): Promise<number[]> {
    const parts = cut(entries);
    return this.#appender.append(async (queries) => {
      const sequences: number[] = [];
      for (const part of parts) sequences.push(...(await appendEntries(queries, part)));
      return sequences;
    }, parts.length > 1);
  }

  async load(space: SpaceId, after = 0): Promise<StoredDocument> {
    await this.#settingAside.get(space);
    const rows = await this.#connections.rows<PartRow>(LOAD, space, after);
    const found = rows[0]?.part === 0 ? rows[0] : undefined;
    const log = found ? rows.slice(1) : rows;
    const coverage = found?.coverage ?? new Uint8Array();
    if (found && checksum(found.bytes, coverage) !== found.sum)
      throw new DamagedDocument(space, `its snapshot, through entry ${found.sequence}, is not what was written`);
    const wrong = log.find(({ bytes, sum }) => checksum(bytes) !== sum);
    if (wrong) throw new DamagedDocument(space, `entry ${wrong.sequence} of its log is not what was written`);
    return {
      snapshot: found && { through: found.sequence, update: found.bytes, coverage },
      log: log.map(({ sequence, merged, bytes }) => ({ sequence, merged, update: bytes })),
    };
  }

  async lastEntries(of?: readonly SpaceId[]): Promise<Map<SpaceId, number>> {
    type Place = { readonly space: SpaceId; readonly last: number };
    const rows = of
      ? await this.#connections.rows<Place>(LAST_ENTRIES_OF, of)
      : await this.#connections.rows<Place>(LAST_ENTRIES);
    return new Map(rows.map(({ space, last }) => [space, last]));
  }

  async amount(space: SpaceId): Promise<StoredAmount> {
    type Sums = { readonly entries: number; readonly bytes: number; readonly snapshot_bytes: number };
    const [sums] = await this.#connections.rows<Sums>(AMOUNT, space);
    return { entries: sums?.entries ?? 0, bytes: sums?.bytes ?? 0, snapshotBytes: sums?.snapshot_bytes ?? 0 };
  }

  async compact(space: SpaceId, made: NonNullable<StoredDocument['snapshot']>): Promise<void> {
    const { through, update, coverage } = made;
    await this.#connections.write(async (queries) => {
      const folded = await queries.run(FOLD, space, through, update, coverage, checksum(update, coverage));
      if (folded > 0) await queries.run(TRIM, space, through);
    });
  }

  async quarantine(space: SpaceId, sequence: number): Promise<void> {
    const done = this.#connections.write((queries) => queries.run(SET_ASIDE, space, sequence));
    const settled = done.catch(() => undefined);
    this.#settingAside.set(space, settled);
    void settled.then(() => {
      if (this.#settingAside.get(space) === settled) this.#settingAside.delete(space);
    });
    await done;
  }
}

/** Entries in runs that fit into a statement each. */
function cut(entries: readonly NewEntry[]): NewEntry[][] {
  const runs: NewEntry[][] = [[]];
  let bytes = 0;
  for (const entry of entries) {
    const run = runs.at(-1);
    bytes += entry.update.length;
    if (!run || (run.length > 0 && bytes > STATEMENT_BYTES)) {
      runs.push([entry]);
      bytes = entry.update.length;
    } else run.push(entry);
  }
  return runs;
}
