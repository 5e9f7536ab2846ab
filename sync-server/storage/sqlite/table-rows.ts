/** Reads the tables of an embedded store row by row, to carry them elsewhere. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Row, Table } from '../tables';
import { STORE_FILE } from './sqlite-storage';

/** So many rows or bytes come at a time. */
const ROWS_MAX = 1_000;
const BYTES_MAX = 8 * 1024 * 1024;

/** Tables that are read, until they are closed. */
export interface OpenTables {
  readonly rows: (table: Table) => Iterable<readonly Row[]>;
  close(): void;
}

/** Opens the tables of a data folder, whose store is of this version. */
export function openTables(folder: string): OpenTables {
  const db = new Database(join(folder, STORE_FILE), { readonly: true, fileMustExist: true });
  // What commands write meanwhile is not seen: both readings are of one moment.
  db.exec('BEGIN');
  return { rows: (table) => rowsOf(db, table), close: () => db.close() };
}

function* rowsOf(db: Database.Database, { name, columns, key }: Table): Generator<readonly Row[]> {
  const names = columns.map(([column]) => `"${column}"`);
  // The record index has no place for its rows but their key.
  const order = name === 'records' ? names.slice(0, key).join(', ') : 'rowid';
  const all = db.prepare<[], Row>(`SELECT ${names.join(', ')} FROM ${name} ORDER BY ${order}`).raw();
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of all.iterate()) {
    batch.push(row);
    for (const cell of row) bytes += typeof cell === 'object' && cell !== null ? cell.length : 0;
    if (batch.length < ROWS_MAX && bytes < BYTES_MAX) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
