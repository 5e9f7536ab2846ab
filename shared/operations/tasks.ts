/** Operations on tasks: make, change fields, assign, move; each for one or for several at once. Completing is the change of a status. */
import * as Y from 'yjs';
import * as z from 'zod';
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { id as idSchema, isoDate, parse, taskDescription, taskName, taskPriority, taskStatus } from '../fields';
import { asId, type TaskId, type UserId } from '../ids';
import { isYText, KEY, PREFIX, recordMap, type StoredPlace } from '../layout';
import type { TaskParent } from '../records';
import type { Pen } from './pen';
import {
  isFailure,
  livingRecord,
  missingSection,
  namedTwice,
  type Position,
  placeAmong,
  roomAt,
  writeRekeyed,
} from './place';
import { type Space, type Surroundings, write } from './space';

/** Where a task can be put: into a section, or under another task. */
export type TaskPlace = Exclude<TaskParent, { kind: 'unfiled' }>;

const createTaskInput = z.object({
  name: taskName,
  description: taskDescription.nullish(),
  status: taskStatus.default('open'),
  priority: taskPriority.default('none'),
  startDate: isoDate.nullish(),
  dueDate: isoDate.nullish(),
  /** Who is to do it. Whether they are members is the caller's to know. */
  assigneeIds: z.array(idSchema<UserId>()).optional(),
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
  const { name, description, status, priority, startDate, dueDate, assigneeIds } = parsed.value;
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, 'task', room);
    pen.make('task', id, {
      [KEY.name]: name,
      // Made with the task, so that two replicas never make it twice and lose one side's text.
      [KEY.description]: new Y.Text(description ?? ''),
      [KEY.status]: status,
      [KEY.priority]: priority,
      [KEY.place]: placeIn(parent, room.order),
      [KEY.startDate]: startDate ?? undefined,
      [KEY.dueDate]: dueDate ?? undefined,
      [KEY.completed]: status === 'completed' ? surroundings.now() : undefined,
      ...Object.fromEntries((assigneeIds ?? []).map((user) => [PREFIX.assignee + user, true])),
    });
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
  return change(space, [id], () => '', input, surroundings);
}

/** Changes fields of several tasks to the same values, in one transaction, all or none: `not-found` names (`items.N`) one that is gone. */
export function updateTasks(
  space: Space,
  ids: readonly TaskId[],
  input: UpdateTask,
  surroundings: Surroundings,
): Result<undefined> {
  return change(space, ids, (at) => `items.${at}`, input, surroundings);
}

function change(
  space: Space,
  ids: readonly TaskId[],
  pathOf: (at: number) => string,
  input: UpdateTask,
  surroundings: Surroundings,
): Result<undefined> {
  const parsed = parse(updateTaskInput, input);
  if (parsed.kind !== 'done') return parsed;
  const strokes: ((pen: Pen) => void)[] = [];
  const toBeTexts = new Map<TaskId, string>();
  for (const [at, id] of ids.entries()) {
    // One that is named twice is changed once.
    if (ids.indexOf(id) < at) continue;
    const found = livingRecord(space, 'task', id);
    const map = recordMap(space.doc, 'task', id);
    if (!found || !map) return notFound('task', id, pathOf(at));
    const { description, ...fields } = parsed.value;
    const changes = Object.entries(fields).filter(
      ([key, value]) => value !== undefined && (map.get(key) ?? null) !== value,
    );
    for (const [key, value] of changes) strokes.push((pen) => pen.set('task', id, key, value ?? undefined));
    if (fields.status !== undefined && (fields.status === 'completed') !== (found.status === 'completed')) {
      const completed = fields.status === 'completed' ? surroundings.now() : undefined;
      strokes.push((pen) => pen.set('task', id, KEY.completed, completed));
    }
    const wanted = description ?? '';
    if (description !== undefined && wanted !== (found.description ?? '')) {
      if (surroundings.history && !isYText(map.get(KEY.description))) toBeTexts.set(id, found.description ?? '');
      strokes.push((pen) => pen.type('task', id, KEY.description, wanted));
    }
  }
  if (strokes.length === 0) return done(undefined, false);
  if (toBeTexts.size > 0) {
    // Where a peer wrote a string, that becomes a text first, which reads the same and is nothing to undo: so what is changed then can be taken back.
    write(space, { origin: surroundings.origin }, (pen) => {
      for (const [id, reads] of toBeTexts) pen.set('task', id, KEY.description, new Y.Text(reads));
    });
  }
  write(space, surroundings, (pen) => {
    for (const stroke of strokes) stroke(pen);
  });
  return done(undefined);
}

