/** How much a folder holds. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of all files below a folder. */
export function sizeOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
