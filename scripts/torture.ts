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
export async function main([count = '1000']: readonly string[], onAsked: OnAsked): Promise<number> {
  const rounds = Number(count);
  if (!Number.isInteger(rounds) || rounds < 1) {
    console.error(`npm run torture takes how many rounds: "npm run torture 1000". Got "${count}".`);
    return 1;
  }
  await build();
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'server', '--reporter', 'verbose', 'test/sync-server/kill.test.ts'];
  const env = { ...process.env, TACKBOARD_TORTURE_ROUNDS: count };
  return (await runProgram(process.execPath, [vitest, ...args], { cwd: ROOT, env, onAsked })) ?? 1;
}
