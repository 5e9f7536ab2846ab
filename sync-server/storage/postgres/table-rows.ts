/** Reads the tables of a store in one database or several row by row, to carry them elsewhere. */
import { type Cell, CONTENT, type ReadRows, type Row, type Table } from '../tables';
import type { PostgresAddress } from './address';
import { named } from './database-failure';
import { joinDatabases } from './database-set';
import { ServerSession } from './server-session';
import { type Queries, sql } from './statement';

const ANSWER_MS = 10 * 60_000;
/** So many rows come at a time; a snapshot may be large. */
const ROWS_MAX = 200;
const SNAPSHOTS_MAX = 8;

/** What commands write meanwhile is not seen: all readings are of one moment. */
const ONE_MOMENT = sql('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
const SPACES = sql('SELECT id FROM spaces WHERE purged IS NULL');
const BEGIN_IT = sql('SELECT FROM store');

/**
 * Reads the tables of a store while nobody serves it.
 * @param from the directory, and the others that content of spaces is spread over
 * @param use is given the rows, which are there until it settles
 * @returns what `use` gives, or the database that a server has
 * @throws as a database does not answer, or cannot be used
 */
export async function withDatabaseTables<T>(
  { address, others }: { readonly address: PostgresAddress; readonly others: readonly PostgresAddress[] },
  use: (rows: ReadRows) => Promise<T>,
): Promise<
  { readonly kind: 'done'; readonly value: T } | { readonly kind: 'served'; readonly address: PostgresAddress }
> {
  const opened: { readonly address: PostgresAddress; readonly appender: ServerSession }[] = [];
  try {
    for (const one of [address, ...others]) {
      const opening = ServerSession.open({ address: one, fsync: false, answerMs: ANSWER_MS });
      const appender = await named(one, others.length + 1, opening);
      if (!appender) return { kind: 'served', address: one };
      opened.push({ address: one, appender });
    }
    const [directory, ...rest] = opened;
    if (!directory) throw new Error('no database was opened');
    await joinDatabases([directory, ...rest]);
    return {
      kind: 'done',
      value: await inMoments(
        opened.map(({ appender }) => appender),
        [],
        use,
      ),
    };
  } finally {
    for (const { appender } of opened.toReversed()) await appender.close();
  }
}

/** Begins a transaction on each session, one within the other, that of the directory first: so every space that was seen there has its document. */
function inMoments<T>(
  [session, ...rest]: readonly ServerSession[],
  begun: readonly Queries[],
  use: (rows: ReadRows) => Promise<T>,
): Promise<T> {
  if (!session) return readAll(begun, use);
  return session.append(async (queries) => {
    await queries.rows(ONE_MOMENT);
    await queries.rows(BEGIN_IT);
    return inMoments(rest, [...begun, queries], use);
  }, true);
}

async function readAll<T>(databases: readonly Queries[], use: (rows: ReadRows) => Promise<T>): Promise<T> {
  const [directory, ...others] = databases;
  if (!directory || others.length === 0) return use((table) => rowsOf(databases, table));
  const spaces = new Set((await directory.rows<{ id: string }>(SPACES)).map(({ id }) => id));
  return use(async function* (table) {
    const space = table.columns.findIndex(([name]) => name === 'space');
    // What was begun for a space that never came to be is left out.
    for await (const rows of rowsOf(databases, table))
      yield CONTENT.has(table.name) ? rows.filter((row) => spaces.has(String(row[space]))) : rows;
  });
}

async function* rowsOf(databases: readonly Queries[], table: Table): AsyncGenerator<readonly Row[]> {
  const { declare, fetch, close } = statementsOf(table);
  for (const queries of CONTENT.has(table.name) ? databases : databases.slice(0, 1)) {
    await queries.rows(declare);
    for (;;) {
      const found = await queries.rows<Record<string, Cell | boolean>>(fetch);
      if (found.length === 0) break;
      yield found.map((row) => table.columns.map(([name]) => cellOf(row[name] ?? null)));
    }
    await queries.rows(close);
  }
}

function cellOf(value: Cell | boolean): Cell {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A cursor of its own for each table, since a statement stays prepared for the columns that it gave first. */
function statementsOf({ name, columns, key }: Table) {
  const names = columns.map(([column]) => `"${column}"`);
  // As they came; of what has no place but its key, the order says nothing.
  const isPlaced = !CONTENT.has(name) && name !== 'join_codes';
  const order = isPlaced ? 'place' : names.slice(0, key).join(', ');
  const amount = name === 'snapshots' ? SNAPSHOTS_MAX : ROWS_MAX;
  return {
    declare: sql(`DECLARE read_${name} NO SCROLL CURSOR FOR SELECT ${names.join(', ')} FROM ${name} ORDER BY ${order}`),
    fetch: sql(`FETCH ${amount} FROM read_${name}`),
    close: sql(`CLOSE read_${name}`),
  };
}
