/** What the commands on tasks do: ask, and run the operation. */

import { done } from '../../../shared/failures';
import { MAX } from '../../../shared/layout';
import { renameContainer } from '../../../shared/operations/lists';
import { createTask, type TaskPlace, updateTask, updateTasks } from '../../../shared/operations/tasks';
import { deleteRecords, restoreRecords } from '../../../shared/operations/trash';
import type { SectionRecord } from '../../../shared/records';
import type { OpenSpace } from '../session';
import { shownText } from '../shown-text';
import { spaceName } from '../space-name';
import type { TreeNode } from '../tree/task-tree';
import { nameFault } from './name-fault';
import { askTask } from './quick-line';
import { type Called, nodesOf, quoted, type Target, type TaskScope } from './task-scope';

/** Making, renaming, completing and deleting, on the places of the tree that a command was called on; none from the palette. */
export class TaskCommands {
  readonly #scope: TaskScope;

  constructor(scope: TaskScope) {
    this.#scope = scope;
  }

  /** Adds a task to the section, list or space it is called on, beside a task, or to one that the person picks. */
  async addTask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const choices = node ? this.#sectionFor(node) : this.#sections();
    if (choices.length === 0) {
      await this.#scope.prompt.warn(node ? GONE_OR_EMPTY : 'There is no list that a task could be added to.');
      return undefined;
    }
    const only = choices.length === 1 ? choices[0]?.value : undefined;
    const target = only ?? (await this.#scope.prompt.pick('Add the task where?', choices));
    if (!target) return undefined;
    const { space, section } = target;
    return this.#ask(space, { kind: 'section', id: section.id }, 'New Task', `Add a task to ${quoted(section.name)}`);
  }

