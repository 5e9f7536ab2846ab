/** The tasks of a window for programs outside (other extensions, chat agents): read, made and changed with the person's rights and undo. */
import type * as z from 'zod';
import { failureMessage, type Result } from '../../../shared/failures';
import type { SpaceId, TaskId } from '../../../shared/ids';
import type { Surroundings } from '../../../shared/operations/space';
import { createTask, type TaskPlace, updateTask, updateTasks } from '../../../shared/operations/tasks';
import type { SpaceView } from '../../../shared/reader/view';
import type { TaskParent, TaskRecord } from '../../../shared/records';
import { writableSpace } from '../commands/space-writer';
import type { Desk } from '../desk';
import { type Disposable, Emitter } from '../event';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import { meIn } from '../people';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { missingPlace } from './missing-place';
import type { newTask, taskChange, taskFilter } from './outside-input';
import type { Outcome, TackboardChange, TackboardSpace, TackboardTask } from './tackboard-api';

/** A task and the space that it is in. */
interface Found {
  readonly space: OpenSpace;
  readonly record: TaskRecord;
}

/** Reads and writes tasks. What is handed in is parsed already; what cannot be done is said in a sentence. */
export class OutsideTasks implements Disposable {
  readonly #desk: Desk;
  readonly #changed = new Emitter<TackboardChange>();
  readonly #listening: readonly Disposable[];

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#listening = [
      desk.onSpaces(() => this.#changed.fire({ space: undefined, tasks: [] })),
      desk.onRecords(({ space, change }) => {
        const tasks = change.changed.flatMap(({ kind, id }) => (kind === 'task' ? [id] : []));
        if (tasks.length > 0) this.#changed.fire({ space, tasks });
      }),
    ];
  }

  get onChange(): Emitter<TackboardChange>['event'] {
    return this.#changed.event;
  }

  spaces(): readonly TackboardSpace[] {
    return this.#desk.spaces.map((space) => {
      const { view } = space.replica;
      const lists = (kind: 'task' | 'pin') =>
        view.lists(kind).map(({ id, name }) => ({
          id,
          name,
          sections: view.sections(id).map((section) => ({ id: section.id, name: section.name })),
        }));
      const { id, kind } = space.known;
      return {
        ...{ id, kind, name: spaceName(space), canWrite: canWrite(space) },
        ...{ taskLists: lists('task'), pinLists: lists('pin') },
      };
    });
  }

  /** The tasks that a filter lets through, in the order of the tree; those in no section last. Refused where it names a place that is not there. */
  list(filter: z.infer<typeof taskFilter>): Outcome<readonly TackboardTask[]> {
    const { parentTask } = filter;
    const missing =
      missingPlace(this.#desk, 'task', filter) ??
      (parentTask === undefined || this.#find(parentTask) ? undefined : noTask(parentTask));
    if (missing !== undefined) return { kind: 'refused', message: missing };
    const value = this.#desk.spaces
      .filter(({ known }) => filter.space === undefined || known.id === filter.space)
      .flatMap((space) => inTreeOrder(space.replica.view).map((record) => ({ space, record })))
      .filter(({ record }) => record.status !== 'completed' || filter.includeCompleted || filter.status)
      .map((found) => ({ found, task: entryOf(found) }))
      .filter(({ found, task }) => this.#fits(filter, found, task))
      .map(({ task }) => task);
    return { kind: 'done', value };
  }

  /** The task of that id; undefined where it is not open here, or in the trash. */
  get(id: string): TackboardTask | undefined {
    const found = this.#find(id);
    return found && entryOf(found);
  }

  /** Where a new task goes: the name of the section or task, and of the space; undefined where there is no such place. */
  placeOf(task: Pick<z.infer<typeof newTask>, 'section' | 'parentTask'>): NamedPlace | undefined {
    const { section, parentTask } = task;
    if (parentTask !== undefined) {
      const found = this.#find(parentTask);
      return found && { space: found.space, place: { kind: 'task', id: found.record.id }, name: found.record.name };
    }
    for (const space of this.#desk.spaces) {
      const { view } = space.replica;
      const wanted =
        section === undefined
          ? view.lists('task').flatMap(({ id }) => view.sections(id))[0]
          : view.record('section', section);
      if (wanted?.listKind !== 'task' || view.isDeleted(wanted)) continue;
      return { space, place: { kind: 'section', id: wanted.id }, name: wanted.name };
    }
    return undefined;
  }

  /** Says why `placeOf` finds no place for a new task. */
  noPlace({ section, parentTask }: Pick<z.infer<typeof newTask>, 'section' | 'parentTask'>): string {
    if (parentTask !== undefined) return noTask(parentTask);
    return missingPlace(this.#desk, 'task', { section }) ?? NO_SECTION;
  }

  /** Makes a task. Resolves when it is kept on this machine. */
  async create({ section, parentTask, ...fields }: z.infer<typeof newTask>): Promise<Outcome<TackboardTask>> {
    const to = this.placeOf({ section, parentTask });
    if (!to) return { kind: 'refused', message: this.noPlace({ section, parentTask }) };
    const made = await writeFor(this.#desk, to.space.known.id, (replica, surroundings) =>
      createTask(replica, to.place, fields, surroundings),
    );
    return made.kind === 'done' ? this.#told(made.value) : made;
  }

  /** Changes fields of a task: those given. Resolves when that is kept on this machine. */
  async update({ id, ...fields }: z.infer<typeof taskChange>): Promise<Outcome<TackboardTask>> {
    const found = this.#find(id);
    if (!found) return { kind: 'refused', message: noTask(id) };
    const { record, space } = found;
    const written = await writeFor(this.#desk, space.known.id, (replica, surroundings) =>
      updateTask(replica, record.id, fields, surroundings),
    );
    return written.kind === 'done' ? this.#told(record.id) : written;
  }

  /** Completes tasks of one or several spaces, as one thing to undo: all of them, or none where one cannot be. */
  async complete(ids: readonly string[]): Promise<Outcome<readonly TackboardTask[]>> {
    const bySpace = new Map<SpaceId, TaskId[]>();
    for (const id of new Set(ids)) {
      const found = this.#find(id);
      if (!found) return { kind: 'refused', message: noTask(id) };
      const space = writableSpace(this.#desk, found.space.known.id);
      if (typeof space === 'string') return { kind: 'refused', message: space };
      const others = bySpace.get(space.known.id);
      if (others) others.push(found.record.id);
      else bySpace.set(space.known.id, [found.record.id]);
    }
    const results = this.#desk.history.group(() =>
      [...bySpace].flatMap(([id, tasks]) => {
        const replica = this.#desk.space(id)?.replica;
        return replica ? [updateTasks(replica, tasks, { status: 'completed' }, this.#desk.surroundings)] : [];
      }),
    );
    await this.#desk.kept();
    for (const result of results)
      if (result.kind !== 'done') return { kind: 'refused', message: failureMessage(result) };
    return { kind: 'done', value: ids.flatMap((id) => this.get(id) ?? []) };
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#changed.dispose();
  }

  #told(id: TaskId): Outcome<TackboardTask> {
    const task = this.get(id);
    return task ? { kind: 'done', value: task } : { kind: 'refused', message: noTask(id) };
  }

  #find(id: string): Found | undefined {
    for (const space of this.#desk.spaces) {
      const { view } = space.replica;
      const record = view.record('task', id);
      if (record && !view.isDeleted(record)) return { space, record };
    }
    return undefined;
  }

  #fits(filter: z.infer<typeof taskFilter>, { space, record }: Found, task: TackboardTask): boolean {
    const text = filter.text?.toLowerCase() ?? '';
    return (
      (filter.list === undefined || task.list === filter.list) &&
      (filter.section === undefined || task.section === filter.section) &&
      (filter.parentTask === undefined || task.parentTask === filter.parentTask) &&
      (filter.status === undefined || task.status === filter.status) &&
      (filter.priority === undefined || task.priority === filter.priority) &&
      (!filter.assignedToMe || record.assignees.includes(meIn(space, this.#desk))) &&
      (filter.dueUntil === undefined || (record.dueDate !== undefined && record.dueDate <= filter.dueUntil)) &&
      `${task.name}\n${task.description ?? ''}`.toLowerCase().includes(text)
    );
  }
}

/** A place for a task, and what it is called. */
export interface NamedPlace {
  readonly space: OpenSpace;
  readonly place: TaskPlace;
  readonly name: string;
}

/** Writes to a space for a program outside, as one thing to undo. Resolves when it is kept on this machine. */
export async function writeFor<T>(
  desk: Desk,
  id: string,
  operation: (replica: LiveReplica, surroundings: Surroundings) => Result<T>,
): Promise<Outcome<T>> {
  const space = writableSpace(desk, id);
  if (typeof space === 'string') return { kind: 'refused', message: space };
  const result = desk.history.group(() => operation(space.replica, desk.surroundings));
  if (result.kind !== 'done') return { kind: 'refused', message: failureMessage(result) };
  await desk.kept();
  return { kind: 'done', value: result.value };
}

function inTreeOrder(view: SpaceView): readonly TaskRecord[] {
  const below = (parent: TaskParent): readonly TaskRecord[] =>
    view.tasks(parent).flatMap((task) => [task, ...below({ kind: 'task', id: task.id })]);
  const sections = view.lists('task').flatMap(({ id }) => view.sections(id));
  return [...sections.flatMap(({ id }) => below({ kind: 'section', id })), ...below({ kind: 'unfiled' })];
}

function entryOf({ space, record }: Found): TackboardTask {
  const section = space.replica.view.sectionOf(record);
  const { id, name, description, status, priority, assignees, parent } = record;
  return {
    ...{ id, name, description, status, priority },
    startDate: record.startDate ?? null,
    dueDate: record.dueDate ?? null,
    completed: record.completed ?? null,
    assignees: [...assignees],
    space: space.known.id,
    list: section?.list ?? null,
    section: section?.id ?? null,
    parentTask: parent.kind === 'task' ? parent.id : null,
  };
}

const NO_SECTION = 'There is no section of a task list here yet.';

/** Says that there is no task of an id. */
export const noTask = (id: string) => `There is no task ${JSON.stringify(id)}; it may have been deleted.`;
