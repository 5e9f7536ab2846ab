/** Operations on tasks: make, change fields, move. Completing is the change of a status. */
import * as Y from 'yjs';
import { z } from 'zod';
import { done, invalid, notFound, type Result } from '../failures';
import { isoDate, parse, taskDescription, taskName, taskPriority, taskStatus } from '../fields';
import { asId, type TaskId } from '../ids';
import { KEY, recordMap, rootsOf, type StoredPlace } from '../layout';
import type { TaskParent, TaskRecord } from '../records';
import { isFailure, type Position, roomAt, writeRekeyed } from './place';
import { type Space, type Surroundings, write } from './space';
import { setText } from './text';

/** Where a task can be put: into a section, or under another task. */
export type TaskPlace = Exclude<TaskParent, { kind: 'unfiled' }>;

const createTaskInput = z.object({
  name: taskName,
  description: taskDescription.nullish(),
  status: taskStatus.default('open'),
  priority: taskPriority.default('none'),
  startDate: isoDate.nullish(),
  dueDate: isoDate.nullish(),
});
export type CreateTask = z.input<typeof createTaskInput>;

/**
 * Makes a task in a section or under another task, at the end unless `position` says otherwise (rules T1, T3).
 * @returns its id; `invalid` for bad values, `not-found` where the parent is not there or in the trash
 */
export function createTask(
  space: Space,
  parent: TaskPlace,
  input: CreateTask,
  surroundings: Surroundings,
  position: Position = {},
): Result<TaskId> {
  const parsed = parse(createTaskInput, input);
  if (parsed.kind !== 'done') return parsed;
  const missing = missingParent(space, parent);
  if (missing) return missing;
  const room = roomAt(space.view.tasks(parent), undefined, position);
  if (isFailure(room)) return room;
  if (room === 'stays') throw new Error('a task that is being made stands nowhere yet');
  const id = asId<TaskId>(surroundings.newId());
  const { description, startDate, dueDate, ...fields } = parsed.value;
  const entries: [string, unknown][] = [
    [KEY.name, fields.name],
    // Made with the task, so that two replicas never make it twice and lose one side's text.
    [KEY.description, new Y.Text(description ?? '')],
    [KEY.status, fields.status],
    [KEY.priority, fields.priority],
    [KEY.place, placeIn(parent, room.order)],
  ];
  if (startDate) entries.push([KEY.startDate, startDate]);
  if (dueDate) entries.push([KEY.dueDate, dueDate]);
  if (fields.status === 'completed') entries.push([KEY.completed, surroundings.now()]);
  write(space, surroundings, () => {
    writeRekeyed(space, 'task', room);
    rootsOf(space.doc).record.task.set(id, new Y.Map(entries));
  });
  return done(id);
}

const updateTaskInput = z.object({
  name: taskName.optional(),
  description: taskDescription.nullable().optional(),
  status: taskStatus.optional(),
  priority: taskPriority.optional(),
  startDate: isoDate.nullable().optional(),
  dueDate: isoDate.nullable().optional(),
});
export type UpdateTask = z.input<typeof updateTaskInput>;

/**
 * Changes fields of a task: those given, and of them only what differs (rule T4). null clears a description or a date.
 * A description is changed by its difference, so that what someone else types at that moment stays (rule T5).
 */
export function updateTask(space: Space, id: TaskId, input: UpdateTask, surroundings: Surroundings): Result<undefined> {
  const parsed = parse(updateTaskInput, input);
  if (parsed.kind !== 'done') return parsed;
  const found = livingTask(space, id);
  if (!found) return notFound('task', id);
  const { task, map } = found;
  const { description, ...fields } = parsed.value;
  const changes: [string, unknown][] = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && (map.get(key) ?? null) !== value,
  );
  if (fields.status !== undefined && (fields.status === 'completed') !== (task.status === 'completed')) {
    changes.push([KEY.completed, fields.status === 'completed' ? surroundings.now() : null]);
  }
  const newText =
    description === undefined || (description ?? '') === (task.description ?? '') ? undefined : (description ?? '');
  if (changes.length === 0 && newText === undefined) return done(undefined, false);
  write(space, surroundings, () => {
    for (const [key, value] of changes) {
      if (value === null) map.delete(key);
      else map.set(key, value);
    }
    if (newText !== undefined) setText(map, KEY.description, newText);
  });
  return done(undefined);
}

/**
 * Moves a task to a place in the same space; its subtasks go with it (rule M5).
 * @param parent where to, or undefined to stay with its parent and only be reordered
 * @param position beside which sibling there; neither: at the end of a new parent, unmoved in its own
 * @returns `invalid` where it would be under itself or beside what is no sibling there; writes nothing where it is there already
 */
export function moveTask(
  space: Space,
  id: TaskId,
  parent: TaskPlace | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  const found = livingTask(space, id);
  if (!found) return notFound('task', id);
  const { task, map } = found;
  const from = task.parent;
  const to = parent ?? from;
  if (to.kind === 'unfiled')
    return invalid('no-place', '', 'The task is in no section; say which one it should go to.');
  const missing = missingParent(space, to);
  if (missing) return missing;
  const same = from.kind !== 'unfiled' && from.kind === to.kind && from.id === to.id;
  if (same && position.before === undefined && position.after === undefined) return done(undefined, false);
  for (let above = to.kind === 'task' ? space.view.record('task', to.id) : undefined; above; ) {
    if (above.id === id) return invalid('own-descendant', 'parentTask', 'A task cannot be moved under itself.');
    above = above.parent.kind === 'task' ? space.view.record('task', above.parent.id) : undefined;
  }
  const room = roomAt(space.view.tasks(to), same ? id : undefined, position);
  if (isFailure(room)) return room;
  if (room === 'stays') return done(undefined, false);
  write(space, surroundings, () => {
    writeRekeyed(space, 'task', room);
    map.set(KEY.place, placeIn(to, room.order));
  });
  return done(undefined);
}

function placeIn(parent: TaskPlace, order: string): StoredPlace {
  return parent.kind === 'section' ? { section: parent.id, order } : { task: parent.id, order };
}

function missingParent(
  space: Space,
  parent: TaskPlace,
): Extract<Result<never>, { kind: 'not-found' | 'invalid' }> | undefined {
  const record = space.view.record(parent.kind, parent.id);
  const path = parent.kind === 'section' ? 'taskSection.id' : 'parentTask.id';
  const wrongKind = record?.kind === 'section' && record.listKind !== 'task';
  if (record && !wrongKind && !space.view.isDeleted(record)) return undefined;
  return { kind: 'not-found', record: parent.kind, id: parent.id, path };
}

function livingTask(space: Space, id: TaskId): { task: TaskRecord; map: Y.Map<unknown> } | undefined {
  const task = space.view.record('task', id);
  const map = recordMap(space.doc, 'task', id);
  return task && map && !space.view.isDeleted(task) ? { task, map } : undefined;
}
