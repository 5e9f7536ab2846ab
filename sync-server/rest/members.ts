/** Changes of the members of a space, from what a request names: by id, or by e-mail. All of a request or nothing of it (rule R17). */
import { randomUUID } from 'node:crypto';
import { done, notFound, type Result } from '../../shared/failures';
import type { MemberWithRole } from '../../shared/rest/references';
import { emailKey } from '../email-key';
import type { Invite, Member, MemberChange } from '../storage/storage';
import type { Call } from './call';
import type { OpenSpace } from './open-space';

/** Who is in a space, and who is invited. */
export interface Membership {
  readonly members: readonly Member[];
  readonly invites: readonly Invite[];
}

/** Who is in a space that a request works on. */
export async function membershipOf(call: Call, { row }: OpenSpace): Promise<Membership> {
  const { spaces } = call.services.storage;
  return { members: await spaces.members(row.id), invites: await spaces.invites(row.id) };
}

/** An entry that names someone. */
export interface Named {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * The changes that add people: an id has to be a user's; an e-mail becomes an invite, unless it is that of a member.
 * @param space who is there already
 * @param path where in the body the entries are
 */
export async function additions(
  call: Call,
  space: Membership,
  entries: readonly MemberWithRole[],
  path: string,
): Promise<Result<MemberChange[]>> {
  const users = await call.services.storage.accounts.usersById(entries.flatMap(({ id }) => id ?? []));
  const changes: MemberChange[] = [];
  for (const [at, { id, email, role }] of entries.entries()) {
    if (id !== undefined) {
      const user = users.get(id);
      if (!user) return notFound('user', id, `${path}.${at}.id`);
      changes.push({ kind: 'set', user: user.id, role });
    } else if (email !== undefined) {
      const member = memberOf(space, { email });
      if (member) changes.push({ kind: 'set', user: member.user.id, role });
      else changes.push({ kind: 'invite', invite: { id: randomUUID(), email, role }, by: call.bearer.user.id });
    }
  }
  return done(changes, false);
}

/** The changes that give members, or those invited, other roles. */
export function roleChanges(space: Membership, entries: readonly MemberWithRole[]): Result<MemberChange[]> {
  return each(space, entries, ({ role }, found) =>
    'user' in found ? { kind: 'set', user: found.user.id, role } : { kind: 'reinvite', id: found.id, role },
  );
}

/** The changes that take members, or those invited, out. */
export function removals(space: Membership, entries: readonly Named[]): Result<MemberChange[]> {
  return each(space, entries, (_, found) =>
    'user' in found ? { kind: 'remove', user: found.user.id } : { kind: 'uninvite', id: found.id },
  );
}

function each<Entry extends Named>(
  space: Membership,
  entries: readonly Entry[],
  change: (entry: Entry, found: Member | Invite) => MemberChange,
): Result<MemberChange[]> {
  const changes: MemberChange[] = [];
  for (const [at, entry] of entries.entries()) {
    const found = memberOf(space, entry) ?? inviteOf(space, entry);
    if (!found) {
      const field = entry.id === undefined ? 'email' : 'id';
      return notFound('user', entry[field] ?? '', `items.${at}.${field}`);
    }
    changes.push(change(entry, found));
  }
  return done(changes, false);
}

/** The member that an entry names; an id counts before an e-mail. */
export function memberOf({ members }: Membership, { id, email }: Named): Member | undefined {
  return members.find(({ user }) =>
    id === undefined ? emailKey(user.email) === emailKey(email ?? '') : (user.id as string) === id,
  );
}

function inviteOf({ invites }: Membership, { id, email }: Named): Invite | undefined {
  return invites.find((invite) =>
    id === undefined ? emailKey(invite.email) === emailKey(email ?? '') : invite.id === id,
  );
}
