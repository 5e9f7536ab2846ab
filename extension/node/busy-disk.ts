/** Patience with a disk that is busy: what passes by itself is tried again for a third of a second, what does not is an error at once. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDiskError } from './disk';

// Too many open files pass by themselves. On Windows, so does another program (a virus scanner, another window) having a file open.
const BUSY: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'EINTR']);
const BUSY_ON_WINDOWS: ReadonlySet<string> = new Set([...BUSY, 'EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds between the tries. */
const PAUSES = [5, 10, 20, 40, 80, 160];

/**
 * Runs an operation of the disk until it is not told that something is busy.
 * @param platform the operating system, as in `process.platform`: on Windows, more passes by itself
 * @returns what the operation gave
 * @throws what the operation threw: at once if it is not about being busy, else at last
 */
export async function whenNotBusy<T>(platform: NodeJS.Platform, operation: () => Promise<T>): Promise<T> {
  const busy = platform === 'win32' ? BUSY_ON_WINDOWS : BUSY;
  for (const milliseconds of PAUSES) {
    try {
      return await operation();
    } catch (error) {
      if (!isDiskError(error) || !busy.has(error.code)) throw error;
      await pause(milliseconds);
    }
  }
  return operation();
}
