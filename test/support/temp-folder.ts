/** A folder for one test that is gone afterwards, also when the process ends early. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with a way to remove it; `await using` does it by itself. */
export interface TempFolder extends AsyncDisposable {
  /** absolute */
  readonly path: string;
  /** Removes the folder with all that is in it; twice is once. */
  remove(): Promise<void>;
}

const living = new Set<string>();
process.once('exit', () => {
  for (const path of living) removeNow(path);
});

/**
 * Makes an empty folder.
 * @param name what it is for: part of the folder's name
 */
export function tempFolder(name = 'test'): TempFolder {
  const path = mkdtempSync(join(tmpdir(), `tackboard-${name}-`));
  living.add(path);
  const remove = async (): Promise<void> => {
    removeNow(path);
    living.delete(path);
  };
  return { path, remove, [Symbol.asyncDispose]: remove };
}

function removeNow(path: string): void {
  // A process that has just ended may still be writing its last file.
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
