/** `/v1/user`: the caller. */
import { done } from '../../../shared/failures';
import { findSpace } from '../open-space';
import { userOf } from '../records';
import { type Route, route } from '../route';

export const userRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/user',
    summary: 'Get the caller',
    success: 200,
    target: (call) => findSpace(call, 'user', call.bearer.user.id, 'viewer'),
    act: async (call, space) => done(await userOf(call, space), false),
  }),
];
