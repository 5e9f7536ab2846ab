/** Spaces and their members in PostgreSQL. Rights come from nowhere else. */
import type { SpaceId, UserId } from '../../../shared/ids';
import type { SpaceKind } from '../../../shared/operations/seed';
import type { Invite, Member, MemberChange, Role, SpaceRow, SpaceStore, Time, UserRow } from '../storage';
import type { Connections } from './connections';
import { FIRST_BESIDE, type FirstEntries } from './documents';
import { changeMember, TOUCH } from './members';
import { sql } from './statement';

/** A space as a row. */
export interface SpaceColumns {
  readonly id: SpaceId;
  readonly kind: SpaceKind;
  readonly workspace: SpaceId | null;
  readonly created: number;
  readonly modified: number;
  readonly deleted: number | null;
}

/** What a row of a space is read as. */
export const SPACE_COLUMNS =
  'spaces.id, spaces.kind, spaces.workspace, spaces.created, spaces.modified, spaces.deleted';

/** What the user `$1` may do in the space of the row: their own, as owner of a project's workspace, as member; NULL for nothing. */
const ROLE = `CASE
  WHEN spaces.deleted IS NOT NULL THEN NULL
  WHEN spaces.kind = 'user' THEN CASE WHEN spaces.id = $1 THEN 'owner' END
  WHEN spaces.workspace IS NOT NULL AND EXISTS (SELECT FROM spaces above WHERE above.id = spaces.workspace AND above.deleted IS NOT NULL) THEN NULL
  WHEN spaces.workspace IS NOT NULL AND EXISTS (SELECT FROM members above WHERE above.space = spaces.workspace AND above."user" = $1 AND above.role = 'owner') THEN 'owner'
  ELSE (SELECT role FROM members own WHERE own.space = spaces.id AND own."user" = $1)
END`;

const SPACE = sql(`SELECT ${SPACE_COLUMNS} FROM spaces WHERE id = $1`);
const ROLE_OF = sql(`SELECT ${ROLE} AS role FROM spaces WHERE id = $2`);
const SPACES_OF = sql(
  `SELECT * FROM (
     SELECT ${SPACE_COLUMNS}, ${ROLE} AS role, spaces.place FROM spaces WHERE id IN (
       SELECT $1
       UNION SELECT space FROM members WHERE "user" = $1
       UNION SELECT projects.id FROM members JOIN spaces projects ON projects.workspace = members.space
         WHERE members."user" = $1 AND members.role = 'owner')
   ) open WHERE role IS NOT NULL ORDER BY created, place`,
);
const MEMBERS = sql(
  `SELECT users.id, users.name, users.email, users.created, users.modified, members.role
   FROM members JOIN users ON users.id = members."user" WHERE members.space = $1 ORDER BY members.place`,
);
const PEOPLE = sql(
  `SELECT id, name, email, created, modified FROM users WHERE id = $1
     OR id IN (SELECT "user" FROM members WHERE space = $1)
     OR id IN (SELECT members."user" FROM spaces JOIN members ON members.space = spaces.workspace
               WHERE spaces.id = $1 AND members.role = 'owner')
   ORDER BY place`,
);
const INVITES = sql('SELECT id, email, role FROM invites WHERE space = $1 ORDER BY place');
const PROJECTS = sql(
  `SELECT ${SPACE_COLUMNS} FROM spaces WHERE workspace = $1 AND deleted IS NULL ORDER BY created, place`,
);
const OWNERS = sql("SELECT count(*) AS owners FROM members WHERE space = $1 AND role = 'owner'");
const INSERT = sql(
  'INSERT INTO spaces (id, kind, workspace, created, modified) VALUES ($1, $2, $3, $4, $4) ON CONFLICT (id) DO NOTHING',
);
const MARK = sql('UPDATE spaces SET deleted = $1 WHERE id = $2 AND deleted IS NULL');
const MARK_PROJECTS = sql('UPDATE spaces SET deleted = $1, deleted_with = $2 WHERE workspace = $2 AND deleted IS NULL');
const DELETED_OF = sql(
  `SELECT ${SPACE_COLUMNS} FROM spaces WHERE deleted IS NOT NULL AND purged IS NULL AND id IN (
     SELECT space FROM members WHERE "user" = $1 AND role = 'owner'
     UNION SELECT projects.id FROM members JOIN spaces projects ON projects.workspace = members.space
       WHERE members."user" = $1 AND members.role = 'owner')
   ORDER BY deleted DESC, place DESC`,
);
const UNMARK = sql(
  `UPDATE spaces SET deleted = NULL, deleted_with = NULL, modified = greatest(modified, $1)
   WHERE id = $2 OR deleted_with = $2`,
);

