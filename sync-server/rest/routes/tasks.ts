/** `/v1/tasks`: tasks, subtasks and where they are. A body that names a space makes a task list instead. */
import * as z from 'zod';
import { done, type Failure, invalid, type Result } from '../../../shared/failures';
import { type Parsed, parse } from '../../../shared/fields';
import { asId, type TaskId } from '../../../shared/ids';
import { createTask, moveTask, type TaskPlace, updateTask } from '../../../shared/operations/tasks';
import type { TaskRecord } from '../../../shared/records';
import { type CreateListBody, createListBody, LIST_PARENTS, taskList } from '../../../shared/rest/lists';
import {
  type CreateTaskBody,
  createTaskBody,
  type Task,
  task,
  type UpdateTaskBody,
  updateTaskBody,
} from '../../../shared/rest/tasks';
import { assigneesOf } from '../assignees';
import type { JsonObject } from '../body';
import type { Call } from '../call';
import { withoutReadDates } from '../given';
import { listRoute, siblingPosition } from '../list-route';
import { type Found, findRecord, type OpenSpace } from '../open-space';
import { recordRoutes } from '../record-routes';
import { oneTask, tasks } from '../records/tasks';
import { type Route, route } from '../route';
import { makeList } from './lists';

const taskId = z.object({ id: z.string().meta({ description: 'The id of the task.' }) });

type CreateBody =
  | { readonly kind: 'task'; readonly body: CreateTaskBody }
  | { readonly kind: 'list'; readonly body: CreateListBody };

const read = { listKind: 'task', need: 'viewer' } as const;
const change = { listKind: 'task', need: 'contributor' } as const;

const { get, remove, restore } = recordRoutes({
  path: '/v1/tasks',
  kind: 'task',
  listKind: 'task',
  noun: 'task',
  holding: ' with its subtasks',
  answer: task,
  show: oneTask,
});

export const taskRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/tasks',
    summary: 'Create a task in a section or under another task; or, of a user, workspace or project, a task list',
    success: 201,
    answer: z.union([task, taskList]) as z.ZodType<unknown>,
    target: async () => done(undefined, false),
    body: { schemas: [createTaskBody, createListBody], check: tellApart },
    act: (call, _, create) => (create.kind === 'task' ? make(call, create.body) : makeList(call, 'task', create.body)),
  }),
  route({
    method: 'GET',
    path: '/v1/tasks',
    summary: 'Get the task that ?id= names',
    success: 200,
    query: taskId,
    answer: task,
    target: async (call) => {
      const [id, ...more] = call.queried('id');
      if (id === undefined || id === '') return invalid('required', '?id', 'Say which task: ?id= and its id.');
      if (more.length > 0) return invalid('too-many', '?id', 'Give one id.');
      return findRecord(call, 'task', id, read);
    },
    act: (call, { space, record }) => oneTask(call, space, record.id),
  }),
  get,
  listRoute({
    path: '/v1/tasks/parent/:id',
    summary: 'List the tasks of a section, or the subtasks of a task',
    entry: task,
    target: async (call): Promise<Result<Found<'section'> | Found<'task'>>> => {
      const id = call.param('id');
      const section = await findRecord(call, 'section', id, read);
      if (section.kind === 'done') return section;
      const parent = await findRecord(call, 'task', id, read);
      return parent.kind === 'done' || section.kind === 'not-found' ? parent : section;
    },
    list: async (_, { space, record }) => {
      const parent: TaskPlace =
        record.kind === 'section' ? { kind: 'section', id: record.id } : { kind: 'task', id: record.id };
      return done(space.live.view.tasks(parent), false);
    },
    positionOf: siblingPosition,
    show: (call, { space }, entries) => tasks(call, space, entries),
    within: ({ space }) => space,
  }),
  route({
    method: 'PATCH',
    path: '/v1/tasks/:id',
    summary: 'Change fields of a task, and where it is',
    success: 200,
    answer: task,
    target: (call) => findRecord(call, 'task', call.param('id'), change),
    body: updateTaskBody,
    act: update,
  }),
  remove,
  restore,
];

