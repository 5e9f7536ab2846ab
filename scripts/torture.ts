/** `npm run torture [rounds]`: kills the sync server under load so many times (1,000 unless told otherwise); nothing that anyone saw may be gone. */
import type { OnAsked } from './asked-to-end.mjs';
import { build } from './build';
import { runProgram } from './program.mjs';
import { inRoot, ROOT } from './root';

/**
 * Builds, runs the rounds, and shows what came of them.
 * @param args how many rounds
 * @returns 0 where nothing was lost
 */
export function main([count = '1000']: readonly string[], onAsked: OnAsked): Promise<number> {
  return torture('torture', 'test/sync-server/kill.test.ts', count, onAsked);
}

/**
 * Builds, and runs the rounds of a test.
 * @param script its name, for messages
 * @param test the file, which looks for the number of rounds in TACKBOARD_TORTURE_ROUNDS
 * @param count how many rounds, as they were given
 * @returns 0 where the test passed
 */
export async function torture(script: string, test: string, count: string, onAsked: OnAsked): Promise<number> {
  const rounds = Number(count);
  if (!Number.isInteger(rounds) || rounds < 1) {
    console.error(`npm run ${script} takes how many rounds: "npm run ${script} 200". Got "${count}".`);
    return 1;
  }
  await build();
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'server', '--reporter', 'verbose', test];
  const env = { ...process.env, TACKBOARD_TORTURE_ROUNDS: count };
  return (await runProgram(process.execPath, [vitest, ...args], { cwd: ROOT, env, onAsked })) ?? 1;
}
