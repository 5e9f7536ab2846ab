// @ts-check
// The entry of every npm script, on a clone with nothing installed: brings the packages up to the lock file and compiles what is native, then runs scripts/<name>.ts.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenForEnd } from './asked-to-end.mjs';
import { lock } from './lock.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { runProgram } from './program.mjs';

// First of all: who started us may end while we install.
const onAsked = listenForEnd();

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
/** The lock file that the packages come from, by its hash. */
const stamp = join(modules, '.tackboard-lock');
/** What is native, and which machine and Node it was compiled for: it goes when the package goes. */
const native = join(modules, 'better-sqlite3', 'build');
const nativeStamp = join(native, '.tackboard-machine');
/** The scripts that need nothing native: compiling takes a minute. */
const UNCOMPILED = ['check', 'build', 'words'];
const [name = '', ...rest] = process.argv.slice(2);
const script = join(root, 'scripts', `${name}.ts`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  give(`Tackboard needs Node 20.19 or newer; this is Node ${process.versions.node} (${process.execPath}).`);
}
if (!/^[a-z-]+$/.test(name) || !existsSync(script)) give(`No script "${name}" in scripts/.`);

await once(installed, modules, install);
if (!UNCOMPILED.includes(name)) await once(compiled, native, compile);

// tsx comes with the packages, so it can only be asked for now.
const { register } = await import('tsx/cjs/api');
register();
process.argv.splice(1, 2, script);
const { main } = createRequire(import.meta.url)(script);
// Not just an exit code: nothing that is still under way may keep a run alive that has given its answer.
process.exit(await main(rest, onAsked));

/**
 * Does something unless it is done, also where other processes are about to do it, too.
 * @param {() => boolean} done
 * @param {string} place what is locked meanwhile
 * @param {() => Promise<void>} work
 */
async function once(done, place, work) {
  if (done()) return;
  const held = await lock(place, () => console.log('Waiting for another process that installs here …'));
  if (!done()) await work();
  await held.release();
}

/** @returns {string} what names the packages that the lock file asks for */
function wanted() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

/** @returns {string} what native code is good for: one kind of machine, and one ABI of Node's */
function machine() {
  return `${process.platform}-${process.arch} abi${process.versions.modules}`;
}

/** @returns {boolean} whether node_modules is what the lock file asks for */
function installed() {
  if (read(stamp) === wanted()) return true;
  // Someone may have run npm themselves since; npm keeps beside the packages what it has put there.
  if (!complete()) return false;
  writeFileSync(stamp, wanted());
  return true;
}

/** @returns {boolean} whether what is native is there, for this machine and this Node */
function compiled() {
  if (!existsSync(join(native, 'Release', 'better_sqlite3.node'))) return false;
  // npm compiles for the Node that it runs on; whoever ran it themselves did so with this one.
  if (!existsSync(nativeStamp)) writeFileSync(nativeStamp, machine());
  return read(nativeStamp) === machine();
}

/**
 * @param {string} file
 * @returns {string} what it holds; empty if it is not there
 */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
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

/** Puts the packages there, with nothing compiled. */
async function install() {
  console.log('Installing the packages of package-lock.json (npm ci) …');
  await npm(['ci', '--ignore-scripts'], npmEnvironment());
  writeFileSync(stamp, wanted());
}

/** Lets the packages compile what is native. */
async function compile() {
  console.log('Compiling SQLite for this Node (npm rebuild), about a minute …');
  await npm(['rebuild', 'better-sqlite3'], compilerEnvironment());
  writeFileSync(nativeStamp, machine());
}

/**
 * The environment for compiling, on all cores. In CI only tests use what comes of it: less is optimized there, in half the time.
 * @returns {NodeJS.ProcessEnv}
 */
function compilerEnvironment() {
  const { JOBS = 'max', CFLAGS = '', CXXFLAGS = '' } = process.env;
  const env = { ...npmEnvironment(), JOBS };
  // The last of several flags counts. GCC looks for the warning in every line, though all are off.
  const quick = '-O1 -g0 -Wno-misleading-indentation';
  return process.env.CI ? { ...env, CFLAGS: `${CFLAGS} ${quick}`, CXXFLAGS: `${CXXFLAGS} ${quick}` } : env;
}

/**
 * Runs npm; ends the process if it fails.
 * @param {readonly [string, ...string[]]} args its command first
 * @param {NodeJS.ProcessEnv} env
 */
async function npm(args, env) {
  const { command: program, first } = npmCommand();
  const all = [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const failed = await runProgram(program, all, { cwd: root, env, onAsked }).then(
    (code) => (code === 0 ? undefined : '; its output above says why'),
    (error) => ` (${error.message})`,
  );
  if (failed !== undefined) give(`npm ${args[0]} failed${failed}.`);
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
