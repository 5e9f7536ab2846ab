/** `npm run bench -- [options]`: builds, and measures the sync server beside others; test/bench/server.bench.ts says which options there are. */
import { spawn } from 'node:child_process';
import { build } from './build';
import { inRoot, ROOT } from './root';

/**
 * Builds and measures.
 * @param args handed on
 * @returns 0 where every round came to an end
 */
export async function main(args: readonly string[]): Promise<number> {
  await build();
  const file = inRoot('test', 'bench', 'server.bench.ts');
  // Not by tsx's own command: it may kill what it was told to end, and the servers would be left.
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: ROOT, stdio: 'inherit' });
  // It has servers to end: it is told, and waited for.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
