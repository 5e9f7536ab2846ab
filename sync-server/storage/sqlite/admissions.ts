/** Who waits to come into a space, in SQLite: requests, invites, and the codes of invites. Of a code only its hash is kept. */
import type { Database, Statement } from 'better-sqlite3';
import type { SpaceId, UserId } from '../../../shared/ids';
import { emailKey } from '../../email-key';
import type { AccessRequest, AdmissionStore, PendingInvite, Role, Time, UserRow } from '../storage';
import { memberWriter } from './spaces';

interface InviteColumns {
  id: string;
  space: SpaceId;
  email: string;
  role: Role;
  by: UserId;
}

const INVITE = 'invites.id, invites.space, invites.email, invites.role, invites.invited_by AS by';

export class SqliteAdmissions implements AdmissionStore {
  readonly #requests: Statement<[string], UserRow & { role: Role }>;
  readonly #ask: Statement<[string, string, Role, number]>;
  readonly #invite: Statement<[string], InviteColumns>;
  readonly #invitesFor: Statement<[string], InviteColumns>;
  readonly #accept: (id: string, user: UserId, now: Time) => boolean;
  readonly #putCode: Statement<[string, Uint8Array, number]>;

  constructor(db: Database) {
    this.#requests = db.prepare(
      `SELECT users.id, users.name, users.email, users.created, users.modified, requests.role
       FROM requests JOIN users ON users.id = requests.user WHERE requests.space = ? ORDER BY requests.rowid`,
    );
    this.#ask = db.prepare(
      'INSERT INTO requests (space, user, role, created) VALUES (?, ?, ?, ?) ON CONFLICT (space, user) DO NOTHING',
    );
    this.#invite = db.prepare(`SELECT ${INVITE} FROM invites WHERE id = ?`);
    this.#invitesFor = db.prepare(
      `SELECT ${INVITE} FROM invites JOIN spaces ON spaces.id = invites.space
       LEFT JOIN spaces above ON above.id = spaces.workspace
       WHERE invites.email_key = ? AND spaces.deleted IS NULL AND above.deleted IS NULL
       ORDER BY invites.created, invites.rowid`,
    );
    this.#putCode = db.prepare(
      `INSERT INTO join_codes (invite, hash, expires) VALUES (?, ?, ?)
       ON CONFLICT (invite) DO UPDATE SET hash = excluded.hash, expires = excluded.expires`,
    );
    const apply = memberWriter(db);
    const touch = db.prepare<[number, string]>('UPDATE spaces SET modified = max(modified, ?) WHERE id = ?');
    this.#accept = db.transaction((id: string, user: UserId, now: Time) => {
      const found = this.#invite.get(id);
      if (!found) return false;
      apply(found.space, { kind: 'set', user, role: found.role }, now);
      apply(found.space, { kind: 'uninvite', id }, now);
      touch.run(now, found.space);
      return true;
    }).immediate;
  }

  async requests(space: string): Promise<AccessRequest[]> {
    return this.#requests.all(space).map(({ role, ...user }) => ({ user, role }));
  }

  async ask(space: SpaceId, user: UserId, role: Role, now: Time): Promise<void> {
    this.#ask.run(space, user, role, now);
  }

  async invite(id: string): Promise<PendingInvite | undefined> {
    return this.#invite.get(id);
  }

  async invitesFor(email: string): Promise<PendingInvite[]> {
    return this.#invitesFor.all(emailKey(email));
  }

  async accept(id: string, user: UserId, now: Time): Promise<boolean> {
    return this.#accept(id, user, now);
  }

  async putCode(invite: string, hash: Uint8Array, expires: Time): Promise<void> {
    this.#putCode.run(invite, hash, expires);
  }
}
