/** The disk as a port: the few file operations that the replica store is made of, and what their failures mean. */
import type { StoreFailure } from '../app/replica-store';

/** File operations. All but `watch` reject with the system's error (an `Error` with a `code`) where not said otherwise. */
export interface Disk {
  /** Names in a folder; none if there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** A file's size in bytes and when it was last written or touched (milliseconds since 1970); undefined if there is none. */
  status(path: string): Promise<FileStatus | undefined>;
  /** Bytes `from` up to `to` of a file, fewer if it is shorter; undefined if there is no such file. */
  read(path: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Makes a folder and those above it, readable by this user only; fine if it is there. */
  makeFolder(folder: string): Promise<void>;
  /** Makes a file that must not be there yet, readable by this user only. */
  create(path: string): Promise<OpenFile>;
  /** Gives a file another name in the same folder, at once and whole. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; fine if it is gone already. */
  remove(path: string): Promise<void>;
  /** Marks a file as written at a time, making an empty one where there is none. */
  touch(path: string, time: number): Promise<void>;
  /** Makes sure that a folder's new names outlive a cut of power, where the system can. */
  flushFolder(folder: string): Promise<void>;
  /**
   * Reports changes in a folder until stopped, as far as the system reports any: it is a hint that saves waiting, never to be relied on.
   * @param changed is given the name of what changed, or undefined
   * @returns stops it
   */
  watch(folder: string, changed: (name: string | undefined) => void): () => void;
}

export interface FileStatus {
  readonly size: number;
  readonly modified: number;
}

/** A file that this process writes. */
export interface OpenFile {
  /** Writes all the bytes at an offset. After a failure, any number of them may be there. */
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Waits until all that was written outlives a cut of power. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Whether something thrown is an error of the system's file operations (any other is a bug and is thrown on). */
export function isDiskError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'errno' in error;
}

/**
 * Turns an error of the disk into a failure.
 * @param doing what was tried, in words that go before the system's, such as `writing to the log`
 * @throws the error itself if it is none of the disk's
 */
export function diskFailure(error: unknown, doing: string): StoreFailure {
  if (!isDiskError(error)) throw error;
  return { kind: KINDS.get(error.code) ?? 'unavailable', message: `${doing}: ${error.message}` };
}

const KINDS: ReadonlyMap<string, StoreFailure['kind']> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EACCES', 'denied'],
  ['EPERM', 'denied'],
  ['EROFS', 'denied'],
]);
