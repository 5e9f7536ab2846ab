/** `npm run torture [rounds]`: kills the sync server under load so many times (1,000 unless told otherwise); nothing that anyone saw may be gone. */
import { spawn } from 'node:child_process';
import { build } from './build';
import { inRoot, ROOT } from './root';

/**
 * Builds, runs the rounds, and shows what came of them.
 * @param args how many rounds
 * @returns 0 where nothing was lost
 */
export async function main([count = '1000']: readonly string[]): Promise<number> {
  const rounds = Number(count);
  if (!Number.isInteger(rounds) || rounds < 1) {
    console.error(`npm run torture takes how many rounds: "npm run torture 1000". Got "${count}".`);
    return 1;
  }
  await build();
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'server', '--reporter', 'verbose', 'test/sync-server/kill.test.ts'];
  const env = { ...process.env, TACKBOARD_TORTURE_ROUNDS: count };
  const child = spawn(process.execPath, [vitest, ...args], { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
