/** "My Work": what one has to do, over all spaces, by date: tasks assigned to oneself, and what is due and assigned to nobody. */

import { DUE_BUCKETS, type DueBucket } from '../../../shared/due';
import type { Desk } from '../desk';
import { dueBucket, dueOrder } from '../due-date';
import { type Disposable, DisposableStore, Emitter } from '../event';
import { meIn } from '../people';
import type { TaskTree, TreeNode } from './task-tree';

/** A group of what is to be done. The same group is always the same object. */
export interface WorkGroup {
  readonly kind: 'work';
  readonly id: string;
  readonly due: DueBucket;
}

/** What the number on Tackboard's icon counts. */
export const BADGES = ['due', 'overdue', 'off'] as const;
export type Badge = (typeof BADGES)[number];

const GROUPS: readonly WorkGroup[] = DUE_BUCKETS.map((due) => ({ kind: 'work', id: `my-work ${due}`, due }));

/** What one has to do, live. It is gathered when someone looks, and again only after a change. */
export class MyWork implements Disposable {
  readonly #desk: Desk;
  readonly #tree: TaskTree;
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #gathered: ReadonlyMap<DueBucket, readonly TreeNode[]> | undefined;

  /** @param tree the tree whose places stand for the tasks here too, so that the same commands work on them */
  constructor(desk: Desk, tree: TaskTree) {
    this.#desk = desk;
    this.#tree = tree;
    this.#disposables.add(desk.onSpaces(() => this.lookAgain()));
    this.#disposables.add(desk.onRecords(() => this.lookAgain()));
  }

  /** Tells that it may be something else than before. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** The groups that hold anything, what is overdue first. */
  groups(): readonly WorkGroup[] {
    return GROUPS.filter(({ due }) => this.tasks(due).length > 0);
  }

  /** The places of the tasks of a group: by due date, then by name. */
  tasks(due: DueBucket): readonly TreeNode[] {
    this.#gathered ??= this.#gather();
    return this.#gathered.get(due) ?? [];
  }

  /** The group that a task stands in; undefined where it is not one's work. */
  groupOf(node: TreeNode): WorkGroup | undefined {
    return GROUPS.find(({ due }) => this.tasks(due).includes(node));
  }

  /** How many tasks are overdue, and with `due` those due today too; none with `off`. */
  pressing(badge: Badge): number {
    if (badge === 'off') return 0;
    return this.tasks('overdue').length + (badge === 'due' ? this.tasks('today').length : 0);
  }

  /** How many tasks each group holds at this moment, as a text to compare. */
  countsNow(): string {
    this.#gathered = undefined;
    return GROUPS.map(({ due }) => this.tasks(due).length).join(' ');
  }

  /** Gathers anew at the next look: after a change, and when time has passed. */
  lookAgain(): void {
    this.#gathered = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #gather(): ReadonlyMap<DueBucket, readonly TreeNode[]> {
    const now = new Date(this.#desk.surroundings.now());
    const found = this.#desk.spaces.flatMap((space) => {
      const me = meIn(space, this.#desk);
      const { view } = space.replica;
      return [...view.records('task')]
        .filter((task) => {
          const isNobodys = task.assignees.length === 0;
          const isMine = task.assignees.includes(me) || (isNobodys && task.dueDate !== undefined);
          return isMine && task.status !== 'completed' && !view.isDeleted(task);
        })
        .map((task) => ({
          ...{ task, node: this.#tree.nodeOf(space.known.id, task), due: dueBucket(task.dueDate, now) },
          order: task.dueDate === undefined ? 0 : dueOrder(task.dueDate),
        }));
    });
    found.sort((a, b) => a.order - b.order || a.task.name.localeCompare(b.task.name));
    const groups = new Map<DueBucket, TreeNode[]>(DUE_BUCKETS.map((due) => [due, []]));
    for (const { node, due } of found) groups.get(due)?.push(node);
    return groups;
  }
}
