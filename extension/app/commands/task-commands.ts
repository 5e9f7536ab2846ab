/** What the commands on tasks do: ask, and run the operation. */

import { failureMessage, type Result } from '../../../shared/failures';
import { MAX } from '../../../shared/layout';
import { renameContainer } from '../../../shared/operations/lists';
import type { Surroundings } from '../../../shared/operations/space';
import { createTask, type TaskPlace, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import type { SectionRecord, TaskRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import type { OpenSpace } from '../session';
import { shownText } from '../shown-text';
import { spaceName } from '../space-name';
import type { NodeContent, TaskTree, TreeNode } from '../tree/task-tree';
import { nameFault } from './name-fault';

/** What a command works on: a task, a section or a list that is there. */
type Target = Extract<NodeContent, { kind: 'task' | 'section' | 'list' }>;

/** Commands on the tree of tasks. `node` is the place that a command was called on, undefined from the palette. */
export class TaskCommands {
  readonly #desk: Desk;
  readonly #tree: TaskTree;
  readonly #prompt: Prompt;
  readonly #surroundings: Surroundings;

  constructor(desk: Desk, tree: TaskTree, prompt: Prompt) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.#surroundings = desk.surroundings;
  }

  /** Adds a task to the section, list or space it is called on, beside a task, or to one that the person picks. */
  async addTask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const choices = node ? this.#sectionFor(node) : this.#sections();
    if (choices.length === 0) {
      await this.#prompt.warn(node ? GONE_OR_EMPTY : 'There is no list that a task could be added to.');
      return undefined;
    }
    const only = choices.length === 1 ? choices[0]?.value : undefined;
    const target = only ?? (await this.#prompt.pick('Add the task where?', choices));
    if (!target) return undefined;
    const { space, section } = target;
    return this.#ask(space, { kind: 'section', id: section.id }, 'New Task', `Add a task to ${quoted(section.name)}`);
  }

  /** Adds a subtask to the task it is called on. */
  async addSubtask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const found = await this.#taskFor(node, 'Add a subtask to which task?');
    if (!found) return undefined;
    const { space, record } = found;
    return this.#ask(space, { kind: 'task', id: record.id }, 'New Subtask', `Add a subtask to ${quoted(record.name)}`);
  }

  /** Renames a task, a section or a list. */
  async rename(node: TreeNode | undefined): Promise<void> {
    const target = await this.#targetFor(node, 'Rename which task?');
    if (!target) return;
    const { record } = target;
    const max = record.kind === 'task' ? MAX.taskName : MAX.name;
    const title = { task: 'Rename Task', section: 'Rename Section', list: 'Rename List' }[record.kind];
    const typed = await this.#prompt.line({
      title,
      prompt: 'The new name',
      value: record.name,
      refuse: nameFault(max),
    });
    // What was not changed here may have been changed elsewhere meanwhile, and stays so.
    if (typed === undefined || typed === record.name) return;
    const name = typed.trim();
    await this.#write(target.space, ({ replica }) =>
      record.kind === 'task'
        ? updateTask(replica, record.id, { name }, this.#surroundings)
        : renameContainer(replica, record.kind, record.id, { name }, this.#surroundings),
    );
  }

  /** Completes a task, or opens it again; its subtasks stay as they are. */
  async setCompleted(node: TreeNode | undefined, completed: boolean): Promise<void> {
    const which = completed ? 'Complete which task?' : 'Reopen which task?';
    const found = await this.#taskFor(node, which, (task) => (task.status === 'completed') !== completed);
    if (!found) return;
    const { space, record } = found;
    if ((record.status === 'completed') === completed) return;
    const status = completed ? 'completed' : 'open';
    await this.#write(space, ({ replica }) => updateTask(replica, record.id, { status }, this.#surroundings));
  }

  /**
   * Puts a task, a section or a list into the trash and offers to take that back.
   * @returns when it is in the trash, with the answer to the offer still to come
   */
  async delete(node: TreeNode | undefined): Promise<{ readonly offered: Promise<void> }> {
    const target = await this.#targetFor(node, 'Delete which task?');
    if (!target) return { offered: Promise.resolve() };
    const { space, record } = target;
    const result = await this.#write(space, ({ replica }) => deleteRecord(replica, record, this.#surroundings));
    return { offered: result?.kind === 'done' ? this.#offerUndo(space, record) : Promise.resolve() };
  }

  async #offerUndo(space: OpenSpace, record: Target['record']): Promise<void> {
    if ((await this.#prompt.tell(`Deleted ${quoted(record.name)}.`, 'Undo')) !== 'Undo') return;
    await this.#write(space, ({ replica }) => restoreRecord(replica, record, this.#surroundings));
  }

  async #ask(space: OpenSpace, parent: TaskPlace, title: string, prompt: string): Promise<TreeNode | undefined> {
    const placeholder = 'What is to be done?';
    const name = await this.#prompt.line({ title, prompt, placeholder, refuse: nameFault(MAX.taskName) });
    if (name === undefined) return undefined;
    const result = await this.#write(space, ({ replica }) =>
      createTask(replica, parent, { name: name.trim() }, this.#surroundings),
    );
    return result?.kind === 'done' ? this.#tree.nodeOf(space.known.id, { kind: 'task', id: result.value }) : undefined;
  }

  /**
   * Writes to a space as it is open now: while the person typed it may have been closed, and what is written to a closed replica
   * is kept nowhere. Says what did not work.
   * @returns the operation's result; undefined where the space cannot be written to
   */
  async #write<T>({ known }: OpenSpace, operation: (space: OpenSpace) => Result<T>): Promise<Result<T> | undefined> {
    const space = this.#desk.space(known.id);
    if (!space || space.known.role === 'viewer') {
      await this.#prompt.warn(space ? `You may read ${quoted(spaceName(space))}, but not change it.` : CLOSED);
      return undefined;
    }
    const result = operation(space);
    if (result.kind !== 'done') await this.#prompt.warn(failureMessage(result));
    return result;
  }

  /** The section that a new task goes to from a place: its own, its task's, or the first below; none where there is none. */
  #sectionFor(node: TreeNode): readonly SectionChoice[] {
    const content = this.#tree.content(node);
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
    return this.#desk.spaces.flatMap((space) => {
      const { view } = space.replica;
      return choicesOf(
        space,
        view.lists('task').flatMap(({ id }) => view.sections(id)),
      );
    });
  }

  /** What a command was called on, or the task that the person picks. */
  async #targetFor(node: TreeNode | undefined, title: string): Promise<Target | undefined> {
    if (!node) return this.#taskFor(undefined, title);
    const content = this.#tree.content(node);
    if (!content) await this.#prompt.warn(GONE);
    return content?.kind === 'space' || content?.kind === 'unfiled' ? undefined : content;
  }

  async #taskFor(
    node: TreeNode | undefined,
    title: string,
    wanted: (task: TaskRecord) => boolean = () => true,
  ): Promise<Extract<NodeContent, { kind: 'task' }> | undefined> {
    const picked = node ?? (await this.#prompt.pick(title, this.#tasks(wanted)));
    if (!picked) return undefined;
    const content = this.#tree.content(picked);
    if (!content) await this.#prompt.warn(GONE);
    return content?.kind === 'task' ? content : undefined;
  }

  #tasks(wanted: (task: TaskRecord) => boolean) {
    return this.#desk.spaces.flatMap((space) =>
      [...space.replica.view.records('task')]
        .filter((record) => wanted(record) && !space.replica.view.isDeleted(record))
        .map((record) => ({
          label: shownText(record.name),
          description: shownText(spaceName(space)),
          value: this.#tree.nodeOf(space.known.id, record),
        })),
    );
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

const GONE = 'That is not there any more; it may have been deleted.';
const GONE_OR_EMPTY = 'There is no section here that a task could be added to.';
const CLOSED = 'The space is no longer open in this window. Nothing has changed.';

function quoted(name: string): string {
  return `“${shownText(name)}”`;
}
