/** The lock on a data folder, held by the operating system: gone with the process, however it ends. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A lock that is held. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock of a folder, which one server holds at a time. Commands do not need it.
 * It is an open exclusive transaction on a tiny database of its own: the same on every system, and no file to be left behind stale.
 * @returns undefined where another process holds it
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const db = new Database(join(folder, 'tackboard.lock'), { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
