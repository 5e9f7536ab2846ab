/** Spaces, members and invites in SQLite. Rights come from nowhere else. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId, UserId } from '../../../shared/ids';
import type { SpaceKind } from '../../../shared/operations/seed';
import { emailKey } from '../../email-key';
import type { Invite, Member, MemberChange, Role, SpaceRow, SpaceStore, Time, UserRow } from '../storage';
import { LogWriter } from './documents';
import type { KeptReads } from './kept-reads';

/** A space as a row. */
export interface SpaceColumns {
  id: SpaceId;
  kind: SpaceKind;
  workspace: SpaceId | null;
  created: number;
  modified: number;
  deleted: number | null;
}
interface MemberColumns {
  id: UserId;
  name: string;
  email: string;
  created: number;
  modified: number;
  role: Role;
}

/** What a row of a space is read as. */
export const SPACE_COLUMNS =
  'spaces.id, spaces.kind, spaces.workspace, spaces.created, spaces.modified, spaces.deleted';

/** What `:user` may do in the space of the row: their own, as owner of a project's workspace, as member; NULL for nothing. */
const ROLE = `CASE
  WHEN spaces.deleted IS NOT NULL THEN NULL
  WHEN spaces.kind = 'user' THEN CASE WHEN spaces.id = :user THEN 'owner' END
  WHEN spaces.workspace IS NOT NULL AND EXISTS (SELECT 1 FROM spaces above WHERE above.id = spaces.workspace AND above.deleted IS NOT NULL) THEN NULL
  WHEN spaces.workspace IS NOT NULL AND EXISTS (SELECT 1 FROM members above WHERE above.space = spaces.workspace AND above.user = :user AND above.role = 'owner') THEN 'owner'
  ELSE (SELECT role FROM members own WHERE own.space = spaces.id AND own.user = :user)
END`;

export class SqliteSpaces implements SpaceStore {
  readonly #create: SpaceStore['create'] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
  readonly #space: (id: string) => SpaceRow | undefined;
  /** By user and space, each on a line. */
  readonly #role: (of: string) => Role | undefined;
  readonly #spacesOf: Statement<[{ user: string }], SpaceColumns & { role: Role }>;
  readonly #members: Statement<[string], MemberColumns>;
  readonly #people: (space: string) => ReadonlyMap<string, UserRow>;
  readonly #invites: Statement<[string], Invite>;
  readonly #change: (space: string, changes: readonly MemberChange[], now: Time) => 'done' | 'no-owner';
  readonly #projects: Statement<[string], SpaceColumns>;
  readonly #remove: (space: string, now: Time) => void;
  readonly #deletedOf: Statement<[{ user: string }], SpaceColumns>;
  readonly #restore: (space: string, now: Time) => void;

