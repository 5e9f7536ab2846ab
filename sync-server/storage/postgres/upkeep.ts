/** Removing users, purging spaces and checking the store, in PostgreSQL. */
import type { SpaceId } from '../../../shared/ids';
import type { SpaceRow, Time, Upkeep, UserRemoval } from '../storage';
import type { Connections } from './connections';
import { PostgresError } from './failures';
import { SPACE_COLUMNS, type SpaceColumns, spaceRow } from './spaces';
import { type Queries, sql } from './statement';

const HAS_USER = sql('SELECT id FROM users WHERE id = $1');
const OWNED = sql(
  `SELECT spaces.id, spaces.deleted FROM members JOIN spaces ON spaces.id = members.space
   WHERE members."user" = $1 AND members.role = 'owner' AND spaces.kind <> 'user' AND spaces.purged IS NULL AND NOT EXISTS
     (SELECT FROM members others WHERE others.space = spaces.id AND others.role = 'owner' AND others."user" <> $1)
   ORDER BY spaces.created, spaces.place`,
);
const GIVE = sql(
  `INSERT INTO members (space, "user", role, added) VALUES ($1, $2, 'owner', $3)
   ON CONFLICT (space, "user") DO UPDATE SET role = 'owner'`,
);
const TOUCH = sql(
  `UPDATE spaces SET modified = greatest(modified, $1) WHERE id IN (SELECT space FROM members WHERE "user" = $2)`,
);
const TRASH = sql('UPDATE spaces SET deleted = $1 WHERE id = $2 AND deleted IS NULL');
const REMOVE = sql('DELETE FROM users WHERE id = $1');

const DUE = sql('SELECT id FROM spaces WHERE deleted <= $1 AND purged IS NULL');
const PURGED = sql('UPDATE spaces SET purged = $1 WHERE id = ANY($2)');
/** What goes with a purged space. `heads` first: who appends to it meanwhile waits there. */
const CLEAR_CONTENT = ['heads', 'log', 'snapshots', 'quarantine', 'records', 'indexed', 'unindexed'].map(deleteFrom);
const CLEAR_PEOPLE = ['members', 'invites', 'requests'].map(deleteFrom);

const SPACES = sql(`SELECT ${SPACE_COLUMNS} FROM spaces WHERE purged IS NULL ORDER BY created, place`);

/** Each row as text, so that every value of it is read. Documents are read by loading them. */
const TABLES = ['users', 'tokens', 'spaces', 'members', 'invites', 'requests', 'join_codes', 'records', 'indexed'];
const READ = [...TABLES, 'heads', 'unindexed', 'quarantine'].map((table) => ({
  table,
  statement: sql(`SELECT count(length(${table}::TEXT)) AS amount FROM ${table}`),
}));
/** An entry behind which its space's head has not come would have its sequence given again. */
const LOST_HEADS = sql(
  `SELECT log.space FROM log LEFT JOIN heads ON heads.space = log.space
   GROUP BY log.space, heads.last HAVING heads.last IS NULL OR heads.last < max(log.sequence)`,
);

export class PostgresUpkeep implements Upkeep {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async spaces(): Promise<SpaceRow[]> {
    return (await this.#connections.rows<SpaceColumns>(SPACES)).map(spaceRow);
  }

  removeUser(user: string, heir: string | undefined, now: Time): Promise<UserRemoval> {
    return this.#connections.changeRights(async (queries): Promise<UserRemoval> => {
      const isUser = async (id: string) => (await queries.rows(HAS_USER, id)).length > 0;
      if (!(await isUser(user))) return { kind: 'no-user' };
      if (heir !== undefined && (heir === user || !(await isUser(heir)))) return { kind: 'no-heir' };
      const alone = await queries.rows<{ id: SpaceId; deleted: number | null }>(OWNED, user);
      const living = alone.filter(({ deleted }) => deleted === null).map(({ id }) => id);
      if (heir === undefined && living.length > 0) return { kind: 'only-owner', spaces: living };
      if (heir !== undefined) for (const { id } of alone) await queries.run(GIVE, id, heir, now);
      await queries.run(TOUCH, now, user);
      await queries.run(TRASH, now, user);
      // Tokens, memberships and requests go with the row.
      await queries.run(REMOVE, user);
      return { kind: 'done' };
    });
  }

  purgeSpaces(before: Time, now: Time): Promise<SpaceId[]> {
    return this.#connections.changeRights((queries) => purge(queries, before, now));
  }

  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const { table, statement } of READ) {
      try {
        await this.#connections.rows(statement);
      } catch (error) {
        if (!(error instanceof PostgresError)) throw error;
        faults.push(`the table ${table} cannot be read: ${error.message}`);
      }
    }
    const lost = await this.#connections.rows<{ space: SpaceId }>(LOST_HEADS);
    return [
      ...faults,
      ...lost.map(({ space }) => `the last place in the log of the space ${space} is not what it was`),
    ];
  }
}

/** Purges, inside a transaction: `purgeSpaces` of the port. */
export async function purge(queries: Queries, before: Time, now: Time): Promise<SpaceId[]> {
  const spaces = (await queries.rows<{ id: SpaceId }>(DUE, before)).map(({ id }) => id);
  if (spaces.length === 0) return [];
  await clearContent(queries, spaces);
  for (const statement of CLEAR_PEOPLE) await queries.run(statement, spaces);
  await queries.run(PURGED, now, spaces);
  return spaces;
}

/** Removes the documents of spaces and what follows from them, as far as they lie in the database of the transaction. */
export async function clearContent(queries: Queries, spaces: readonly SpaceId[]): Promise<void> {
  for (const statement of CLEAR_CONTENT) await queries.run(statement, spaces);
}

function deleteFrom(table: string) {
  return sql(`DELETE FROM ${table} WHERE space = ANY($1)`);
}