/** Whether a body makes a task or a task list (rule R12): by whether it names a section or task, or a space. */
function tellApart(raw: JsonObject): Parsed<CreateBody> {
  const names = (fields: readonly string[]) => fields.some((field) => raw[field] !== undefined && raw[field] !== null);
  const list = names(LIST_PARENTS);
  const task = names(['taskSection', 'parentTask']);
  if (list && !task) {
    const parsed = parse(createListBody, raw);
    return parsed.kind === 'done' ? { kind: 'done', value: { kind: 'list', body: parsed.value } } : parsed;
  }
  const parsed = parse(createTaskBody, raw);
  if (task && !list) {
    return parsed.kind === 'done' ? { kind: 'done', value: { kind: 'task', body: parsed.value } } : parsed;
  }
  const message = list
    ? 'Both a place for a task (taskSection, parentTask) and one for a task list (user, workspace, project) are given; give one.'
    : 'For a task give taskSection or parentTask; for a task list one of user, workspace and project.';
  const others =
    parsed.kind === 'done' ? [] : parsed.faults.filter(({ path, type }) => path !== '' || type !== 'one-of');
  return { kind: 'invalid', faults: [{ type: 'one-of', path: '', message }, ...others] };
}

async function make(call: Call, body: CreateTaskBody): Promise<Result<Task>> {
  const found = await findPlace(call, body);
  if (!found) throw new Error('the schema lets through exactly one parent');
  if (found.kind !== 'done') return found;
  const { space, place } = found.value;
  const assignees = assigneesOf(space, body.assignees ?? [], 'assignees');
  if (assignees.kind !== 'done') return assignees;
  const { room, live } = space;
  const input = { ...body, assigneeIds: assignees.value };
  const made = room.write(live, call.now, () => createTask(live, place, input, call.surroundings));
  return made.kind === 'done' ? oneTask(call, space, made.value) : made;
}

async function update(call: Call, { space, record }: Found<'task'>, body: UpdateTaskBody): Promise<Result<Task>> {
  const { before, after, taskSection: _, parentTask: __, ...sent } = body;
  const fields = withoutReadDates(sent, record);
  const to = await targetPlace(call, space, record, body);
  if (to.kind !== 'done') return to;
  const { room, live } = space;
  const changed = room.write(live, call.now, () => {
    // Moved first: it alone can still be refused, and then nothing is to be written.
    const moved = moveTask(live, record.id, to.value, { before, after }, call.surroundings);
    return moved.kind === 'done' ? updateTask(live, record.id, fields, call.surroundings) : moved;
  });
  return changed.kind === 'done' ? oneTask(call, space, record.id) : changed;
}

/** Where a change moves a task: undefined to leave it with its parent. */
async function targetPlace(
  call: Call,
  space: OpenSpace,
  record: TaskRecord,
  body: UpdateTaskBody,
): Promise<Result<TaskPlace | undefined>> {
  if (body.taskSection && body.parentTask) {
    const section = space.live.view.sectionOf(record);
    const here = record.parent.kind === 'task' && body.parentTask.id === asId<TaskId>(record.parent.id);
    // A task that was read carries both; sent back unchanged they are no move.
    if (here && section?.id === body.taskSection.id) return done(undefined, false);
    return invalid('one-of', '', 'Give either taskSection or parentTask; both together only as the task was read.');
  }
  const found = await findPlace(call, body);
  if (!found) return done(undefined, false);
  if (found.kind !== 'done') return found;
  if (found.value.space.row.id !== space.row.id) {
    return invalid('other-space', found.value.path, 'A task cannot be moved into another space.');
  }
  return done(found.value.place, false);
}

interface Place {
  readonly space: OpenSpace;
  readonly place: TaskPlace;
  readonly path: string;
}

/** The section or task that a body names as parent; undefined where it names none. */
async function findPlace(
  call: Call,
  { taskSection, parentTask }: Pick<CreateTaskBody, 'taskSection' | 'parentTask'>,
): Promise<Result<Place> | undefined> {
  if (taskSection) {
    const path = 'taskSection.id';
    const found = await findRecord(call, 'section', taskSection.id, { ...change, path });
    return placed(found, (id) => ({ kind: 'section', id }), path);
  }
  if (parentTask) {
    const path = 'parentTask.id';
    const found = await findRecord(call, 'task', parentTask.id, { ...change, path });
    return placed(found, (id) => ({ kind: 'task', id }), path);
  }
  return undefined;
}

function placed<Kind extends 'section' | 'task'>(
  found: Result<Found<Kind>>,
  place: (id: Found<Kind>['record']['id']) => TaskPlace,
  path: string,
): Result<Place> | Failure {
  if (found.kind !== 'done') return found;
  return done({ space: found.value.space, place: place(found.value.record.id), path }, false);
}
