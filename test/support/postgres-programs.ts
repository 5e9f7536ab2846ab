/** PostgreSQL's programs: found, or installed where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installByApt } from './apt';

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

/** Installs Debian's PostgreSQL if there is none; returns the folder of its programs (`installByApt`). */
export function installPostgres(): Promise<string> {
  return installByApt({
    name: 'PostgreSQL',
    package: 'postgresql',
    instead: 'the folder of its programs in TACKBOARD_POSTGRES',
    find: findPostgres,
  });
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
