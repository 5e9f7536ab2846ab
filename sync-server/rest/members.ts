/** Changes of the members of a space, from what a request names: by id, or by e-mail. All of a request or nothing of it (rule R17). */
import { randomUUID } from 'node:crypto';
import type { Result } from '../../shared/failures';
import type { MemberWithRole } from '../../shared/rest/references';
import { emailKey } from '../email-key';
import type { Invite, Member, MemberChange } from '../storage/storage';
import type { Call } from './call';
import { eachNamed, type Named } from './named';
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
  return eachNamed('user', entries, path, ({ id, email = '', role }): MemberChange | undefined => {
    const user = id === undefined ? memberOf(space, { email })?.user : users.get(id);
    if (user) return { kind: 'set', user: user.id, role };
    if (id !== undefined) return undefined;
    return { kind: 'invite', invite: { id: randomUUID(), email, role }, by: call.bearer.user.id };
  });
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
  return eachNamed('user', entries, 'items', (entry) => {
    const found = memberOf(space, entry) ?? inviteOf(space, entry);
    return found && change(entry, found);
  });
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
