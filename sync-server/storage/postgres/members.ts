/** Changes of who is in a space, inside a transaction. */
import { emailKey } from '../../email-key';
import type { MemberChange, Time } from '../storage';
import { type Queries, sql } from './statement';

const SET = sql(
  `INSERT INTO members (space, "user", role, added) VALUES ($1, $2, $3, $4)
   ON CONFLICT (space, "user") DO UPDATE SET role = excluded.role WHERE members.role <> excluded.role`,
);
const REMOVE = sql('DELETE FROM members WHERE space = $1 AND "user" = $2');
const INVITE = sql(
  `INSERT INTO invites (id, space, email, email_key, role, invited_by, created) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (space, email_key) DO UPDATE SET role = excluded.role WHERE invites.role <> excluded.role`,
);
const REINVITE = sql('UPDATE invites SET role = $1 WHERE id = $2 AND space = $3 AND role <> $1');
const UNINVITE = sql('DELETE FROM invites WHERE id = $1 AND space = $2');
const DENY = sql('DELETE FROM requests WHERE space = $1 AND "user" = $2');
const UNINVITE_USER = sql(
  'DELETE FROM invites WHERE space = $1 AND email_key = (SELECT email_key FROM users WHERE id = $2)',
);

/** Says that a space or its members have changed. */
export const TOUCH = sql('UPDATE spaces SET modified = greatest(modified, $1) WHERE id = $2');

/** Writes one change of members. @returns how many rows it changed of what others see */
export async function changeMember(queries: Queries, space: string, change: MemberChange, now: Time): Promise<number> {
  switch (change.kind) {
    case 'set':
      await queries.run(DENY, space, change.user);
      await queries.run(UNINVITE_USER, space, change.user);
      return queries.run(SET, space, change.user, change.role, now);
    case 'remove':
      return queries.run(REMOVE, space, change.user);
    case 'invite': {
      const { id, email, role } = change.invite;
      return queries.run(INVITE, id, space, email, emailKey(email), role, change.by, now);
    }
    case 'reinvite':
      return queries.run(REINVITE, change.role, change.id, space);
    case 'uninvite':
      return queries.run(UNINVITE, change.id, space);
    case 'deny':
      await queries.run(DENY, space, change.user);
      return 0;
  }
}
