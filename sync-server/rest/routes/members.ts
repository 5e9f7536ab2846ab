/** `/v1/{workspaces,projects}/{id}/members`: who is in a space (rule R17). */
import type * as z from 'zod';
import { done, type Failure, invalid, type Result } from '../../../shared/failures';
import type { Project } from '../../../shared/rest/projects';
import { memberReferences, membersWithRoles, type Workspace } from '../../../shared/rest/workspaces';
import type { MemberChange } from '../../storage/storage';
import type { Call } from '../call';
import { additions, memberOf, membershipOf, removals, roleChanges } from '../members';
import type { OpenSpace } from '../open-space';
import { spaceRecordOf } from '../records/spaces';
import { idsFromQuery, type Route, route } from '../route';
import { SHARED_KINDS, type SharedKind, spaceInPath } from '../space-kinds';

export const memberRoutes: readonly Route[] = SHARED_KINDS.flatMap(([kind, answer]) => routesOf(kind, answer));

function routesOf(kind: SharedKind, answer: z.ZodType<Workspace | Project>): readonly Route[] {
  const path = `/v1/${kind}s/:id/members`;
  return [
    route({
      method: 'POST',
      path,
      summary: `Add members to a ${kind}, by id or as an invite by e-mail`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'owner'),
      body: membersWithRoles,
      act: async (call, space, { items }) =>
        changeMembers(call, space, await additions(call, await membershipOf(call, space), items, 'items')),
    }),
    route({
      method: 'PATCH',
      path,
      summary: `Change the roles of members of a ${kind} and of those invited`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'owner'),
      body: membersWithRoles,
      act: async (call, space, { items }) =>
        changeMembers(call, space, roleChanges(await membershipOf(call, space), items)),
    }),
    route({
      method: 'DELETE',
      path,
      summary: `Remove members of a ${kind}, or leave it`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'viewer'),
      body: memberReferences,
      bodyFromQuery: idsFromQuery,
      act: async (call, space, { items }) => {
        const membership = await membershipOf(call, space);
        const isCaller = (entry: (typeof items)[number]) =>
          memberOf(membership, entry)?.user.id === call.bearer.user.id;
        if (space.role !== 'owner' && !items.every(isCaller)) return NOT_OTHERS;
        return changeMembers(call, space, removals(membership, items));
      },
    }),
  ];
}

const NOT_OTHERS: Failure = {
  kind: 'forbidden',
  reason: 'needs-owner',
  message: 'Only an owner removes others.',
  path: '',
};

/** Writes changes of the members of a space, all or nothing. @returns the space's record */
export async function changeMembers(
  call: Call,
  space: OpenSpace,
  changes: Result<MemberChange[]>,
): Promise<Result<Workspace | Project>> {
  if (changes.kind !== 'done') return changes;
  const { storage, rightsChanged } = call.services;
  const changed = await storage.spaces.changeMembers(space.row.id, changes.value, call.now);
  if (changed === 'no-owner') return invalid('last-owner', 'items', `A ${space.row.kind} keeps at least one owner.`);
  await rightsChanged();
  const row = (await storage.spaces.space(space.row.id)) ?? space.row;
  return done(await spaceRecordOf(call, { ...space, row }));
}
