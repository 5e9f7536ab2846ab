/**
 * The databases of one store: the first is the directory, and knows which belong to it. A list that is not exactly these is refused, since
 * a space would be looked for where it is not.
 */
import type { PostgresAddress } from './address';
import type { Appender } from './documents';
import { LOCK } from './migrations';
import { type Queries, type Statement, sql } from './statement';

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

/** What the directory keeps of a database of the store. @property shown where it was when the store began */
interface Member {
  readonly id: string;
  readonly shown: string;
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
  const ask = <Row extends object>({ appender }: ListedDatabase, statement: Statement) =>
    appender.append((queries) => queries.rows<Row>(statement), false);
  const mark = markOf(await ask<Mark>(first, MARK));
  if (others.length === 0 && mark.directory === null) return [mark.id];
  const marks = [mark, ...(await Promise.all(others.map(async (one) => markOf(await ask<Mark>(one, MARK)))))];
  const ids = marks.map(({ id }) => id);
  refuseOrder(list, marks);
  const members = await ask<Member>(first, MEMBERS);
  if (members.length === 0) {
    await begin(list, ids);
    return ids;
  }
  refuseOthers(members, list, marks);
  // Who began the store may have been killed before each had heard of it.
  for (const [at, { address, appender }] of list.entries())
    if (marks[at]?.directory !== mark.id) await appender.append((queries) => belong(queries, mark.id, address), false);
  return ids;
}

function markOf([mark]: readonly Mark[]): Mark {
  if (!mark) throw new Error('the table store has lost its row');
  return mark;
}

/** Refuses a database that is named twice, and another than the directory in the first place. */
function refuseOrder(list: readonly ListedDatabase[], marks: readonly Mark[]): void {
  const ids = marks.map(({ id }) => id);
  const shown = (at: number): string => list[at]?.address.shown ?? '';
  ids.forEach((id, at) => {
    const before = ids.indexOf(id);
    if (before !== at) throw sameDatabase(shown(before), shown(at));
  });
  const directory = marks[0]?.directory ?? null;
  const above = directory === null ? 0 : ids.indexOf(directory);
  if (above > 0) throw new Error(`${shown(above)} is the directory of this store, and has to be named first`);
  if (above < 0)
    throw new Error(`${shown(0)} belongs to a store whose directory is another database, which has to be named first`);
}

/** Makes a store of empty databases. Of several processes that do so at once, with whatever lists, each waits for the one before. */
async function begin(list: readonly ListedDatabase[], ids: readonly string[]): Promise<void> {
  // In one order for all, so that no two wait for each other.
  const order = [...list.keys()].sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  const held = new Map<number, Queries>();
  const lock = async (next: number): Promise<void> => {
    const at = order[next];
    if (at === undefined)
      return found(
        list,
        [...held].sort(([a], [b]) => a - b).map(([, queries]) => queries),
      );
    await list[at]?.appender.append(async (queries) => {
      await queries.rows(ONE_AT_A_TIME);
      held.set(at, queries);
      await lock(next + 1);
    }, true);
  };
  await lock(0);
}

/** @param held transactions on each, with its lock */
async function found(list: readonly ListedDatabase[], held: readonly Queries[]): Promise<void> {
  const [directory] = held;
  if (!directory) return;
  const marks = await Promise.all(held.map(async (queries) => markOf(await queries.rows<Mark>(MARK))));
  refuseOrder(list, marks);
  const members = await directory.rows<Member>(MEMBERS);
  if (members.length > 0) return refuseOthers(members, list, marks);
  if (marks[0]?.inUse) throw new Error(`${list[0]?.address.shown} holds a store by itself. ${TO_SPREAD}`);
  for (const [at, { address }] of list.entries())
    if (marks[at]?.inUse)
      throw new Error(`${address.shown} is not empty; a store in several databases begins with empty ones`);
  const ids = marks.map(({ id }) => id);
  for (const [at, { address }] of list.entries()) {
    const queries = held[at];
    if (queries) await belong(queries, ids[0] ?? '', address);
  }
  await directory.run(
    ENTER,
    ids,
    list.map(({ address }) => address.shown),
  );
}

async function belong(queries: Queries, directory: string, { shown }: PostgresAddress): Promise<void> {
  if ((await queries.run(BELONG, directory)) === 0) throw new Error(`${shown} belongs to another store`);
}

/** @param shown how each of the two is named */
export function sameDatabase(...shown: readonly [string, string]): Error {
  return new Error(`${shown.join(' and ')} are the same database, or a copy of it`);
}

/** Refuses a list that is not exactly the databases of the store. */
function refuseOthers(members: readonly Member[], list: readonly ListedDatabase[], marks: readonly Mark[]): void {
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
