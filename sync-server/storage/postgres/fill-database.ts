/** Fills an empty database with the rows of another store, and reads them again: all of it in one transaction, or nothing. */
import { type Cell, type ColumnType, type ReadRows, type Row, TABLES, type Table } from '../tables';
import type { PostgresAddress } from './address';
import { LOCK } from './migrations';
import { ServerSession } from './server-session';
import { type Queries, sql, type Value } from './statement';

/** What became of it. */
export type Filling =
  /** Every row is there as it was. @property rows how many of each table */
  | { readonly kind: 'done'; readonly rows: Readonly<Record<string, number>> }
  | { readonly kind: 'served' }
  | { readonly kind: 'not-empty'; readonly table: string }
  /** What was read again is not what was written; nothing was kept. */
  | { readonly kind: 'differs'; readonly table: string; readonly key: string };

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

/**
 * Fills a database while nobody else serves it.
 * @param read the rows; read twice
 * @throws as the database does not answer, or cannot be used
 */
export async function fillDatabase(address: PostgresAddress, read: ReadRows): Promise<Filling> {
  const session = await ServerSession.open({ address, fsync: true, answerMs: ANSWER_MS });
  if (!session) return { kind: 'served' };
  try {
    return await session.append((queries) => fill(queries, read), true);
  } catch (error) {
    // Thrown so that the transaction takes everything back.
    if (error instanceof NotKept) return error.filling;
    throw error;
  } finally {
    await session.close();
  }
}

class NotKept extends Error {
  constructor(readonly filling: Filling) {
    super(filling.kind);
  }
}

async function fill(queries: Queries, read: ReadRows): Promise<Filling> {
  await queries.rows(ALONE);
  const statements = TABLES.map((table) => ({ table, ...statementsOf(table) }));
  for (const { table, count } of statements) {
    if ((await countRows(queries, count)) > 0) throw new NotKept({ kind: 'not-empty', table: table.name });
  }
  for (const { table, insert } of statements) {
    for (const rows of read(table)) await queries.run(insert, ...columnsOf(table.columns, rows));
  }
  await queries.run(HEADS);
  const counts: Record<string, number> = {};
  for (const { table, count, find } of statements) {
    let rows = 0;
    for (const batch of read(table)) {
      rows += batch.length;
      await compare(queries, table, find, batch);
    }
    const there = await countRows(queries, count);
    if (there !== rows) throw new NotKept({ kind: 'differs', table: table.name, key: `${rows} rows and not ${there}` });
    counts[table.name] = rows;
  }
  return { kind: 'done', rows: counts };
}

/** Reads again what was written for some rows. */
async function compare(queries: Queries, table: Table, find: ReturnType<typeof sql>, rows: readonly Row[]) {
  const keys = table.columns.slice(0, table.key);
  const found = await queries.rows<Record<string, unknown>>(find, ...columnsOf(keys, rows));
  rows.forEach((row, at) => {
    const other = found[at];
    const same = table.columns.every(([name, type], column) => isSame(type, row[column] ?? null, other?.[name]));
    if (!same) throw new NotKept({ kind: 'differs', table: table.name, key: row.slice(0, table.key).join(' ') });
  });
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
