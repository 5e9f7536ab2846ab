/**
 * `npm run fuzz [count] [from]`: runs so many seeds of the convergence test (2,000 unless told otherwise), each printed if it fails, and
 * the properties of what reads and writes with the first of them.
 */
import type { OnAsked } from './asked-to-end.mjs';
import { runProgram } from './program.mjs';
import { inRoot, ROOT } from './root';

/**
 * Runs the seeds and shows how far it is.
 * @param args how many seeds, and the first of them
 * @returns 0 where all converged
 */
export async function main([count = '2000', from = '1']: readonly string[], onAsked: OnAsked): Promise<number> {
  const seeds = Number(count);
  const first = Number(from);
  if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(first) || first < 0) {
    console.error(`npm run fuzz takes how many seeds, and the first: "npm run fuzz 2000 1". Got "${count}" "${from}".`);
    return 1;
  }
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const files = ['test/convergence', 'test/shared'];
  const args = ['run', '--project', 'unit', '--reporter', 'verbose', ...files];
  const env = { ...process.env, TACKBOARD_FUZZ_SEEDS: count, TACKBOARD_FUZZ_FROM: from, TACKBOARD_PROPERTY_SEED: from };
  return (await runProgram(process.execPath, [vitest, ...args], { cwd: ROOT, env, onAsked })) ?? 1;
}
