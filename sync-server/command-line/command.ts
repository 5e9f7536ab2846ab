/** What commands print, and how they fail: in one line. */
import { codeOf } from '../error-code';
import { isFull, StoreUnavailable } from '../storage/storage-failures';

/** Ends a command: the line is for standard error, the exit code is 1. */
export class CommandFailure extends Error {}

/** Prints one line of JSON. */
export function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Whether something failed because a file or a folder cannot be written to. */
export function isReadOnly(error: unknown): boolean {
  return /^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM)(_.*)?)$/.test(codeOf(error));
}

/** Whether an error is of the world around, such as a disk or another process, and not of ours. */
export function isOutside(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    isFull(error) ||
    isReadOnly(error) ||
    /^(SQLITE_(BUSY|LOCKED|IOERR|CORRUPT|NOTADB|PROTOCOL|NOLFS)(_.*)?|EIO)$/.test(codeOf(error))
  );
}

/** Why something failed, in a few words. */
export function reason(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.why;
  if (isFull(error)) return 'there is no room left on the disk';
  if (isReadOnly(error)) return 'it cannot be written to';
  const code = codeOf(error);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'there is a file in its place';
    case 'ENOENT':
      return 'it is not there';
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return 'another process has been writing to it all the time';
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
