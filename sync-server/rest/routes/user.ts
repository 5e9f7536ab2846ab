/** `/v1/user` and `/v1/organizations`: the caller, and the one organization of the server (rule R25). */
import { done, notFound } from '../../../shared/failures';
import { organization } from '../../../shared/rest/organizations';
import { updateUserBody, user } from '../../../shared/rest/user';
import type { Call } from '../call';
import { listRoute } from '../list-route';
import { findSpace } from '../open-space';
import { userOf } from '../records/spaces';
import { type Route, route } from '../route';

const ownSpace = (call: Call) => findSpace(call, 'user', call.bearer.user.id, 'viewer');

export const userRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/user',
    summary: 'Get the caller',
    success: 200,
    answer: user,
    target: ownSpace,
    act: async (call, space) => done(await userOf(call, space), false),
  }),
  route({
    method: 'PATCH',
    path: '/v1/user',
    summary: 'Change the name of the caller',
    success: 200,
    answer: user,
    target: ownSpace,
    body: updateUserBody,
    act: async (call, space, { name }) => {
      const { accounts } = call.services.storage;
      const { id } = call.bearer.user;
      if (name !== undefined) await accounts.rename(id, name, call.now);
      const renamed = (await accounts.usersById([id])).get(id) ?? call.bearer.user;
      return done(await userOf(call.as({ ...call.bearer, user: renamed }), space));
    },
  }),
  listRoute({
    path: '/v1/organizations',
    summary: 'List the organizations: the one of this server',
    entry: organization,
    target: async () => done(undefined, false),
    list: async (call) => done([call.services.organization], false),
    positionOf: ({ id }) => ({ id, key: '' }),
    show: async (_call, _target, organizations) => [...organizations],
  }),
  route({
    method: 'GET',
    path: '/v1/organizations/:id',
    summary: 'Get an organization',
    success: 200,
    answer: organization,
    target: async (call) => {
      const id = call.param('id');
      return id === call.services.organization.id
        ? done(call.services.organization, false)
        : notFound('organization', id);
    },
    act: async (_, found) => done(found, false),
  }),
];