  /** Adds a subtask to the task it is called on. */
  async addSubtask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const [found] = await this.#scope.tasks(node, 'Add a subtask to which task?');
    if (!found) return undefined;
    const { space, record } = found;
    return this.#ask(space, { kind: 'task', id: record.id }, 'New Subtask', `Add a subtask to ${quoted(record.name)}`);
  }

  /** Renames a task, a section or a list: of several the first. */
  async rename(called: Called): Promise<void> {
    const [target] = await this.#scope.targets(called, 'Rename which task?');
    if (!target) return;
    const { record } = target;
    const { surroundings } = this.#scope;
    const max = record.kind === 'task' ? MAX.taskName : MAX.name;
    const title = { task: 'Rename Task', section: 'Rename Section', list: 'Rename List' }[record.kind];
    // An input box has one line and drops breaks: what it is offered is what an unchanged answer is compared with.
    const offered = record.name.replace(/[\r\n]+/g, ' ');
    const typed = await this.#scope.prompt.line({
      title,
      prompt: 'The new name',
      value: offered,
      refuse: nameFault(max),
    });
    // What was not changed here may have been changed elsewhere meanwhile, and stays so.
    if (typed === undefined || typed === offered) return;
    const name = typed.trim();
    await this.#scope.write(target.space, ({ replica }) =>
      record.kind === 'task'
        ? updateTask(replica, record.id, { name }, surroundings)
        : renameContainer(replica, record.kind, record.id, { name }, surroundings),
    );
  }

  /** Completes tasks, or opens them again; their subtasks stay as they are. */
  async setCompleted(called: Called, completed: boolean): Promise<void> {
    const which = completed ? 'Complete which task?' : 'Reopen which task?';
    const isOther = ({ status }: { status: string }) => (status === 'completed') !== completed;
    const found = await this.#scope.tasks(called, which, isOther);
    const status = completed ? 'completed' : 'open';
    await this.#scope.writeEach(
      found.filter(({ record }) => isOther(record)),
      ({ replica }, tasks) =>
        updateTasks(
          replica,
          tasks.map(({ record }) => record.id),
          { status },
          this.#scope.surroundings,
        ),
    );
  }

  /** Completes tasks where one of them is not completed, and opens them again where all are. */
  async toggleCompleted(called: Called): Promise<void> {
    const found = nodesOf(called).flatMap((node) => this.#scope.tree.content(node) ?? []);
    const isOpen = found.some((content) => content.kind === 'task' && content.record.status !== 'completed');
    const isTask = found.some(({ kind }) => kind === 'task');
    await this.setCompleted(called, isOpen || !isTask);
  }

  /**
   * Puts tasks, sections and lists into the trash and offers to take that back.
   * @returns when they are in the trash, with the answer to the offer still to come
   */
  async delete(called: Called): Promise<{ readonly offered: Promise<void> }> {
    const targets = await this.#scope.targets(called, 'Delete which task?');
    if (targets.length === 0) return { offered: Promise.resolve() };
    const deleted = await this.#scope.writeEach(targets, ({ replica }, found) =>
      deleteRecords(
        replica,
        found.map(({ record }) => record),
        this.#scope.surroundings,
      ),
    );
    return { offered: deleted ? this.#offerUndo(targets) : Promise.resolve() };
  }

  async #offerUndo(targets: readonly Target[]): Promise<void> {
    const [first] = targets;
    const what = targets.length === 1 && first ? quoted(first.record.name) : countText(targets);
    if ((await this.#scope.prompt.tell(`Deleted ${what}.`, 'Undo')) !== 'Undo') return;
    await this.#scope.writeEach(targets, ({ replica }, found) => {
      // What lay under something else that was deleted came back with it, and one may have been brought back already.
      const gone = found.flatMap(({ record }) => {
        const now = replica.view.record(record.kind, record.id);
        return now?.deleted ? [now] : [];
      });
      return gone.length === 0 ? done(undefined, false) : restoreRecords(replica, gone, this.#scope.surroundings);
    });
  }

  async #ask(space: OpenSpace, parent: TaskPlace, title: string, prompt: string): Promise<TreeNode | undefined> {
    const { surroundings, tree } = this.#scope;
    const task = await askTask(this.#scope.prompt, surroundings.now, { title, prompt });
    if (!task) return undefined;
    const { name, dueDate, priority } = task;
    const result = await this.#scope.write(space, ({ replica }) =>
      createTask(replica, parent, { name, dueDate, priority }, surroundings),
    );
    return result?.kind === 'done' ? tree.nodeOf(space.known.id, { kind: 'task', id: result.value }) : undefined;
  }

  /** The section that a new task goes to from a place: its own, its task's, or the first below; none where there is none. */
  #sectionFor(node: TreeNode): readonly SectionChoice[] {
    const content = this.#scope.tree.content(node);
    if (!content) return [];
    const { view } = content.space.replica;
    switch (content.kind) {
      case 'task':
        return choicesOf(content.space, [view.sectionOf(content.record)]);
      case 'section':
        return choicesOf(content.space, [content.record]);
      case 'list':
        return choicesOf(content.space, view.sections(content.record.id).slice(0, 1));
      default:
        return choicesOf(
          content.space,
          view
            .lists('task')
            .flatMap(({ id }) => view.sections(id))
            .slice(0, 1),
        );
    }
  }

  #sections(): readonly SectionChoice[] {
    return this.#scope.desk.spaces.flatMap((space) => {
      const { view } = space.replica;
      return choicesOf(
        space,
        view.lists('task').flatMap(({ id }) => view.sections(id)),
      );
    });
  }
}

interface SectionChoice {
  readonly label: string;
  readonly description: string;
  readonly value: { readonly space: OpenSpace; readonly section: SectionRecord };
}

function choicesOf(space: OpenSpace, sections: readonly (SectionRecord | undefined)[]): readonly SectionChoice[] {
  return sections.flatMap((section) => {
    const list = section && space.replica.view.record('list', section.list);
    if (!list) return [];
    const label = shownText(`${list.name} / ${section.name}`);
    return [{ label, description: shownText(spaceName(space)), value: { space, section } }];
  });
}

const GONE_OR_EMPTY = 'There is no section here that a task could be added to.';

/** "3 tasks", or "3 things" where they are of several kinds. */
function countText(targets: readonly Target[]): string {
  const kinds = new Set(targets.map(({ kind }) => kind));
  return `${targets.length} ${kinds.size === 1 ? `${[...kinds][0]}s` : 'things'}`;
}
