/** `/v1/{workspaces,projects}/{id}/requests`: asking for access, and the owners' answer (rule R26). */
import type * as z from 'zod';
import { done, invalid, type Result } from '../../../shared/failures';
import type { Project } from '../../../shared/rest/projects';
import { memberInfo } from '../../../shared/rest/references';
import { askBody, requestEntries, type Workspace } from '../../../shared/rest/workspaces';
import type { AccessRequest, MemberChange, SpaceRow } from '../../storage/storage';
import type { Call } from '../call';
import { memberOf } from '../members';
import { eachNamed } from '../named';
import { findSpaceRow, type OpenSpace } from '../open-space';
import { memberInfoOf } from '../records/spaces';
import { idsFromQuery, type Route, route } from '../route';
import { SHARED_KINDS, type SharedKind, spaceInPath } from '../space-kinds';
import { changeMembers } from './members';

export const requestRoutes: readonly Route[] = SHARED_KINDS.flatMap(([kind, answer]) => routesOf(kind, answer));

function routesOf(kind: SharedKind, answer: z.ZodType<Workspace | Project>): readonly Route[] {
  const path = `/v1/${kind}s/:id/requests`;
  return [
    route({
      method: 'POST',
      path,
      summary: `Ask for access to a ${kind}, as a contributor unless a role is given`,
      success: 201,
      answer: memberInfo,
      target: (call) => findSpaceRow(call, kind, call.param('id')),
      body: askBody,
      bodyOptional: true,
      act: async (call, row: SpaceRow, { role = 'contributor' }) => {
        const { spaces, admissions } = call.services.storage;
        const { user } = call.bearer;
        if (await spaces.role(row.id, user.id)) return invalid('member', '', 'You have access to this already.');
        await admissions.ask(row.id, user.id, role, call.now);
        const asked = (await admissions.requests(row.id)).find((one) => one.user.id === user.id);
        return done(memberInfoOf(asked ?? { user, role }));
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: `Grant requests for access to a ${kind}`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'owner'),
      body: requestEntries,
      act: (call, space, { items }) =>
        answerRequests(call, space, items, ({ user, role }, entry) => ({
          kind: 'set',
          user: user.id,
          role: entry.role ?? role,
        })),
    }),
    route({
      method: 'DELETE',
      path,
      summary: `Deny requests for access to a ${kind}`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'owner'),
      body: requestEntries,
      bodyFromQuery: idsFromQuery,
      act: (call, space, { items }) =>
        answerRequests(call, space, items, ({ user }) => ({ kind: 'deny', user: user.id })),
    }),
  ];
}

type Entry = z.output<typeof requestEntries>['items'][number];

/** Answers the requests that entries name, all or none. */
async function answerRequests(
  call: Call,
  space: OpenSpace,
  entries: readonly Entry[],
  answer: (request: AccessRequest, entry: Entry) => MemberChange,
): Promise<Result<Workspace | Project>> {
  const requests = await call.services.storage.admissions.requests(space.row.id);
  const changes = eachNamed('request', entries, 'items', (entry) => {
    const request = memberOf({ members: requests, invites: [] }, entry);
    return request && answer(request, entry);
  });
  return changeMembers(call, space, changes);
}
