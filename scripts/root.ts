/** Where the project lies, for scripts and tests that are run from any folder. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, absolute. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** An absolute path below the project's folder, from its parts. */
export function inRoot(...parts: string[]): string {
  return join(ROOT, ...parts);
}
