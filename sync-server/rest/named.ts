/** Entries of a request that name people, by id or by e-mail: each is found, or all that are not are told (rules R17, V3). */
import { done, type Failure, type Result } from '../../shared/failures';

/** An entry that names someone; an id counts before an e-mail. */
export interface Named {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Finds what each entry names.
 * @param path where in the body the entries are
 * @param find gives undefined for who is not there
 * @returns what was found, in the order of the entries; `not-found`, naming every entry that finds nobody, where one does
 */
export function eachNamed<Entry extends Named, T>(
  record: Extract<Failure, { kind: 'not-found' }>['record'],
  entries: readonly Entry[],
  path: string,
  find: (entry: Entry) => T | undefined,
): Result<T[]> {
  const found: T[] = [];
  const missing: { readonly id: string; readonly path: string }[] = [];
  for (const [at, entry] of entries.entries()) {
    const one = find(entry);
    const field = entry.id === undefined ? 'email' : 'id';
    if (one === undefined) missing.push({ id: entry[field] ?? '', path: `${path}.${at}.${field}` });
    else found.push(one);
  }
  const [first, ...others] = missing;
  if (!first) return done(found, false);
  return { kind: 'not-found', record, ...first, otherPaths: others.map((other) => other.path) };
}
