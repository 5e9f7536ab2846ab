/** `/v1/tasklists`: task lists and the parents that they belong to. */
import { done, notFound, type Result } from '../../../shared/failures';
import { type Parsed, parse } from '../../../shared/fields';
import { createList, renameContainer } from '../../../shared/operations/lists';
import { deleteRecord } from '../../../shared/operations/trash';
import { type CreateListBody, createListBody, LIST_PARENTS, renameBody } from '../../../shared/rest/task-lists';
import { findRecord, findSpace, type OpenSpace } from '../open-space';
import { taskLists } from '../records';
import { type Call, type Route, route } from '../route';

/** Checks the body that creates a list. */
export function parseCreateList(raw: unknown): Parsed<CreateListBody> {
  return parse(createListBody, raw);
}

/** Makes a task list under the parent that the body names. */
export async function createTaskList(call: Call, body: CreateListBody): Promise<Result<unknown>> {
  const kind = LIST_PARENTS.find((one) => body[one]);
  const parent = kind && body[kind];
  if (!kind || !parent) throw new Error('the schema lets through exactly one parent');
  const found = await findSpace(call, kind, parent.id, 'contributor', `${kind}.id`);
  if (found.kind !== 'done') return found;
  const { room, live } = found.value;
  const input = { name: body.name, listKind: 'task' } as const;
  const made = room.write(live, call.now, () => createList(live, input, call.surroundings));
  return made.kind === 'done' ? oneList(call, found.value, made.value.list) : made;
}

export const taskListRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/tasklists',
    summary: 'Create a task list, with a first section',
    success: 201,
    target: async () => done(undefined, false),
    body: parseCreateList,
    act: (call, _, body) => createTaskList(call, body),
  }),
  route({
    method: 'GET',
    path: '/v1/tasklists/:id',
    summary: 'Get a task list',
    success: 200,
    target: (call) => findRecord(call, 'list', call.params.id ?? '', { listKind: 'task', need: 'viewer' }),
    act: (call, { space, record }) => oneList(call, space, record.id),
  }),
  route({
    method: 'GET',
    path: '/v1/tasklists/parent/:id',
    summary: 'List the task lists of a user, a workspace or a project',
    success: 200,
    target: (call) => findAnySpace(call, call.params.id ?? ''),
    act: async (call, space) => done({ items: await taskLists(call, space, space.live.view.lists('task')) }, false),
  }),
  route({
    method: 'PATCH',
    path: '/v1/tasklists/:id',
    summary: 'Rename a task list',
    success: 200,
    target: (call) => findRecord(call, 'list', call.params.id ?? '', { listKind: 'task', need: 'contributor' }),
    body: renameBody,
    act: async (call, { space, record }, { name }) => {
      const { room, live } = space;
      const input = name === undefined ? {} : { name };
      const renamed = room.write(live, call.now, () =>
        renameContainer(live, 'list', record.id, input, call.surroundings),
      );
      return renamed.kind === 'done' ? oneList(call, space, record.id) : renamed;
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/tasklists/:id',
    summary: 'Delete a task list with all that it holds',
    success: 204,
    target: (call) => findRecord(call, 'list', call.params.id ?? '', { listKind: 'task', need: 'contributor' }),
    act: async (call, { space: { room, live }, record }) =>
      room.write(live, call.now, () => deleteRecord(live, { kind: 'list', id: record.id }, call.surroundings)),
  }),
];

/** The space of any kind that an id names. */
async function findAnySpace(call: Call, id: string): Promise<Result<OpenSpace>> {
  const row = await call.services.storage.spaces.space(id);
  return row ? findSpace(call, row.kind, id, 'viewer') : notFound('space', id);
}

async function oneList(call: Call, space: OpenSpace, id: string): Promise<Result<unknown>> {
  const list = space.live.view.record('list', id);
  if (!list) return notFound('list', id);
  const [body] = await taskLists(call, space, [list]);
  return done(body);
}
