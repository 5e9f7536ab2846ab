/** Opens the store of a data folder for a command, and says in one line why it cannot. */
import { openSqlite } from '../storage/sqlite/sqlite-storage';
import type { Storage } from '../storage/storage';

/** Ends a command: the line is for standard error, the exit code is 1. */
export class CommandFailure extends Error {}

/**
 * Opens the store in a folder.
 * @throws CommandFailure where it cannot be used
 */
export function openStore(folder: string, fsync = false): Storage {
  try {
    return openSqlite({ folder, fsync });
  } catch (error) {
    throw new CommandFailure(`The data folder ${folder} cannot be used: ${reason(error)}.`);
  }
}

/** Runs something with the store of a folder, which is closed afterwards. */
export async function withStore<T>(folder: string, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openStore(folder);
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

/** Prints one line of JSON. */
export function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Why something failed, in a few words. */
export function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'there is a file in its place';
    case 'ENOENT':
      return 'it is not there';
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'there is no room left on the disk';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return 'it cannot be written to';
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return 'what is in it is no store of Tackboard, or is damaged';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