export class PostgresSpaces implements SpaceStore {
  readonly #connections: Connections;
  readonly #first: FirstEntries;

  constructor(connections: Connections, first = FIRST_BESIDE) {
    this.#connections = connections;
    this.#first = first;
  }

  async create(
    space: SpaceRow,
    owner: UserId,
    members: readonly MemberChange[],
    first: Uint8Array | undefined,
  ): Promise<boolean> {
    const { id, kind, workspace, created } = space;
    if (first) await this.#first.ready(id);
    return this.#connections.changeRights(async (queries) => {
      if ((await queries.run(INSERT, id, kind, workspace ?? null, created)) === 0) return false;
      await changeMember(queries, id, { kind: 'set', user: owner, role: 'owner' }, created);
      for (const one of members) await changeMember(queries, id, one, created);
      if (first) await this.#first.append(queries, { space: id, update: first, merged: created });
      return true;
    });
  }

  async space(id: string): Promise<SpaceRow | undefined> {
    const [found] = await this.#connections.rows<SpaceColumns>(SPACE, id);
    return found && spaceRow(found);
  }

  async role(space: string, user: string): Promise<Role | undefined> {
    const [found] = await this.#connections.rows<{ role: Role | null }>(ROLE_OF, user, space);
    return found?.role ?? undefined;
  }

  async spacesOf(user: string): Promise<(SpaceRow & { role: Role })[]> {
    const found = await this.#connections.rows<SpaceColumns & { role: Role }>(SPACES_OF, user);
    return found.map((row) => ({ ...spaceRow(row), role: row.role }));
  }

  async members(space: string): Promise<Member[]> {
    const found = await this.#connections.rows<UserRow & { role: Role }>(MEMBERS, space);
    return found.map(({ role, ...user }) => ({ user, role }));
  }

  async people(space: string): Promise<Map<string, UserRow>> {
    return new Map((await this.#connections.rows<UserRow>(PEOPLE, space)).map((user) => [user.id, user]));
  }

  invites(space: string): Promise<Invite[]> {
    return this.#connections.rows<Invite>(INVITES, space);
  }

  async changeMembers(space: string, changes: readonly MemberChange[], now: Time): Promise<'done' | 'no-owner'> {
    try {
      await this.#connections.changeRights(async (queries) => {
        let changed = 0;
        for (const one of changes) changed += await changeMember(queries, space, one, now);
        const [left] = await queries.rows<{ owners: number }>(OWNERS, space);
        if (left?.owners === 0) throw new NoOwner();
        if (changed > 0) await queries.run(TOUCH, now, space);
      });
      return 'done';
    } catch (error) {
      // Thrown so that the transaction takes everything back.
      if (error instanceof NoOwner) return 'no-owner';
      throw error;
    }
  }

  async projects(workspace: string): Promise<SpaceRow[]> {
    return (await this.#connections.rows<SpaceColumns>(PROJECTS, workspace)).map(spaceRow);
  }

  async remove(space: string, now: Time): Promise<void> {
    await this.#connections.changeRights(async (queries) => {
      await queries.run(MARK, now, space);
      await queries.run(MARK_PROJECTS, now, space);
    });
  }

  async deletedOf(user: string): Promise<SpaceRow[]> {
    return (await this.#connections.rows<SpaceColumns>(DELETED_OF, user)).map(spaceRow);
  }

  async restore(space: string, now: Time): Promise<void> {
    await this.#connections.changeRights((queries) => queries.run(UNMARK, now, space));
  }
}

class NoOwner extends Error {}

/** A row as the port gives it. */
export function spaceRow({ id, kind, workspace, created, modified, deleted }: SpaceColumns): SpaceRow {
  return { id, kind, workspace: workspace ?? undefined, created, modified, deleted: deleted ?? undefined };
}
