/** What the commands on a task's fields do: status, priority, due date, and who is to do it; for all that is selected at once. */
import { t } from '@vscode/l10n';
import { done } from '../../../shared/failures';
import { priorityWord, statusWord } from '../../../shared/field-words';
import type { UserId } from '../../../shared/ids';
import { TASK_STATUSES, type TaskPriority } from '../../../shared/layout';
import { assign, type UpdateTask, unassign, updateTasks } from '../../../shared/operations/tasks';
import { shownText } from '../../../shared/shown-text';
import { meIn, peopleOf } from '../people';
import { askDueDate } from './quick-line';
import type { Called, TaskScope, TaskTarget } from './task-scope';

/** Changing fields of the tasks that a command was called on. */
export class FieldCommands {
  readonly #scope: TaskScope;

  constructor(scope: TaskScope) {
    this.#scope = scope;
  }

  /** Sets the status that the person picks. */
  async setStatus(called: Called): Promise<void> {
    const tasks = await this.#tasks(called, t('Set the status of which task?'));
    await this.#setPicked(
      tasks,
      t('Set Status'),
      TASK_STATUSES,
      statusWord,
      ({ record }) => record.status,
      (status) => ({ status }),
    );
  }

  /** Sets the priority that the person picks. */
  async setPriority(called: Called): Promise<void> {
    const tasks = await this.#tasks(called, t('Set the priority of which task?'));
    await this.#setPicked(
      tasks,
      t('Set Priority'),
      PRIORITIES,
      priorityWord,
      ({ record }) => record.priority,
      (priority) => ({ priority }),
    );
  }

  /** Sets the due date that the person types, or takes it away. */
  async setDueDate(called: Called): Promise<void> {
    const tasks = await this.#tasks(called, t('Set the due date of which task?'));
    if (tasks.length === 0) return;
    const dueDate = await askDueDate(this.#scope.prompt, this.#scope.surroundings.now);
    if (dueDate !== undefined) await this.#update(tasks, { dueDate });
  }

  /** Assigns the tasks to someone whom the person picks. */
  async assign(called: Called): Promise<void> {
    const tasks = await this.#tasks(called, t('Assign which task?'));
    const user = await this.#pickPerson(
      tasks,
      t('Assign to whom?'),
      ({ record }, id) => !record.assignees.includes(id),
    );
    if (user !== undefined) await this.#setAssigned(tasks, () => user, true);
  }

  /** Takes someone whom the person picks off the tasks. */
  async unassign(called: Called): Promise<void> {
    const tasks = await this.#tasks(called, t('Take someone off which task?'), ({ assignees }) => assignees.length > 0);
    const user = await this.#pickPerson(tasks, t('Take whom off it?'), ({ record }, id) =>
      record.assignees.includes(id),
    );
    if (user !== undefined) await this.#setAssigned(tasks, () => user, false);
  }

  /** Assigns the tasks to oneself; where all of them are already, takes oneself off. */
  async assignToMe(called: Called): Promise<void> {
    const { desk } = this.#scope;
    const tasks = await this.#tasks(called, t('Assign which task to me?'));
    if (tasks.length === 0) return;
    const isMine = tasks.every(({ space, record }) => record.assignees.includes(meIn(space, desk)));
    await this.#setAssigned(tasks, ({ space }) => meIn(space, desk), !isMine);
  }

  /** The tasks to change, in spaces that may be changed. */
  async #tasks(...which: Parameters<TaskScope['tasks']>): Promise<readonly TaskTarget[]> {
    return this.#scope.writable(await this.#scope.tasks(...which));
  }

  async #setPicked<T extends string>(
    tasks: readonly TaskTarget[],
    title: string,
    values: readonly T[],
    word: (value: T) => string,
    current: (task: TaskTarget) => T,
    change: (value: T) => UpdateTask,
  ): Promise<void> {
    if (tasks.length === 0) return;
    const choices = values.map((value) => ({
      label: word(value),
      description: tasks.every((task) => current(task) === value) ? t('as it is') : '',
      value,
    }));
    const value = await this.#scope.prompt.pick(title, choices);
    if (value !== undefined) await this.#update(tasks, change(value));
  }

  async #update(tasks: readonly TaskTarget[], change: UpdateTask): Promise<void> {
    await this.#scope.writer.writeEach(tasks, ({ replica }, found) =>
      updateTasks(
        replica,
        found.map(({ record }) => record.id),
        change,
        this.#scope.surroundings,
      ),
    );
  }

  /** Picks one of the people of whom `fits` holds for at least one task. */
  async #pickPerson(
    tasks: readonly TaskTarget[],
    title: string,
    fits: (task: TaskTarget, user: UserId) => boolean,
  ): Promise<UserId | undefined> {
    const { desk, prompt } = this.#scope;
    const people = new Map(
      tasks.flatMap((task) =>
        peopleOf(task.space, desk)
          .filter(({ id }) => fits(task, id))
          .map(({ id, name }) => [id, { label: shownText(name), description: '', value: id }] as const),
      ),
    );
    if (tasks.length === 0) return undefined;
    if (people.size > 0) return prompt.pick(title, [...people.values()]);
    await prompt.tell(t('There is nobody to choose: everyone known here is assigned, or nobody is.'));
    return undefined;
  }

  async #setAssigned(
    tasks: readonly TaskTarget[],
    who: (task: TaskTarget) => UserId,
    assigned: boolean,
  ): Promise<void> {
    const write = assigned ? assign : unassign;
    await this.#scope.writer.writeEach(tasks, ({ replica }, found) => {
      for (const task of found) {
        const result = write(replica, task.record.id, [who(task)], this.#scope.surroundings);
        if (result.kind !== 'done') return result;
      }
      return done(undefined);
    });
  }
}

/** The highest first. */
const PRIORITIES: readonly TaskPriority[] = ['high', 'medium', 'low', 'none'];
