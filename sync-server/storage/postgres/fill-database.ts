/** Fills an empty database, or several, with the rows of another store, and reads them again: all of it in one transaction each, or nothing. */
import { type Cell, CONTENT, type ColumnType, type ReadRows, type Row, TABLES, type Table } from '../tables';
import type { PostgresAddress } from './address';
import { named } from './database-failure';
import { joinDatabases } from './database-set';
import { LOCK } from './migrations';
import { ServerSession } from './server-session';
import { type NamedDatabase, SpaceRouting } from './space-routing';
import { type Queries, sql, type Value } from './statement';

/** What became of it. */
export type Filling =
  /** Every row is there as it was. @property rows how many of each table */
  | { readonly kind: 'done'; readonly rows: Readonly<Record<string, number>> }
  | { readonly kind: 'served'; readonly address: PostgresAddress }
  | { readonly kind: 'not-empty'; readonly address: PostgresAddress; readonly table: string }
  /** What was read again is not what was written; nothing was kept. */
  | { readonly kind: 'differs'; readonly address: PostgresAddress; readonly table: string; readonly key: string };

const ANSWER_MS = 10 * 60_000;

const ALONE = sql(`SELECT pg_advisory_xact_lock(${LOCK.rights})`);
const HEADS = sql(
  `INSERT INTO heads (space, last)
   SELECT space, max(last) FROM (
     SELECT space, sequence AS last FROM log
     UNION ALL SELECT space, sequence FROM quarantine
     UNION ALL SELECT space, through FROM snapshots
   ) entries GROUP BY space`,
);
const UNINDEXED = sql(
  `INSERT INTO unindexed SELECT space FROM heads
   WHERE last > coalesce((SELECT through FROM indexed WHERE indexed.space = heads.space), 0)`,
);

/** A database that is filled, with the session that has its lock. */
interface Target extends NamedDatabase {
  readonly address: PostgresAddress;
  readonly appender: ServerSession;
}

/**
 * Fills databases while nobody else serves them. All of them are filled before the first transaction is committed, that of the directory last.
 * @param to the directory, and the others that content of spaces is spread over
 * @param read the rows; read twice for each database
 * @throws as a database does not answer, or cannot be used
 */
export async function fillDatabases(
  { address, others }: { readonly address: PostgresAddress; readonly others: readonly PostgresAddress[] },
  read: ReadRows,
): Promise<Filling> {
  const opened: Omit<Target, 'id'>[] = [];
  try {
    for (const one of [address, ...others]) {
      const opening = ServerSession.open({ address: one, fsync: true, answerMs: ANSWER_MS });
      const appender = await named(one, others.length + 1, opening);
      if (!appender) return { kind: 'served', address: one };
      opened.push({ address: one, appender });
    }
    const [directory, ...rest] = opened;
    if (!directory) throw new Error('no database was opened');
    const ids = await joinDatabases([directory, ...rest]);
    const target = (one: Omit<Target, 'id'>, at: number): Target => ({ ...one, id: ids[at] ?? '' });
    const routing = new SpaceRouting([target(directory, 0), ...rest.map((one, at) => target(one, at + 1))]);
    for (const { appender } of opened) await appender.begin();
    return { kind: 'done', rows: await fillAll(routing, read) };
  } catch (error) {
    // Thrown so that the transactions take everything back.
    if (error instanceof NotKept) return error.filling;
    throw error;
  } finally {
    for (const { appender } of opened.toReversed()) await appender.close();
  }
}

class NotKept extends Error {
  constructor(readonly filling: Filling) {
    super(filling.kind);
  }
}

/** Fills a database within its transaction, and in that those after it. @returns how many rows of each table are in these */
async function fillAll(routing: SpaceRouting<Target>, read: ReadRows, at = 0): Promise<Record<string, number>> {
  const target = routing.all[at];
  if (!target) return {};
  return target.appender.append(async (queries) => {
    const counts = await fill(queries, target.address, ownRows(routing, target, read));
    for (const [table, rows] of Object.entries(await fillAll(routing, read, at + 1)))
      counts[table] = (counts[table] ?? 0) + rows;
    return counts;
  }, true);
}