  constructor(db: Database, reads: KeptReads) {
    const space = db.prepare<[string], SpaceColumns>(`SELECT ${SPACE_COLUMNS} FROM spaces WHERE id = ?`);
    this.#space = reads.of((id) => {
      const found = space.get(id);
      return found && spaceRow(found);
    });
    const role = db
      .prepare<[{ space: string; user: string }], Role | null>(`SELECT ${ROLE} FROM spaces WHERE id = :space`)
      .pluck();
    this.#role = reads.of((of) => {
      const end = of.indexOf('\n');
      return role.get({ user: of.slice(0, end), space: of.slice(end + 1) }) ?? undefined;
    });
    this.#spacesOf = db.prepare(
      `SELECT * FROM (
         SELECT ${SPACE_COLUMNS}, ${ROLE} AS role, spaces.rowid AS place FROM spaces WHERE id IN (
           SELECT :user
           UNION SELECT space FROM members WHERE user = :user
           UNION SELECT projects.id FROM members JOIN spaces projects ON projects.workspace = members.space
             WHERE members.user = :user AND members.role = 'owner')
       ) WHERE role IS NOT NULL ORDER BY created, place`,
    );
    this.#members = db.prepare(
      `SELECT users.id, users.name, users.email, users.created, users.modified, members.role
       FROM members JOIN users ON users.id = members.user WHERE members.space = ? ORDER BY members.rowid`,
    );
    const people = db.prepare<[{ space: string }], UserRow>(
      `SELECT id, name, email, created, modified FROM users WHERE id = :space
         OR id IN (SELECT user FROM members WHERE space = :space)
         OR id IN (SELECT members.user FROM spaces JOIN members ON members.space = spaces.workspace
                   WHERE spaces.id = :space AND members.role = 'owner')`,
    );
    this.#people = reads.of((space) => new Map(people.all({ space }).map((user) => [user.id, user])));
    this.#invites = db.prepare('SELECT id, email, role FROM invites WHERE space = ? ORDER BY rowid');
    this.#projects = db.prepare(
      `SELECT ${SPACE_COLUMNS} FROM spaces WHERE workspace = ? AND deleted IS NULL ORDER BY created, rowid`,
    );

    const apply = memberWriter(db);
    const touch = db.prepare<[number, string]>('UPDATE spaces SET modified = max(modified, ?) WHERE id = ?');
    const owners = db
      .prepare<[string], number>("SELECT count(*) FROM members WHERE space = ? AND role = 'owner'")
      .pluck();
    const change = db.transaction((space: string, changes: readonly MemberChange[], now: Time) => {
      let changed = 0;
      for (const one of changes) changed += apply(space, one, now);
      if (owners.get(space) === 0) throw new NoOwner();
      if (changed > 0) touch.run(now, space);
    });
    this.#change = (space, changes, now) => {
      try {
        change.immediate(space, changes, now);
        return 'done';
      } catch (error) {
        // Thrown so that the transaction takes everything back.
        if (error instanceof NoOwner) return 'no-owner';
        throw error;
      }
    };

    const insert = db.prepare<[string, string, string | null, number, number]>(
      'INSERT INTO spaces (id, kind, workspace, created, modified) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    const writer = new LogWriter(db);
    this.#create = db.transaction(
      (space: SpaceRow, owner: UserId, members: readonly MemberChange[], first: Uint8Array | undefined) => {
        const { id, kind, workspace, created } = space;
        if (insert.run(id, kind, workspace ?? null, created, created).changes === 0) return false;
        apply(id, { kind: 'set', user: owner, role: 'owner' }, created);
        for (const one of members) apply(id, one, created);
        if (first) writer.write({ space: id, update: first, merged: created });
        return true;
      },
    ).immediate;

    const mark = db.prepare<[number, string]>('UPDATE spaces SET deleted = ? WHERE id = ? AND deleted IS NULL');
    const markProjects = db.prepare<[number, string, string]>(
      'UPDATE spaces SET deleted = ?, deleted_with = ? WHERE workspace = ? AND deleted IS NULL',
    );
    this.#remove = db.transaction((space: string, now: Time) => {
      mark.run(now, space);
      markProjects.run(now, space, space);
    }).immediate;

    this.#deletedOf = db.prepare(
      `SELECT ${SPACE_COLUMNS} FROM spaces WHERE deleted IS NOT NULL AND purged IS NULL AND id IN (
         SELECT space FROM members WHERE user = :user AND role = 'owner'
         UNION SELECT projects.id FROM members JOIN spaces projects ON projects.workspace = members.space
           WHERE members.user = :user AND members.role = 'owner')
       ORDER BY deleted DESC, rowid DESC`,
    );
    const unmark = db.prepare<[number, string, string]>(
      'UPDATE spaces SET deleted = NULL, deleted_with = NULL, modified = max(modified, ?) WHERE id = ? OR deleted_with = ?',
    );
    this.#restore = db.transaction((space: string, now: Time) => unmark.run(now, space, space)).immediate;
  }

  async create(
    space: SpaceRow,
    owner: UserId,
    members: readonly MemberChange[],
    first: Uint8Array | undefined,
  ): Promise<boolean> {
    return this.#create(space, owner, members, first);
  }

  async space(id: string): Promise<SpaceRow | undefined> {
    return this.#space(id);
  }

  async role(space: string, user: string): Promise<Role | undefined> {
    return this.#role(`${user}\n${space}`);
  }

  async spacesOf(user: string): Promise<(SpaceRow & { role: Role })[]> {
    return this.#spacesOf.all({ user }).map((row) => ({ ...spaceRow(row), role: row.role }));
  }

  async members(space: string): Promise<Member[]> {
    return this.#members.all(space).map(({ role, ...user }) => ({ user, role }));
  }

  async people(space: string): Promise<ReadonlyMap<string, UserRow>> {
    return this.#people(space);
  }

  async invites(space: string): Promise<Invite[]> {
    return this.#invites.all(space);
  }

  async changeMembers(space: string, changes: readonly MemberChange[], now: Time): Promise<'done' | 'no-owner'> {
    return this.#change(space, changes, now);
  }

  async projects(workspace: string): Promise<SpaceRow[]> {
    return this.#projects.all(workspace).map(spaceRow);
  }

  async remove(space: string, now: Time): Promise<void> {
    this.#remove(space, now);
  }

  async deletedOf(user: string): Promise<SpaceRow[]> {
    return this.#deletedOf.all({ user }).map(spaceRow);
  }

  async restore(space: string, now: Time): Promise<void> {
    this.#restore(space, now);
  }
}

