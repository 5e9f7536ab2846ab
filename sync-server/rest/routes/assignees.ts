/** `/v1/tasks/{id}/assignees`: who does a task (rule R14). */
import { assign, unassign } from '../../../shared/operations/tasks';
import { assigneeReferences, task } from '../../../shared/rest/tasks';
import { assigneesOf, unassigneesOf } from '../assignees';
import type { Call } from '../call';
import { findRecord } from '../open-space';
import { oneTask } from '../records/tasks';
import { idsFromQuery, type Route, route } from '../route';

const path = '/v1/tasks/:id/assignees';
const target = (call: Call) => findRecord(call, 'task', call.param('id'), { listKind: 'task', need: 'contributor' });

export const assigneeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path,
    summary: 'Assign members of the space to a task, by id or by e-mail',
    success: 200,
    answer: task,
    target,
    body: assigneeReferences,
    act: async (call, { space, record }, { items }) => {
      const users = assigneesOf(space, items, 'items');
      if (users.kind !== 'done') return users;
      const { room, live } = space;
      const assigned = room.write(live, call.now, () => assign(live, record.id, users.value, call.surroundings));
      return assigned.kind === 'done' ? oneTask(call, space, record.id) : assigned;
    },
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Take people off a task; who is not on it changes nothing',
    success: 200,
    answer: task,
    target,
    body: assigneeReferences,
    bodyFromQuery: idsFromQuery,
    act: async (call, { space, record }, { items }) => {
      const users = unassigneesOf(space, items);
      const { room, live } = space;
      const taken = room.write(live, call.now, () => unassign(live, record.id, users, call.surroundings));
      return taken.kind === 'done' ? oneTask(call, space, record.id) : taken;
    },
  }),
];
