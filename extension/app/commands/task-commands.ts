/** What the commands on tasks do: ask, and run the operation. */

import { failureMessage, type Result } from '../../../shared/failures';
import { MAX } from '../../../shared/layout';
import { renameContainer } from '../../../shared/operations/lists';
import type { Surroundings } from '../../../shared/operations/space';
import { createTask, type TaskPlace, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import type { SectionRecord, TaskRecord } from '../../../shared/records';
import { codePointCount } from '../../../shared/text';
import type { Desk } from '../desk';
import type { Environment } from '../environment';
import type { Prompt } from '../prompt';
import type { OpenSpace } from '../session';
import type { NodeContent, TaskTree, TreeNode } from '../tree/task-tree';

/** Commands on the tree of tasks. `node` is the place that a command was called on, undefined from the palette. */
export class TaskCommands {
  readonly #desk: Desk;
  readonly #tree: TaskTree;
  readonly #prompt: Prompt;
  readonly #surroundings: Surroundings;

  constructor(desk: Desk, tree: TaskTree, prompt: Prompt, environment: Environment) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.#surroundings = { origin: 'command', newId: environment.newId, now: environment.now };
  }

  /** Adds a task to the section, list or space it is called on, beside a task, or to one that the person picks. */
  async addTask(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const target = node ? this.#sectionFor(node) : await this.#pickSection();
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
    const content = node ? this.#tree.content(node) : await this.#taskFor(undefined, 'Rename which task?');
    if (!content || content.kind === 'space' || content.kind === 'unfiled') return;
    const { space, record } = content;
    const max = record.kind === 'task' ? MAX.taskName : MAX.name;
    const title = { task: 'Rename Task', section: 'Rename Section', list: 'Rename List' }[record.kind];
    const name = await this.#prompt.line({ title, prompt: 'The new name', value: record.name, refuse: nameFault(max) });
    if (name === undefined) return;
    await this.#say(
      record.kind === 'task'
        ? updateTask(space.replica, record.id, { name: name.trim() }, this.#surroundings)
        : renameContainer(space.replica, record.kind, record.id, { name: name.trim() }, this.#surroundings),
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
    await this.#say(updateTask(space.replica, record.id, { status }, this.#surroundings));
  }

  /** Puts a task, a section or a list into the trash and offers to take that back. */
  async delete(node: TreeNode | undefined): Promise<void> {
    const content = node ? this.#tree.content(node) : await this.#taskFor(undefined, 'Delete which task?');
    if (!content || content.kind === 'space' || content.kind === 'unfiled') return;
    const { space, record } = content;
    const result = deleteRecord(space.replica, record, this.#surroundings);
    await this.#say(result);
    if (result.kind !== 'done') return;
    const chosen = await this.#prompt.tell(`Deleted ${quoted(record.name)}.`, 'Undo');
    if (chosen === 'Undo') await this.#say(restoreRecord(space.replica, record, this.#surroundings));
  }

  async #ask(space: OpenSpace, parent: TaskPlace, title: string, prompt: string): Promise<TreeNode | undefined> {
    const placeholder = 'What is to be done?';
    const name = await this.#prompt.line({ title, prompt, placeholder, refuse: nameFault(MAX.taskName) });
    if (name === undefined) return undefined;
    const result = createTask(space.replica, parent, { name: name.trim() }, this.#surroundings);
    await this.#say(result);
    return result.kind === 'done' ? this.#tree.nodeOf(space.known.id, { kind: 'task', id: result.value }) : undefined;
  }

  /** The section that a new task goes to from a place: its own, its task's, or the first below. */
  #sectionFor(node: TreeNode): { space: OpenSpace; section: SectionRecord } | undefined {
    const content = this.#tree.content(node);
    if (!content) return undefined;
    const { space } = content;
    const { view } = space.replica;
    switch (content.kind) {
      case 'task': {
        const section = view.sectionOf(content.record);
        return section && { space, section };
      }
      case 'section':
        return { space, section: content.record };
      case 'list': {
        const [section] = view.sections(content.record.id);
        return section && { space, section };
      }
      default: {
        const section = view.lists('task').flatMap((list) => view.sections(list.id))[0];
        return section && { space, section };
      }
    }
  }

  async #pickSection(): Promise<{ space: OpenSpace; section: SectionRecord } | undefined> {
    const choices = this.#desk.spaces.flatMap((space) =>
      space.replica.view.lists('task').flatMap((list) =>
        space.replica.view.sections(list.id).map((section) => ({
          label: `${list.name} / ${section.name}`,
          description: spaceName(space),
          value: { space, section },
        })),
      ),
    );
    return choices.length === 1 ? choices[0]?.value : this.#prompt.pick('Add the task where?', choices);
  }

  async #taskFor(
    node: TreeNode | undefined,
    title: string,
    wanted: (task: TaskRecord) => boolean = () => true,
  ): Promise<Extract<NodeContent, { kind: 'task' }> | undefined> {
    const content = node && this.#tree.content(node);
    if (content?.kind === 'task') return content;
    if (node) return undefined;
    const choices = this.#desk.spaces.flatMap((space) =>
      [...space.replica.view.records('task')]
        .filter((record) => wanted(record) && !space.replica.view.isDeleted(record))
        .map((record) => ({
          label: record.name,
          description: spaceName(space),
          value: this.#tree.nodeOf(space.known.id, record),
        })),
    );
    const picked = await this.#prompt.pick(title, choices);
    return picked ? this.#taskFor(picked, title) : undefined;
  }

  async #say(result: Result<unknown>): Promise<void> {
    if (result.kind !== 'done') await this.#prompt.warn(failureMessage(result));
  }
}

/** Says why a name is refused where people type it (rule V6). */
function nameFault(max: number): (text: string) => string | undefined {
  return (text) => {
    const name = text.trim();
    if (name === '') return 'Type a name; it cannot be empty or only spaces.';
    const length = codePointCount(name);
    return length > max ? `A name has at most ${max} characters; this one has ${length}.` : undefined;
  };
}

function quoted(name: string): string {
  return `“${name}”`;
}

/** What a space is called: a personal one by what it is, since it has no name of its own. */
export function spaceName({ known, replica }: OpenSpace): string {
  if (known.kind !== 'user') return replica.view.fields.name;
  return known.id === 'local' ? 'On This Machine' : 'Personal';
}