/** The rows that belong into one of several databases. */
function ownRows(routing: SpaceRouting<Target>, target: Target, read: ReadRows): ReadRows {
  if (routing.all.length === 1) return read;
  return async function* (table) {
    const space = table.columns.findIndex(([name]) => name === 'space');
    const isOwn = (row: Row): boolean => routing.of(String(row[space])) === target;
    if (!CONTENT.has(table.name)) {
      if (target === routing.all[0]) yield* read(table);
      return;
    }
    for await (const rows of read(table)) {
      const own = rows.filter(isOwn);
      if (own.length > 0) yield own;
    }
  };
}

async function fill(queries: Queries, address: PostgresAddress, read: ReadRows): Promise<Record<string, number>> {
  await queries.rows(ALONE);
  const statements = TABLES.map((table) => ({ table, ...statementsOf(table) }));
  for (const { table, count } of statements) {
    if ((await countRows(queries, count)) > 0) throw new NotKept({ kind: 'not-empty', address, table: table.name });
  }
  for (const { table, insert } of statements) {
    for await (const rows of read(table)) await queries.run(insert, ...columnsOf(table.columns, rows));
  }
  await queries.run(HEADS);
  await queries.run(UNINDEXED);
  const counts: Record<string, number> = {};
  for (const { table, count, find } of statements) {
    const differs = (key: string) => new NotKept({ kind: 'differs', address, table: table.name, key });
    let rows = 0;
    for await (const batch of read(table)) {
      rows += batch.length;
      const other = await firstOther(queries, table, find, batch);
      if (other !== undefined) throw differs(other);
    }
    const there = await countRows(queries, count);
    if (there !== rows) throw differs(`${rows} rows and not ${there}`);
    counts[table.name] = rows;
  }
  return counts;
}

/** Reads again what was written for some rows. @returns the key of the first that is not as it was written */
async function firstOther(
  queries: Queries,
  table: Table,
  find: ReturnType<typeof sql>,
  rows: readonly Row[],
): Promise<string | undefined> {
  const keys = table.columns.slice(0, table.key);
  const found = await queries.rows<Record<string, unknown>>(find, ...columnsOf(keys, rows));
  const other = rows.find((row, at) => {
    const same = ([name, type]: Table['columns'][number], column: number) =>
      isSame(type, row[column] ?? null, found[at]?.[name]);
    return !table.columns.every(same);
  });
  return other?.slice(0, table.key).join(' ');
}

function isSame(type: ColumnType, written: Cell, found: unknown): boolean {
  if (written === null || found === null) return written === found;
  if (type === 'flag') return (written !== 0) === found;
  if (type === 'bytes') return Buffer.isBuffer(found) && written instanceof Uint8Array && found.equals(written);
  return written === found;
}

async function countRows(queries: Queries, count: ReturnType<typeof sql>): Promise<number> {
  const [row] = await queries.rows<{ amount: number }>(count);
  return row?.amount ?? 0;
}

const ARRAY: Record<ColumnType, string> = { text: 'TEXT[]', number: 'BIGINT[]', flag: 'BOOLEAN[]', bytes: 'BYTEA[]' };

function statementsOf({ name, columns, key }: Table) {
  const names = columns.map(([column]) => `"${column}"`).join(', ');
  const given = columns.map(([, type], at) => `$${at + 1}::${ARRAY[type]}`);
  const keys = columns.slice(0, key).map(([column]) => `"${column}"`);
  return {
    count: sql(`SELECT count(*) AS amount FROM ${name}`),
    insert: sql(`INSERT INTO ${name} (${names}) SELECT * FROM unnest(${given.join(', ')})`),
    find: sql(
      `SELECT ${names} FROM unnest(${given.slice(0, key).join(', ')}) WITH ORDINALITY AS wanted (${keys.join(', ')}, asked)
       JOIN ${name} USING (${keys.join(', ')}) ORDER BY asked`,
    ),
  };
}

/** The rows as one array a column. */
function columnsOf(columns: Table['columns'], rows: readonly Row[]): Value[] {
  return columns.map(([, type], at) =>
    rows.map((row) => {
      const cell = row[at] ?? null;
      return type === 'flag' && cell !== null ? cell !== 0 : cell;
    }),
  );
}
