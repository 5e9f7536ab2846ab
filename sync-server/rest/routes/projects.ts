/** `/v1/projects`: what is a project's own (rule R24). */
import { done } from '../../../shared/failures';
import { createProjectBody, project } from '../../../shared/rest/projects';
import { given } from '../given';
import { makeSpace } from '../new-space';
import { findSpace } from '../open-space';
import { projectOf } from '../records/spaces';
import { type Route, route } from '../route';
import { spaceInPath } from '../space-kinds';

export const projectRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/projects',
    summary: 'Create a project in a workspace, with its default lists; the caller is its owner',
    success: 201,
    answer: project,
    target: async () => done(undefined, false),
    body: createProjectBody,
    act: async (call, _, { members = [], workspace, ...fields }) => {
      const above = await findSpace(call, 'workspace', workspace.id, 'contributor', 'workspace.id');
      if (above.kind !== 'done') return above;
      const { id } = above.value.row;
      const made = await makeSpace(call, { kind: 'project', workspace: id, fields: given(fields), members });
      return made.kind === 'done' ? done(await projectOf(call, made.value)) : made;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/projects/:id',
    summary: 'Get a project',
    success: 200,
    answer: project,
    target: (call) => spaceInPath(call, 'project', 'viewer'),
    act: async (call, space) => done(await projectOf(call, space), false),
  }),
];
