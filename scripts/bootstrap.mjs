// @ts-check
// The entry of every npm script, on a clone with nothing installed: brings the packages up to the lock file, then runs scripts/<name>.ts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from './lock.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.tackboard-lock');
const [name = '', ...rest] = process.argv.slice(2);
const script = join(root, 'scripts', `${name}.ts`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  give(`Tackboard needs Node 20.19 or newer; this is Node ${process.versions.node} (${process.execPath}).`);
}
if (!/^[a-z-]+$/.test(name) || !existsSync(script)) give(`No script "${name}" in scripts/.`);

if (!installed()) {
  const held = await lock(join(root, 'node_modules'), () => console.log('Waiting for another npm ci in this folder …'));
  if (!installed()) install();
  await held.release();
}

// tsx comes with the packages, so it can only be asked for now.
const { register } = await import('tsx/cjs/api');
register();
process.argv.splice(1, 2, script);
const { main } = createRequire(import.meta.url)(script);
// Not just an exit code: nothing that is still under way may keep a run alive that has given its answer.
process.exit(await main(rest));

/** @returns {string} what the packages were compiled for: better-sqlite3 is good for one ABI, so another Node's packages are not ours */
function machine() {
  return `${process.platform}-${process.arch} abi${process.versions.modules}`;
}

/** @returns {string} what names the packages that the lock file asks for, on this machine and this Node */
function wanted() {
  return `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${machine()}`;
}

/** @returns {boolean} whether node_modules is what the lock file asks for */
function installed() {
  const recorded = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (recorded === wanted()) return true;
  // Someone may have run npm themselves since; npm keeps beside the packages what it has put there.
  if ((recorded !== '' && !recorded.endsWith(machine())) || !complete()) return false;
  writeFileSync(stamp, wanted());
  return true;
}

/** @returns {boolean} whether npm's own record of node_modules agrees with the lock file */
function complete() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  const { '': _project, ...asked } = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const missing = Object.keys(asked).filter(
    (path) => !there[path] && !asked[path].optional && !asked[path].devOptional,
  );
  return missing.length === 0 && Object.keys(there).every((path) => there[path].version === asked[path]?.version);
}

/** Runs `npm ci`; ends the process if it fails. */
function install() {
  console.log('Installing the packages of package-lock.json (npm ci) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { command, first } = npmCommand();
  const run = spawnSync(command, [...first, ...args], {
    cwd: root,
    env: npmEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) give(`npm ci failed${run.error ? ` (${run.error.message})` : ''}; its output above says why.`);
  writeFileSync(stamp, wanted());
}

/**
 * Says why we stop, and stops.
 * @param {string} why
 * @returns {never}
 */
function give(why) {
  console.error(why);
  process.exit(1);
}
