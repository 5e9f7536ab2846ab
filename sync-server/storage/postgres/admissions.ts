/** Who waits to come into a space, in PostgreSQL: requests, invites, and the codes of invites. Of a code only its hash is kept. */
import type { SpaceId, UserId } from '../../../shared/ids';
import { emailKey } from '../../email-key';
import type { AccessRequest, AdmissionStore, PendingInvite, Role, Time, UserRow } from '../storage';
import type { Connections } from './connections';
import { changeMember, TOUCH } from './members';
import { sql } from './statement';

const INVITE = 'invites.id, invites.space, invites.email, invites.role, invites.invited_by AS by';

const REQUESTS = sql(
  `SELECT users.id, users.name, users.email, users.created, users.modified, requests.role
   FROM requests JOIN users ON users.id = requests."user" WHERE requests.space = $1 ORDER BY requests.place`,
);
const ASK = sql(
  'INSERT INTO requests (space, "user", role, created) VALUES ($1, $2, $3, $4) ON CONFLICT (space, "user") DO NOTHING',
);
const INVITE_BY_ID = sql(`SELECT ${INVITE} FROM invites WHERE id = $1`);
const INVITES_FOR = sql(
  `SELECT ${INVITE} FROM invites JOIN spaces ON spaces.id = invites.space
   LEFT JOIN spaces above ON above.id = spaces.workspace
   WHERE invites.email_key = $1 AND spaces.deleted IS NULL AND above.deleted IS NULL
   ORDER BY invites.created, invites.place`,
);
const PUT_CODE = sql(
  `INSERT INTO join_codes (invite, hash, expires) VALUES ($1, $2, $3)
   ON CONFLICT (invite) DO UPDATE SET hash = excluded.hash, expires = excluded.expires`,
);

export class PostgresAdmissions implements AdmissionStore {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async requests(space: string): Promise<AccessRequest[]> {
    const found = await this.#connections.rows<UserRow & { role: Role }>(REQUESTS, space);
    return found.map(({ role, ...user }) => ({ user, role }));
  }

  async ask(space: SpaceId, user: UserId, role: Role, now: Time): Promise<void> {
    await this.#connections.changeRights((queries) => queries.run(ASK, space, user, role, now));
  }

  async invite(id: string): Promise<PendingInvite | undefined> {
    const [found] = await this.#connections.rows<PendingInvite>(INVITE_BY_ID, id);
    return found;
  }

  invitesFor(email: string): Promise<PendingInvite[]> {
    return this.#connections.rows<PendingInvite>(INVITES_FOR, emailKey(email));
  }

  accept(id: string, user: UserId, now: Time): Promise<boolean> {
    return this.#connections.changeRights(async (queries) => {
      const [found] = await queries.rows<PendingInvite>(INVITE_BY_ID, id);
      if (!found) return false;
      await changeMember(queries, found.space, { kind: 'set', user, role: found.role }, now);
      await changeMember(queries, found.space, { kind: 'uninvite', id }, now);
      await queries.run(TOUCH, now, found.space);
      return true;
    });
  }

  async putCode(invite: string, hash: Uint8Array, expires: Time): Promise<void> {
    await this.#connections.changeRights((queries) => queries.run(PUT_CODE, invite, hash, expires));
  }
}
