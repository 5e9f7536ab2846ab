/** Folders for their owner alone. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../error-code';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder, and those above it that are not there, each for nobody else to read. One that is there keeps its mode.
 * @throws where it cannot be made
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  // One by one: told to make all of them, Node 20 tries for ever where a folder that is there takes none, as in /proc.
  for (const one of missing) makeOne(one);
  // Whatever this process lets others see of what it makes.
  if (missing.length > 0) chmodSync(folder, OWNER_ONLY);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    const code = codeOf(error);
    // Another process may have made it meanwhile.
    if (code === 'EEXIST') return;
    throw code === 'ENOENT' ? new Error('no folder can be made there', { cause: error }) : error;
  }
}
