/** What of a space a lens lets through: the tasks that fit, what they lie under, and how those of a list are grouped. */

import { DUE_BUCKETS } from '../../../shared/due';
import type { UserId } from '../../../shared/ids';
import { TASK_PRIORITIES, TASK_STATUSES } from '../../../shared/layout';
import type { ListRecord, SpaceRecord, TaskRecord } from '../../../shared/records';
import { dueBucket } from '../due-date';
import type { OpenSpace } from '../open-space';
import { fits, isSearching, isWithin } from './task-filter';
import type { TreeLens } from './tree-lens';

/** What a lens shows of one space as it is now. Made anew after each change. */
export class ShownTasks {
  readonly #space: OpenSpace;
  readonly #lens: TreeLens;
  readonly #now: Date;
  readonly #shown: ReadonlySet<string> | undefined;

  /** @param me who one is in the space */
  constructor(space: OpenSpace, lens: TreeLens, me: UserId, now: Date) {
    this.#space = space;
    this.#lens = lens;
    this.#now = now;
    this.#shown = lens.filtering ? this.#gather(me) : undefined;
  }

  /** The records among these that are shown, in their order. */
  of<R extends SpaceRecord>(records: readonly R[]): readonly R[] {
    const shown = this.#shown;
    if (!shown) return records;
    // Where only what is completed is hidden, an empty list is still one to put things into.
    const keepsEmpty = !isSearching(this.#lens.filter);
    return records.filter(({ kind, id }) => shown.has(id) || (keepsEmpty && kind !== 'task'));
  }

  /** Whether a filter leaves out every task. */
  get isEmpty(): boolean {
    const { view } = this.#space.replica;
    if (!this.#shown) return false;
    for (const { id } of view.records('task')) if (this.#shown.has(id)) return false;
    return true;
  }

  /** The groups of a list that hold anything, in the order in which people read them. */
  groups(list: ListRecord): readonly string[] {
    const keys = new Set(this.#tasksOf(list).map((task) => this.groupOf(task)));
    const order: readonly string[] = ORDER[this.#lens.grouping] ?? [];
    return [...keys].sort((a, b) => order.indexOf(a) - order.indexOf(b) || (a < b ? -1 : 1));
  }

  /** The tasks of a list that are in a group; subtasks stay under theirs. */
  grouped(list: ListRecord, key: string): readonly TaskRecord[] {
    return this.#tasksOf(list).filter((task) => this.groupOf(task) === key);
  }

  /** The group that a task is in: a status, a priority, a bucket of due dates (`completed` for what is not due any more), or the ids of its assignees as JSON. */
  groupOf(task: TaskRecord): string {
    switch (this.#lens.grouping) {
      case 'status':
        return task.status;
      case 'priority':
        return task.priority;
      case 'due':
        return task.status === 'completed' ? task.status : dueBucket(task.dueDate, this.#now);
      default:
        return JSON.stringify(task.assignees);
    }
  }

  #tasksOf(list: ListRecord): readonly TaskRecord[] {
    const { view } = this.#space.replica;
    return this.of(view.sections(list.id).flatMap(({ id }) => view.tasks({ kind: 'section', id })));
  }

  #gather(me: UserId): ReadonlySet<string> {
    const { view } = this.#space.replica;
    const shown = new Set<string>();
    const show = (record: SpaceRecord) => {
      for (let at: SpaceRecord | undefined = record; at && !shown.has(at.id); at = view.parentOf(at)) shown.add(at.id);
    };
    for (const { kind, id } of this.#lens.excepted) {
      const record: SpaceRecord | undefined = view.record(kind, id);
      if (record && !view.isDeleted(record)) show(record);
    }
    for (const task of view.records('task')) {
      const { filter } = this.#lens;
      if (!fits(filter, task, me, this.#now) || view.isDeleted(task)) continue;
      if (filter.within && !isWithin(filter, this.#space.known.id, view.sectionOf(task)?.list)) continue;
      show(task);
    }
    return shown;
  }
}

const ORDER: Readonly<Record<string, readonly string[]>> = {
  status: TASK_STATUSES,
  priority: TASK_PRIORITIES.toReversed(),
  due: [...DUE_BUCKETS, 'completed'],
};
