/** `npm run bench -- [server|extension|curves|cluster] [options]`: builds, and measures one of them, or the first two; test/bench/*.bench.ts say which options there are. */
import type { OnAsked } from './asked-to-end.mjs';
import { build } from './build';
import { runProgram } from './program.mjs';
import { inRoot, ROOT } from './root';

const BENCHES = ['server', 'extension', 'curves', 'cluster'] as const;
/** Unless one is named: the others are about growing, and take minutes more. */
const USUAL: readonly (typeof BENCHES)[number][] = ['server', 'extension'];

/**
 * Builds and measures.
 * @param args which benchmark, the usual ones unless told, and options that are handed on
 * @returns 0 where every round came to an end
 */
export async function main([first, ...rest]: readonly string[], onAsked: OnAsked): Promise<number> {
  const named = BENCHES.find((name) => name === first);
  const args = named ? rest : [first, ...rest].filter((arg) => arg !== undefined);
  await build({ production: true });
  let worst = 0;
  for (const name of named ? [named] : USUAL) worst = Math.max(worst, await run(name, args, onAsked));
  return worst;
}

async function run(name: (typeof BENCHES)[number], args: readonly string[], onAsked: OnAsked): Promise<number> {
  const file = inRoot('test', 'bench', `${name}.bench.ts`);
  // Not by tsx's own command: it may kill what it was told to end, and the servers would be left.
  return (await runProgram(process.execPath, ['--import', 'tsx', file, ...args], { cwd: ROOT, onAsked })) ?? 1;
}
