/** What the commands on tasks do: ask, and run the operation. */

import { t } from '@vscode/l10n';
import { createTask, type TaskPlace, updateTasks } from '../../../shared/operations/tasks';
import type { SectionRecord, TaskParent } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { OpenSpace } from '../open-space';
import { quoted } from '../quoted';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { NodeContent, TreeNode } from '../tree/task-tree';
import { ContainerCommands } from './container-commands';
import { deleteWithOffer } from './deletion';
import { sectionWords } from './place-words';
import { askTask } from './quick-line';
import { renameRecord, renameSpace } from './renaming';
import { type Called, nodesOf, type Target, type TaskScope } from './task-scope';

/** Making, renaming, completing and deleting, on the places of the tree that a command was called on; none from the palette. */
export class TaskCommands {
  readonly #scope: TaskScope;

  constructor(scope: TaskScope) {
    this.#scope = scope;
  }

  /** Adds a task to the section, list or space it is called on, beside a task, or to one that the person picks. */
  async addTask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    if (!this.#scope.writer.mayWrite(node ? [node.space] : [])) return undefined;
    const choices = node ? this.#sectionFor(node) : this.#sections();
    if (choices.length === 0) {
      const said = node
        ? t('There is no section here that a task could be added to.')
        : t('There is no list that a task could be added to.');
      if (!(await this.#scope.prompt.warn(said, t('Add List…')))) return undefined;
      const list = await new ContainerCommands(this.#scope).addList(node);
      return list && this.addTask(list);
    }
    const only = choices.length === 1 ? choices[0]?.value : undefined;
    const target = only ?? (await this.#scope.prompt.pick(t('Add the task where?'), choices));
    if (!target) return undefined;
    const { space, section } = target;
    return this.#ask(
      space,
      { kind: 'section', id: section.id },
      t('New Task'),
      t('Add a task to {0}', sectionWords(space, section)),
    );
  }

  /** Adds a subtask to the task it is called on. */
  async addSubtask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const [found] = this.#scope.writable(await this.#scope.tasks(node, t('Add a subtask to which task?')));
    if (!found) return undefined;
    const { space, record } = found;
    return this.#ask(
      space,
      { kind: 'task', id: record.id },
      t('New Subtask'),
      t('Add a subtask to {0}', quoted(record.name)),
    );
  }

  /** Renames a task, a section, a list, a workspace or a project: of several the first. */
  async rename(called: Called): Promise<void> {
    const [node] = nodesOf(called);
    const content = node && this.#scope.tree.content(node);
    if (content?.kind === 'space') {
      await renameSpace(this.#scope, content.space);
      return;
    }
    const targets = await this.#scope.targets(called, t('Rename which task?'), () =>
      t('This row has no name of its own. Tasks, sections, lists, workspaces and projects have one.'),
    );
    const [target] = this.#scope.writable(targets.slice(0, 1));
    if (target) await renameRecord(this.#scope, target.space, target.record);
  }

  /** Completes tasks, or opens them again; their subtasks stay as they are. */
  async setCompleted(called: Called, completed: boolean): Promise<void> {
    const which = completed ? t('Complete which task?') : t('Reopen which task?');
    const isOther = ({ status }: { status: string }) => (status === 'completed') !== completed;
    const found = await this.#scope.tasks(called, which, isOther);
    const status = completed ? 'completed' : 'open';
    await this.#scope.writer.writeEach(
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
    const targets = await this.#scope.targets(called, t('Delete which task?'), whyNotDeleted);
    if (targets.length === 0) return { offered: Promise.resolve() };
    return deleteWithOffer(this.#scope, targets, whatText(targets));
  }

  async #ask(space: OpenSpace, parent: TaskPlace, title: string, prompt: string): Promise<TreeNode | undefined> {
    const { surroundings, tree, writer } = this.#scope;
    const task = await askTask(this.#scope.prompt, surroundings.now, { title, prompt });
    if (!task) return undefined;
    const { name, dueDate, priority } = task;
    const id = await writer.write(
      space.known.id,
      (replica, surroundings) => createTask(replica, parent, { name, dueDate, priority }, surroundings),
      name,
    );
    return id && tree.nodeOf(space.known.id, { kind: 'task', id });
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
    return this.#scope.desk.spaces.filter(canWrite).flatMap((space) => {
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

function whyNotDeleted({ kind, space }: NodeContent): string {
  if (kind !== 'space') return t('This row cannot be deleted. Tasks, sections and lists can.');
  const name = quoted(spaceName(space));
  switch (space.known.kind) {
    case 'user':
      return t('{0} is your own space and cannot be deleted. Lists in it can.', name);
    case 'workspace':
      return t('{0} is a workspace. It can be deleted, or left, in the view Workspaces.', name);
    case 'project':
      return t('{0} is a project. It can be deleted, or left, in the view Workspaces.', name);
  }
}

/** What is deleted, for a sentence: “Docs”, “Docs” with 3 tasks, 3 tasks, or 3 things where they are of several kinds. */
function whatText(targets: readonly Target[]): string {
  const [first] = targets;
  if (targets.length === 1 && first) {
    const below = tasksBelow(first);
    if (below === 0 || first.kind === 'task') return quoted(first.record.name);
    const name = quoted(first.record.name);
    return below === 1 ? t('{0} with 1 task', name) : t('{0} with {1} tasks', name, below);
  }
  const [kind, ...others] = new Set(targets.map((target) => target.kind));
  if (others.length > 0) return t('{0} things', targets.length);
  switch (kind) {
    case 'list':
      return t('{0} lists', targets.length);
    case 'section':
      return t('{0} sections', targets.length);
    default:
      return t('{0} tasks', targets.length);
  }
}

/** How many tasks lie under a list or a section. */
function tasksBelow({ space, record }: Target): number {
  const { view } = space.replica;
  const count = (parent: TaskParent): number =>
    view.tasks(parent).reduce((sum, { id }) => sum + 1 + count({ kind: 'task', id }), 0);
  if (record.kind === 'task') return count({ kind: 'task', id: record.id });
  const sections = record.kind === 'list' ? view.sections(record.id) : [record];
  return sections.reduce((sum, { id }) => sum + count({ kind: 'section', id }), 0);
}
