/** PostgreSQL's programs: found, or installed where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lock } from '../../scripts/lock.mjs';
import { apt } from './apt';

/** Where Debian and those after it put them, a folder a version. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder of the programs: `TACKBOARD_POSTGRES`, else that of the newest version that Debian has installed, else one on the PATH.
 * @returns an absolute path, or undefined
 */
export function findPostgres(): string | undefined {
  const named = process.env.TACKBOARD_POSTGRES;
  if (named) return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'));
  return [...newest, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/**
 * Installs Debian's PostgreSQL if there is none and we are root; elsewhere says what to install.
 * @param say told what is going on, one line at a time
 * @throws if it is not there and cannot be installed, saying what to do
 */
export async function installPostgres(say: (line: string) => void = console.log): Promise<void> {
  if (findPostgres()) return;
  const advice =
    'install it (Debian, Ubuntu: apt-get install postgresql), or name the folder of its programs in TACKBOARD_POSTGRES';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`The tests need PostgreSQL: ${advice}.`);
  // One apt at a time, whatever it installs.
  const held = await lock('/usr/bin/apt-get', () => say('Waiting for another process that installs something …'));
  try {
    if (!findPostgres()) {
      say('Installing PostgreSQL (apt-get install postgresql) …');
      await apt(['update', '-qq']);
      await apt(['install', '-y', '-qq', '--no-install-recommends', 'postgresql']);
    }
  } finally {
    await held.release();
  }
  if (!findPostgres()) throw new Error(`apt-get installed no PostgreSQL: ${advice}.`);
}

/** Whom a database server runs as: it refuses to run as root. undefined for whoever we are. */
export function databaseUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string): number =>
    Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
  const user = { uid: id('-u'), gid: id('-g') };
  if (Number.isNaN(user.uid)) throw new Error('There is no user postgres, as whom the database would run.');
  return user;
}
