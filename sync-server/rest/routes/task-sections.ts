/** `/v1/tasksections`: the sections of task lists. */
import { done, notFound, type Result } from '../../../shared/failures';
import { createSection, renameContainer } from '../../../shared/operations/lists';
import { deleteRecord } from '../../../shared/operations/trash';
import { createTaskSectionBody, renameBody } from '../../../shared/rest/task-lists';
import { findRecord, type OpenSpace } from '../open-space';
import { taskSections } from '../records';
import { type Call, type Route, route } from '../route';

export const taskSectionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/tasksections',
    summary: 'Create a section at the end of a task list',
    success: 201,
    target: async () => done(undefined, false),
    body: createTaskSectionBody,
    act: async (call, _, { name, taskList }) => {
      const choice = { listKind: 'task', need: 'contributor', path: 'taskList.id' } as const;
      const found = await findRecord(call, 'list', taskList.id, choice);
      if (found.kind !== 'done') return found;
      const { space, record } = found.value;
      const made = space.room.write(space.live, call.now, () =>
        createSection(space.live, record.id, { name }, call.surroundings),
      );
      return made.kind === 'done' ? oneSection(call, space, made.value) : made;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/tasksections/:id',
    summary: 'Get a task section',
    success: 200,
    target: (call) => findRecord(call, 'section', call.params.id ?? '', { listKind: 'task', need: 'viewer' }),
    act: (call, { space, record }) => oneSection(call, space, record.id),
  }),
  route({
    method: 'GET',
    path: '/v1/tasksections/parent/:id',
    summary: 'List the sections of a task list',
    success: 200,
    target: (call) => findRecord(call, 'list', call.params.id ?? '', { listKind: 'task', need: 'viewer' }),
    act: async (call, { space, record }) =>
      done({ items: await taskSections(call, space, space.live.view.sections(record.id)) }, false),
  }),
  route({
    method: 'PATCH',
    path: '/v1/tasksections/:id',
    summary: 'Rename a task section',
    success: 200,
    target: (call) => findRecord(call, 'section', call.params.id ?? '', { listKind: 'task', need: 'contributor' }),
    body: renameBody,
    act: async (call, { space, record }, { name }) => {
      const { room, live } = space;
      const input = name === undefined ? {} : { name };
      const renamed = room.write(live, call.now, () =>
        renameContainer(live, 'section', record.id, input, call.surroundings),
      );
      return renamed.kind === 'done' ? oneSection(call, space, record.id) : renamed;
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/tasksections/:id',
    summary: 'Delete a task section with all that it holds',
    success: 204,
    target: (call) => findRecord(call, 'section', call.params.id ?? '', { listKind: 'task', need: 'contributor' }),
    act: async (call, { space: { room, live }, record }) =>
      room.write(live, call.now, () => deleteRecord(live, { kind: 'section', id: record.id }, call.surroundings)),
  }),
];

async function oneSection(call: Call, space: OpenSpace, id: string): Promise<Result<unknown>> {
  const section = space.live.view.record('section', id);
  if (!section) return notFound('section', id);
  const [body] = await taskSections(call, space, [section]);
  return done(body);
}