class NoOwner extends Error {}

/** Makes the function that writes one change of members, inside a transaction; it gives how many rows it changed. */
export function memberWriter(db: Database): (space: string, change: MemberChange, now: Time) => number {
  const set = db.prepare<[string, string, Role, number]>(
    `INSERT INTO members (space, user, role, added) VALUES (?, ?, ?, ?)
     ON CONFLICT (space, user) DO UPDATE SET role = excluded.role WHERE role <> excluded.role`,
  );
  const remove = db.prepare<[string, string]>('DELETE FROM members WHERE space = ? AND user = ?');
  const invite = db.prepare<[string, string, string, string, Role, string, number]>(
    `INSERT INTO invites (id, space, email, email_key, role, invited_by, created) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (space, email_key) DO UPDATE SET role = excluded.role WHERE role <> excluded.role`,
  );
  const reinvite = db.prepare<[Role, string, string, Role]>(
    'UPDATE invites SET role = ? WHERE id = ? AND space = ? AND role <> ?',
  );
  const uninvite = db.prepare<[string, string]>('DELETE FROM invites WHERE id = ? AND space = ?');
  const deny = db.prepare<[string, string]>('DELETE FROM requests WHERE space = ? AND user = ?');
  const uninviteUser = db.prepare<[string, string]>(
    'DELETE FROM invites WHERE space = ? AND email_key = (SELECT email_key FROM users WHERE id = ?)',
  );
  return (space, change, now) => {
    switch (change.kind) {
      case 'set':
        deny.run(space, change.user);
        uninviteUser.run(space, change.user);
        return set.run(space, change.user, change.role, now).changes;
      case 'remove':
        return remove.run(space, change.user).changes;
      case 'invite': {
        const { id, email, role } = change.invite;
        return invite.run(id, space, email, emailKey(email), role, change.by, now).changes;
      }
      case 'reinvite':
        return reinvite.run(change.role, change.id, space, change.role).changes;
      case 'uninvite':
        return uninvite.run(change.id, space).changes;
      case 'deny':
        deny.run(space, change.user);
        return 0;
    }
  };
}

/** A row as the port gives it. */
export function spaceRow({ id, kind, workspace, created, modified, deleted }: SpaceColumns): SpaceRow {
  return { id, kind, workspace: workspace ?? undefined, created, modified, deleted: deleted ?? undefined };
}