/**
 * Assigns users to a task (rule M6); those who are assigned already change nothing.
 * @param users whether they are members is the caller's to know
 */
export function assign(
  space: Space,
  id: TaskId,
  users: readonly UserId[],
  surroundings: Surroundings,
): Result<undefined> {
  return setAssigned(space, id, users, true, surroundings);
}

/** Takes users off a task; those who are not assigned change nothing. */
export function unassign(
  space: Space,
  id: TaskId,
  users: readonly UserId[],
  surroundings: Surroundings,
): Result<undefined> {
  return setAssigned(space, id, users, false, surroundings);
}

function setAssigned(
  space: Space,
  id: TaskId,
  users: readonly UserId[],
  isAssigned: boolean,
  surroundings: Surroundings,
): Result<undefined> {
  const parsed = parse(z.array(idSchema<UserId>()), users);
  if (parsed.kind !== 'done') return parsed;
  const map = recordMap(space.doc, 'task', id);
  if (!map || !livingRecord(space, 'task', id)) return notFound('task', id);
  const keys = [...new Set(parsed.value)]
    .map((user) => PREFIX.assignee + user)
    .filter((key) => (map.get(key) === true) !== isAssigned);
  if (keys.length === 0) return done(undefined, false);
  write(space, surroundings, (pen) => {
    for (const key of keys) pen.set('task', id, key, isAssigned || undefined);
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
  const task = livingRecord(space, 'task', id);
  if (!task) return notFound('task', id);
  const to = parent ?? task.parent;
  if (to.kind === 'unfiled')
    return invalid('no-place', '', 'The task is in no section; say which one it should go to.');
  return move(space, [id], to, position, surroundings);
}

/** Moves several tasks side by side to a place, in one transaction, all or none. One that is under another of them stays under that. */
export function moveTasks(
  space: Space,
  ids: readonly TaskId[],
  parent: TaskPlace,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  for (const [at, id] of ids.entries())
    if (!livingRecord(space, 'task', id)) return notFound('task', id, `items.${at}`);
  const twice = namedTwice(ids, 'items');
  if (twice) return twice;
  const all = new Set<string>(ids);
  const topmost = ids.filter((id) => !ancestorsOf(space, id).some((above) => all.has(above)));
  return topmost.length === 0 ? done(undefined, false) : move(space, topmost, parent, position, surroundings);
}

function move(
  space: Space,
  ids: readonly TaskId[],
  to: TaskPlace,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  const missing = missingParent(space, to);
  if (missing) return missing;
  const isThere = ({ parent }: { readonly parent: TaskParent }) =>
    parent.kind !== 'unfiled' && parent.kind === to.kind && parent.id === to.id;
  const tasks = ids.flatMap((id) => space.view.record('task', id) ?? []);
  if (position.before === undefined && position.after === undefined && tasks.every(isThere))
    return done(undefined, false);
  const above = new Set<string>(to.kind === 'task' ? [to.id, ...ancestorsOf(space, to.id)] : []);
  if (ids.some((id) => above.has(id)))
    return invalid('own-descendant', 'parentTask', 'A task cannot be moved under itself.');
  return placeAmong(space, 'task', ids, space.view.tasks(to), position, (order) => placeIn(to, order), surroundings);
}

function ancestorsOf(space: Space, id: TaskId): readonly TaskId[] {
  const found: TaskId[] = [];
  for (
    let at = space.view.record('task', id);
    at?.parent.kind === 'task';
    at = space.view.record('task', at.parent.id)
  ) {
    found.push(at.parent.id);
  }
  return found;
}

function placeIn(parent: TaskPlace, order: string): StoredPlace {
  return parent.kind === 'section' ? { section: parent.id, order } : { task: parent.id, order };
}

function missingParent(space: Space, parent: TaskPlace): Failure | undefined {
  if (parent.kind === 'section') return missingSection(space, parent.id, 'task', 'taskSection.id');
  return livingRecord(space, 'task', parent.id) ? undefined : notFound('task', parent.id, 'parentTask.id');
}
