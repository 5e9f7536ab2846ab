/** Removing users, purging spaces and checking the store, in SQLite. */
import type { Database } from 'better-sqlite3';
import type { SpaceId } from '../../../shared/ids';
import type { SpaceRow, Time, Upkeep, UserRemoval } from '../storage';
import type { AllSpaces, SpacesThat } from './all-spaces';
import { SPACE_COLUMNS, type SpaceColumns, spaceRow } from './spaces';

const FAULTS_MAX = 100;

export class SqliteUpkeep implements Upkeep {
  readonly #db: Database;
  readonly #removeUser: (user: string, heir: string | undefined, now: Time) => UserRemoval;
  readonly #due: SpacesThat<{ readonly before: Time }>;
  readonly #purge: (space: SpaceId, before: Time, now: Time) => boolean;

  constructor(db: Database, spaces: AllSpaces) {
    this.#db = db;
    const hasUser = db.prepare<[string], number>('SELECT 1 FROM users WHERE id = ?').pluck();
    const owned = db.prepare<[string, string], { id: SpaceId; deleted: number | null }>(
      `SELECT spaces.id, spaces.deleted FROM members JOIN spaces ON spaces.id = members.space
       WHERE members.user = ? AND members.role = 'owner' AND spaces.kind <> 'user' AND spaces.purged IS NULL AND NOT EXISTS
         (SELECT 1 FROM members others WHERE others.space = spaces.id AND others.role = 'owner' AND others.user <> ?)
       ORDER BY spaces.created, spaces.rowid`,
    );
    const give = db.prepare<[string, string, number]>(
      `INSERT INTO members (space, user, role, added) VALUES (?, ?, 'owner', ?)
       ON CONFLICT (space, user) DO UPDATE SET role = 'owner'`,
    );
    const touch = db.prepare<[number, string]>(
      'UPDATE spaces SET modified = max(modified, ?) WHERE id IN (SELECT space FROM members WHERE user = ?)',
    );
    const trash = db.prepare<[number, string]>('UPDATE spaces SET deleted = ? WHERE id = ? AND deleted IS NULL');
    const remove = db.prepare<[string]>('DELETE FROM users WHERE id = ?');
    this.#removeUser = db.transaction((user: string, heir: string | undefined, now: Time): UserRemoval => {
      if (!hasUser.get(user)) return { kind: 'no-user' };
      if (heir !== undefined && (heir === user || !hasUser.get(heir))) return { kind: 'no-heir' };
      const alone = owned.all(user, user);
      const living = alone.filter(({ deleted }) => deleted === null).map(({ id }) => id);
      if (heir === undefined && living.length > 0) return { kind: 'only-owner', spaces: living };
      if (heir !== undefined) for (const { id } of alone) give.run(id, heir, now);
      touch.run(now, user);
      trash.run(now, user);
      // Tokens, memberships and requests go with the row.
      remove.run(user);
      return { kind: 'done' };
    }).immediate;

    this.#due = spaces.that('deleted <= :before AND purged IS NULL');
    // Asked once more: it may have been restored since it was found.
    const mark = db.prepare<[number, string, number]>(
      'UPDATE spaces SET purged = ? WHERE id = ? AND deleted <= ? AND purged IS NULL',
    );
    const clear = ['log', 'snapshots', 'quarantine', 'records', 'indexed', 'members', 'invites', 'requests'].map(
      (table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE space = ?`),
    );
    this.#purge = db.transaction((space: SpaceId, before: Time, now: Time) => {
      if (mark.run(now, space, before).changes === 0) return false;
      for (const statement of clear) statement.run(space);
      return true;
    }).immediate;
  }

  async spaces(): Promise<SpaceRow[]> {
    const all = this.#db.prepare<[], SpaceColumns>(
      `SELECT ${SPACE_COLUMNS} FROM spaces WHERE purged IS NULL ORDER BY created, rowid`,
    );
    return all.all().map(spaceRow);
  }

  async removeUser(user: string, heir: string | undefined, now: Time): Promise<UserRemoval> {
    return this.#removeUser(user, heir, now);
  }

  async purgeSpaces(before: Time, now: Time): Promise<SpaceId[]> {
    const purged: SpaceId[] = [];
    for (const space of await this.#due({ before })) {
      if (purged.length > 0) await new Promise(setImmediate);
      if (this.#purge(space, before, now)) purged.push(space);
    }
    return purged;
  }

  async faults(): Promise<string[]> {
    const found = this.#db.pragma(`integrity_check(${FAULTS_MAX})`) as { integrity_check: string }[];
    const keys = this.#db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
    return [
      ...found.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok'),
      ...keys.map(({ table, rowid, parent }) => `row ${rowid} of ${table} names a row of ${parent} that is not there`),
    ];
  }
}
