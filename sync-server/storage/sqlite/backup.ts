/** A copy of the embedded store in one file, made while others write. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { STORE_FILE } from './sqlite-storage';

/**
 * Writes a consistent copy of everything into a new file.
 * @param folder a data folder that has a store
 * @throws if the file exists or cannot be written
 */
export function backUpSqlite(folder: string, file: string): void {
  if (existsSync(file)) throw Object.assign(new Error('it exists already'), { code: 'EEXIST' });
  const db = new Database(join(folder, STORE_FILE), { timeout: 5_000, fileMustExist: true });
  try {
    db.prepare('VACUUM INTO ?').run(file);
  } finally {
    db.close();
  }
}
