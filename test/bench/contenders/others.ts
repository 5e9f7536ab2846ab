/** The packages of the other servers: a small package of its own, installed when the benchmark first runs, no part of the project's. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, npmEnvironment } from '../../../scripts/npm.mjs';
import { inRoot } from '../../../scripts/root';

/** The folder of that package, absolute. */
export const OTHERS = inRoot('test', 'bench', 'others');
const LOCK = join(OTHERS, 'package-lock.json');
const STAMP = join(OTHERS, 'node_modules', '.tackboard-lock');

/** The version of one of those packages, as its lock has it. */
export function otherVersion(name: string): string {
  return JSON.parse(readFileSync(LOCK, 'utf8')).packages[`node_modules/${name}`].version;
}

/**
 * Brings the packages up to their lock (`npm ci`) where they are not; better-sqlite3 is compiled then, which takes minutes.
 * @throws if npm fails, whose own output says why
 */
export function installOthers(): void {
  const wanted = `${createHash('sha256').update(readFileSync(LOCK)).digest('hex')} ${process.platform}-${process.arch} abi${process.versions.modules}`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.log('Installing the other servers (npm ci in test/bench/others), once: a few minutes …');
  const { command, first } = npmCommand();
  const { status, error } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: OTHERS,
    env: npmEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci in test/bench/others failed${error ? `: ${error.message}` : ''}.`);
  writeFileSync(STAMP, wanted);
}
