/** `/v1/workspaces`: what is a workspace's own (rule R7). */
import { done } from '../../../shared/failures';
import { createWorkspaceBody, workspace, workspaceWithItems } from '../../../shared/rest/workspaces';
import { given } from '../given';
import { makeSpace } from '../new-space';
import { workspaceOf } from '../records/spaces';
import { type Route, route } from '../route';
import { spaceInPath } from '../space-kinds';

export const workspaceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/workspaces',
    summary: 'Create a workspace, with its default lists; the caller is its owner',
    success: 201,
    answer: workspace,
    target: async () => done(undefined, false),
    body: createWorkspaceBody,
    act: async (call, _, { members = [], ...fields }) => {
      const made = await makeSpace(call, { kind: 'workspace', workspace: undefined, fields: given(fields), members });
      return made.kind === 'done' ? done(await workspaceOf(call, made.value)) : made;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/workspaces/:id',
    summary: 'Get a workspace: the record, which is also the one entry of its items',
    success: 200,
    answer: workspaceWithItems,
    target: (call) => spaceInPath(call, 'workspace', 'viewer'),
    act: async (call, space) => {
      const record = await workspaceOf(call, space);
      return done({ ...record, items: [record] }, false);
    },
  }),
];
