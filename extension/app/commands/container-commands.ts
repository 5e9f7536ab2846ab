/** What the commands on lists and sections do: make them where they were called. */
import { t } from '@vscode/l10n';
import { MAX } from '../../../shared/layout';
import { createList, createSection } from '../../../shared/operations/lists';
import type { ListRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { OpenSpace } from '../open-space';
import { quoted } from '../quoted';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { TreeNode } from '../tree/task-tree';
import { nameFault } from './name-fault';
import type { TaskScope } from './task-scope';

/** Making lists and sections of tasks. */
export class ContainerCommands {
  readonly #scope: TaskScope;

  constructor(scope: TaskScope) {
    this.#scope = scope;
  }

  /** Adds a list to the space that it is called on or in, or to the one that the person picks. @returns its place */
  async addList(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const { desk, prompt, tree, writer } = this.#scope;
    if (!writer.mayWrite(node ? [node.space] : [])) return undefined;
    const space = node ? desk.space(node.space) : await this.#pickSpace();
    if (!space) return undefined;
    const name = await this.#askName(t('New List'), t('Add a list to {0}', quoted(spaceName(space))), prompt);
    if (name === undefined) return undefined;
    const made = await writer.write(
      space.known.id,
      (replica, surroundings) => createList(replica, { name, listKind: 'task' }, surroundings),
      name,
    );
    return made && tree.nodeOf(space.known.id, { kind: 'list', id: made.list });
  }

  /** Adds a section to the list that it is called on or in, or to the one that the person picks. @returns its place */
  async addSection(node: TreeNode | undefined): Promise<TreeNode | undefined> {
    const { prompt, tree, writer } = this.#scope;
    if (!writer.mayWrite(node ? [node.space] : [])) return undefined;
    const found = (node && this.#listOf(node)) ?? (await this.#pickList(node));
    if (!found) return undefined;
    const { space, list } = found;
    const name = await this.#askName(
      t('New Section'),
      t('Add a section to {0}', t('{0} in {1}', quoted(list.name), quoted(spaceName(space)))),
      prompt,
    );
    if (name === undefined) return undefined;
    const id = await writer.write(
      space.known.id,
      (replica, surroundings) => createSection(replica, list.id, { name }, surroundings),
      name,
    );
    return id && tree.nodeOf(space.known.id, { kind: 'section', id });
  }

  async #askName(title: string, prompt: string, ask: TaskScope['prompt']): Promise<string | undefined> {
    const name = await ask.line({ title, prompt, refuse: nameFault(MAX.name) });
    return name?.trim();
  }

  #listOf(node: TreeNode): ListChoice | undefined {
    const content = this.#scope.tree.content(node);
    if (!content || !('record' in content)) return undefined;
    const { view } = content.space.replica;
    const { record } = content;
    const section = record.kind === 'task' ? view.sectionOf(record) : undefined;
    const list =
      record.kind === 'list'
        ? record
        : view.record('list', record.kind === 'section' ? record.list : (section?.list ?? ''));
    return list && { space: content.space, list };
  }

  async #pickSpace(): Promise<OpenSpace | undefined> {
    const spaces = this.#writable();
    if (spaces.length === 1) return spaces[0];
    return this.#scope.prompt.pick(
      t('Add the list where?'),
      spaces.map((space) => ({ label: shownText(spaceName(space)), description: '', value: space })),
    );
  }

  /** Picks among the lists of the space of a place, or of all spaces; the only one is not asked for. */
  async #pickList(node: TreeNode | undefined): Promise<ListChoice | undefined> {
    const choices = this.#writable()
      .filter(({ known }) => node === undefined || known.id === node.space)
      .flatMap((space) =>
        space.replica.view.lists('task').map((list) => ({
          label: shownText(list.name),
          description: shownText(spaceName(space)),
          value: { space, list },
        })),
      );
    if (choices.length > 1) return this.#scope.prompt.pick(t('Add the section to which list?'), choices);
    if (choices.length === 0) await this.#scope.prompt.warn(t('There is no list that a section could be added to.'));
    return choices[0]?.value;
  }

  #writable(): readonly OpenSpace[] {
    return this.#scope.desk.spaces.filter(canWrite);
  }
}

interface ListChoice {
  readonly space: OpenSpace;
  readonly list: ListRecord;
}
