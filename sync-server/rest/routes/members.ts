/** `/v1/workspaces/{id}/members`: who is in a workspace. */
import { done, type Failure, invalid, type Result } from '../../../shared/failures';
import { memberReferences, membersWithRoles } from '../../../shared/rest/workspaces';
import type { MemberChange } from '../../storage/storage';
import { additions, type Membership, memberOf, removals, roleChanges } from '../members';
import { findSpace, type OpenSpace } from '../open-space';
import { workspaceOf } from '../records';
import { type Call, type Route, route } from '../route';

const path = '/v1/workspaces/:id/members';

const byPath = (call: Call, need: 'viewer' | 'owner') => findSpace(call, 'workspace', call.params.id ?? '', need);

export const memberRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path,
    summary: 'Add members, by id or as an invite by e-mail',
    success: 200,
    target: (call) => byPath(call, 'owner'),
    body: membersWithRoles,
    act: async (call, space, { items }) =>
      change(call, space, await additions(call, await membershipOf(call, space), items, 'items')),
  }),
  route({
    method: 'PATCH',
    path,
    summary: 'Change the roles of members and of those invited',
    success: 200,
    target: (call) => byPath(call, 'owner'),
    body: membersWithRoles,
    act: async (call, space, { items }) => change(call, space, roleChanges(await membershipOf(call, space), items)),
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Remove members, or leave',
    success: 200,
    target: (call) => byPath(call, 'viewer'),
    body: memberReferences,
    bodyFromQuery: (call) => {
      const ids = call.queried('id');
      return ids.length === 0 ? undefined : { items: ids.map((id) => ({ id })) };
    },
    act: async (call, space, { items }) => {
      const membership = await membershipOf(call, space);
      const isCaller = (entry: (typeof items)[number]) => memberOf(membership, entry)?.user.id === call.bearer.user.id;
      if (space.role !== 'owner' && !items.every(isCaller)) return NOT_OTHERS;
      return change(call, space, removals(membership, items));
    },
  }),
];

const NOT_OTHERS: Failure = { kind: 'forbidden', message: 'Only an owner removes others.', path: '' };

async function membershipOf(call: Call, { row }: OpenSpace): Promise<Membership> {
  const { spaces } = call.services.storage;
  return { members: await spaces.members(row.id), invites: await spaces.invites(row.id) };
}

async function change(call: Call, space: OpenSpace, changes: Result<MemberChange[]>): Promise<Result<unknown>> {
  if (changes.kind !== 'done') return changes;
  const { storage, rightsChanged } = call.services;
  const changed = await storage.spaces.changeMembers(space.row.id, changes.value, call.now);
  if (changed === 'no-owner') return invalid('last-owner', 'items', 'A workspace keeps at least one owner.');
  await rightsChanged();
  const row = (await storage.spaces.space(space.row.id)) ?? space.row;
  return done(await workspaceOf(call, { ...space, row }));
}
