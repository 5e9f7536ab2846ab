/** The tables that every store has, row by row the same: what is carried when a team moves from one to another. */

/** What is in a column. A flag is 0 or 1 here, whatever a store makes of it. */
export type ColumnType = 'text' | 'number' | 'flag' | 'bytes';

/** A value of a row. */
export type Cell = string | number | Uint8Array | null;
/** A row, in the order of its table's columns. */
export type Row = readonly Cell[];

export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  /** How many of the columns, from the first on, tell its rows apart. */
  readonly key: number;
}

/** In an order in which each names rows of those before it only. What a store derives from these (indexes, last places) is its own. */
export const TABLES: readonly Table[] = [
  table('users', 1, 'id name email email_key', 'created modified'),
  table('tokens', 1, 'id user', 'created expires revoked', ['hash', 'bytes'], ['read_only', 'flag']),
  table('spaces', 1, 'id kind workspace deleted_with', 'created modified deleted purged'),
  table('members', 2, 'space user role', 'added'),
  table('invites', 1, 'id space email email_key role invited_by', 'created'),
  table('requests', 2, 'space user role', 'created'),
  table('join_codes', 1, 'invite', 'expires', ['hash', 'bytes']),
  table('records', 3, 'kind id space', 'created modified deleted'),
  table('indexed', 1, 'space', 'through'),
  table('log', 2, 'space', 'sequence merged sum', ['bytes', 'bytes']),
  table('quarantine', 2, 'space', 'sequence merged sum', ['bytes', 'bytes']),
  table('snapshots', 1, 'space', 'through sum', ['bytes', 'bytes'], ['coverage', 'bytes']),
];

function table(
  name: string,
  key: number,
  texts: string,
  numbers: string,
  ...others: readonly (readonly [name: string, type: ColumnType])[]
): Table {
  const columns = (names: string, type: ColumnType) => names.split(' ').map((one) => [one, type] as const);
  return { name, key, columns: [...columns(texts, 'text'), ...columns(numbers, 'number'), ...others] };
}

/** The tables whose rows follow their space where a store is in several databases; the others are in its directory. */
export const CONTENT: ReadonlySet<string> = new Set(['records', 'indexed', 'log', 'quarantine', 'snapshots']);

/** Rows of a table, some at a time, in the order in which they came. */
export type ReadRows = (table: Table) => Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
