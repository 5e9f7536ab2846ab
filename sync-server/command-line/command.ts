/** What commands print, and how they fail: in one line. */
import { StoreUnavailable } from '../storage/storage-failures';

/** Ends a command: the line is for standard error, the exit code is 1. */
export class CommandFailure extends Error {}

/** Prints one line of JSON. */
export function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Why something failed, in a few words. */
export function reason(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.why;
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
    case '28000':
    case '28P01':
      return 'it does not let this user in, or the password is wrong';
    case '3D000':
      return 'there is no such database';
    case '42501':
      return `the user may not do there what is needed (${error instanceof Error ? error.message : code})`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
