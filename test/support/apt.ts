/** Debian's package manager, for what the tests need and npm has not. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lock } from '../../scripts/lock.mjs';

/** A program that the tests need. */
export interface NeededProgram {
  /** its name, for people */
  readonly name: string;
  /** Debian's name of the package */
  readonly package: string;
  /** what to name in which variable where one has it already, as the end of a sentence: `one in TACKBOARD_CHROMIUM` */
  readonly instead: string;
  /** where it is; undefined where it is not */
  readonly find: () => string | undefined;
}

/**
 * Installs a program where it is not there and we are root, saying so; elsewhere says what to install.
 * @returns where it is
 * @throws if it is not there and cannot be installed, saying what to do
 */
export async function installByApt({ name, package: wanted, instead, find }: NeededProgram): Promise<string> {
  const there = find();
  if (there) return there;
  const advice = `install it (Debian, Ubuntu: apt-get install ${wanted}), or name ${instead}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`The tests need ${name}: ${advice}.`);
  asked.push({ name, package: wanted, instead, find });
  turn = turn.catch(() => undefined).then(installAsked);
  await turn;
  const found = find();
  if (!found) throw new Error(`apt-get installed no ${name}: ${advice}.`);
  return found;
}

/** What this process has been asked for and has not begun to install. */
const asked: NeededProgram[] = [];
/** The last of the installations of this process, each of which takes all that is asked for by then. */
let turn: Promise<void> = Promise.resolve();

/** Lists and triggers take apt as long for one program as for four: they are installed together. */
async function installAsked(): Promise<void> {
  // One apt at a time, whatever it installs.
  const held = await lock('/usr/bin/apt-get', () =>
    console.log('Waiting for another process that installs something …'),
  );
  try {
    const missing = asked.splice(0).filter(({ find }) => !find());
    if (missing.length === 0) return;
    const packages = missing.map((program) => program.package);
    console.log(`Installing ${missing.map(({ name }) => name).join(', ')} (apt-get install ${packages.join(' ')}) …`);
    await apt(['update', '-qq']);
    await apt(['install', '-y', '-qq', '--no-install-recommends', ...NO_MANUALS, ...packages]);
  } finally {
    await held.release();
  }
}

/** Nobody reads the manuals of these here, and with them dpkg would have the index of all manuals made anew, for half a minute. */
const NO_MANUALS = ['-o', 'DPkg::Options::=--path-exclude=/usr/share/man/*'];

/** Runs a command of it, as root. @throws with what it said */
function apt(args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((done, fail) => {
    execFile('apt-get', args, { env, maxBuffer: 16 * 1024 * 1024 }, (error, _out, said) => {
      if (error) fail(new Error(`apt-get ${args.join(' ')} failed:\n${said}`));
      else done();
    });
  });
}
