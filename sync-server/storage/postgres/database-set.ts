/**
 * The databases of one store: the first is the directory, and knows which belong to it. A list that is not exactly these is refused, since
 * a space would be looked for where it is not.
 */
import type { PostgresAddress } from './address';
import type { Appender } from './documents';
import { LOCK } from './migrations';
import { type Queries, sql } from './statement';

/** A database that is named as one of a store, with who may write to it; its tables are up to date. */
export interface ListedDatabase {
  readonly address: PostgresAddress;
  readonly appender: Appender;
}

/** What a database says of itself. */
interface Mark {
  readonly id: string;
  /** the id of the directory of its store; null where it is a store by itself */
  readonly directory: string | null;
  readonly inUse: boolean;
}

const MARK = sql(
  `SELECT id, directory,
     EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM spaces) OR EXISTS (SELECT FROM heads) AS "inUse" FROM store`,
);
const ONE_AT_A_TIME = sql(`SELECT pg_advisory_xact_lock(${LOCK.migration})`);
const MEMBERS = sql('SELECT id, shown FROM databases ORDER BY place');
const ENTER = sql('INSERT INTO databases (id, shown) SELECT * FROM unnest($1::TEXT[], $2::TEXT[])');
const BELONG = sql('UPDATE store SET directory = $1 WHERE directory IS NULL OR directory = $1');

const TO_SPREAD =
  'Content is not moved by naming other databases: copy the store into new ones, all of which --to names (tackboard-server copy)';

/**
 * Sees whether databases are those of one store, with its directory first; empty ones become one.
 * @returns the id of each, in their order
 * @throws where they are not, with a message that says which is wrong, without passwords
 */
export async function joinDatabases(list: readonly [ListedDatabase, ...ListedDatabase[]]): Promise<string[]> {
  const [first, ...others] = list;
  const mark = await markOf(first);
  if (others.length === 0 && mark.directory === null) return [mark.id];
  const marks = [mark, ...(await Promise.all(others.map(markOf)))];
  const ids = marks.map(({ id }) => id);
  const shown = (at: number): string => list[at]?.address.shown ?? '';
  ids.forEach((id, at) => {
    const before = ids.indexOf(id);
    if (before !== at) throw sameDatabase(shown(before), shown(at));
  });
  const above = mark.directory === null ? -1 : ids.indexOf(mark.directory);
  if (above > 0) throw new Error(`${shown(above)} is the directory of this store, and has to be named first`);
  if (above < 0 && mark.directory !== null)
    throw new Error(`${shown(0)} belongs to a store whose directory is another database, which has to be named first`);
  await first.appender.append(async (queries) => {
    await queries.rows(ONE_AT_A_TIME);
    const members = await queries.rows<{ id: string; shown: string }>(MEMBERS);
    if (members.length === 0) return found(queries, list, marks);
    refuseOthers(members, list, marks);
  }, true);
  return ids;
}

/** @param shown how each of the two is named */
export function sameDatabase(...shown: readonly [string, string]): Error {
  return new Error(`${shown.join(' and ')} are the same database, or a copy of it`);
}

async function markOf({ appender }: ListedDatabase): Promise<Mark> {
  const [mark] = await appender.append((queries) => queries.rows<Mark>(MARK), false);
  if (!mark) throw new Error('the table store has lost its row');
  return mark;
}

/** Makes a store of empty databases. */
async function found(queries: Queries, list: readonly ListedDatabase[], marks: readonly Mark[]): Promise<void> {
  const [directory] = marks;
  if (!directory) return;
  if (directory.inUse) throw new Error(`${list[0]?.address.shown} holds a store by itself. ${TO_SPREAD}`);
  for (const [at, { inUse }] of marks.entries())
    if (inUse)
      throw new Error(`${list[at]?.address.shown} is not empty; a store in several databases begins with empty ones`);
  // The others first: should this end half way, it is done again from here.
  for (const { address, appender } of list.slice(1)) {
    const entered = await appender.append((other) => other.run(BELONG, directory.id), false);
    if (entered === 0) throw new Error(`${address.shown} belongs to another store`);
  }
  if ((await queries.run(BELONG, directory.id)) === 0) throw new Error('it belongs to another store');
  const shown = list.map(({ address }) => address.shown);
  await queries.run(
    ENTER,
    marks.map(({ id }) => id),
    shown,
  );
}

/** Refuses a list that is not exactly the databases of the store. */
function refuseOthers(
  members: readonly { readonly id: string; readonly shown: string }[],
  list: readonly ListedDatabase[],
  marks: readonly Mark[],
): void {
  const faults: string[] = [];
  const lacking = members.filter(({ id }) => !marks.some((mark) => mark.id === id));
  if (lacking.length > 0) {
    const last = lacking.map(({ shown }) => shown).join(', ');
    faults.push(
      `this store is spread over ${members.length} databases, and ${lacking.length} of them ${lacking.length === 1 ? 'is' : 'are'} not named (last known as ${last})`,
    );
  }
  const strangers = marks.flatMap(({ id, directory, inUse }, at) => {
    if (members.some((member) => member.id === id)) return [];
    const what = directory !== null ? 'another store’s' : inUse ? 'a store by itself' : 'a new one';
    return `${list[at]?.address.shown} is none of its databases, but ${what}`;
  });
  faults.push(...strangers);
  if (faults.length === 0) return;
  throw new Error(`${faults.join('; ')}${strangers.length > 0 ? `. ${TO_SPREAD}` : ''}`);
}
