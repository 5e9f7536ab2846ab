/** The names of the browser's databases that hold replicas: one a space of an account, with the format in front. */
import type { StoreFailure } from '../app/replica-store';

/** The form in which this version keeps replicas. */
const FORMAT = 1;

/** The name of a space's database. An account's key has no slash in it; a space's id may hold anything. */
export function databaseName(account: string, space: string): string {
  return `${prefix(account)}${space}`;
}

/** Those of an account's spaces that have a database, among all names of this origin. */
export function spacesAmong(names: readonly string[], account: string): readonly string[] {
  const start = prefix(account);
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/** Why an account's databases are not to be touched: a newer version has kept it; undefined where none has. */
export function newerFormat(names: readonly string[], account: string): StoreFailure | undefined {
  for (const name of names) {
    const [, format, key] = /^tackboard-(\d+)\/([^/]*)\//.exec(name) ?? [];
    if (key === account && Number(format) > FORMAT) {
      const message = `the replicas in this browser were made by a newer version of Tackboard (format ${format}; this version knows ${FORMAT})`;
      return { kind: 'newer-format', message };
    }
  }
  return undefined;
}

function prefix(account: string): string {
  return `tackboard-${FORMAT}/${account}/`;
}
