/** What the commands do that pins and dashboards have in common: lists, sections, new names, the trash. */
import { t } from '@vscode/l10n';
import type { SpaceId } from '../../../shared/ids';
import { MAX } from '../../../shared/layout';
import { createList, createSection } from '../../../shared/operations/lists';
import type { SectionRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import { spaceName } from '../space-name';
import type { ItemContent, ItemNode, ItemTree } from '../tree/item-tree';
import { deleteWithOffer } from './deletion';
import { ItemPlaces } from './item-places';
import { ITEM_WORDS } from './item-words';
import { nameFault } from './name-fault';
import { sectionWords } from './place-words';
import { renameRecord } from './renaming';
import { SpaceWriter } from './space-writer';

/** What a command can act on: a list, a section, or what lies in one. */
export type ItemTarget = Exclude<ItemContent, { readonly kind: 'space' | 'unfiled' }>;

/** Commands on a tree of items. `nodes` are the places that a command was called on; none from the palette with nothing selected. */
export class ItemCommands {
  /** Where items can be put. */
  readonly places: ItemPlaces;
  readonly #desk: Desk;
  readonly #tree: ItemTree;
  readonly #prompt: Prompt;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: ItemTree, prompt: Prompt) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.places = new ItemPlaces(desk, tree, prompt);
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Adds a list to the space that it is called in, or to one that the person picks. */
  async addList(nodes: readonly ItemNode[]): Promise<ItemNode | undefined> {
    const { kind } = this.#tree;
    const words = ITEM_WORDS[kind];
    if (!this.#mayWriteAt(nodes[0])) return undefined;
    const space = await this.places.space(nodes[0], words.addListWhere());
    if (!space) return undefined;
    const name = await this.askName(words.newList(), words.addListTo(quoted(spaceName(space))));
    if (name === undefined) return undefined;
    const made = await this.#writer.write(space.known.id, (replica, surroundings) =>
      createList(replica, { name, listKind: kind }, surroundings),
    );
    return made && this.#tree.nodeOf(space.known.id, { kind: 'list', id: made.list });
  }

  /** Adds a section to the list that it is called in, or to one that the person picks. */
  async addSection(nodes: readonly ItemNode[]): Promise<ItemNode | undefined> {
    if (!this.#mayWriteAt(nodes[0])) return undefined;
    const found = await this.places.list(nodes[0], t('Add the section where?'));
    const space = found && this.#desk.space(found.space);
    if (!space) return undefined;
    const title = ITEM_WORDS[this.#tree.kind].newSection();
    const where = t('{0} in {1}', quoted(found.list.name), quoted(spaceName(space)));
    const name = await this.askName(title, t('Add a section to {0}', where));
    if (name === undefined) return undefined;
    const id = await this.#writer.write(found.space, (replica, surroundings) =>
      createSection(replica, found.list.id, { name }, surroundings),
    );
    return id && this.#tree.nodeOf(found.space, { kind: 'section', id });
  }

  /** Renames an item, a section or a list. */
  async rename([node]: readonly ItemNode[]): Promise<void> {
    const target = await this.target(node);
    if (!target || !this.#writer.mayWrite([target.space.known.id])) return;
    await renameRecord({ desk: this.#desk, prompt: this.#prompt, writer: this.#writer }, target.space, target.record);
  }

  /**
   * Puts items, sections or lists into the trash and offers to take that back.
   * @returns when they are in the trash, with the answer to the offer still to come
   */
  async delete(nodes: readonly ItemNode[]): Promise<{ readonly offered: Promise<void> }> {
    const targets = await this.targets(nodes);
    const [first] = targets;
    if (!first) return { offered: Promise.resolve() };
    const what = targets.length === 1 ? quoted(first.record.name) : t('{0} records', targets.length);
    const needs = { desk: this.#desk, prompt: this.#prompt, writer: this.#writer };
    return deleteWithOffer(needs, targets, what);
  }

  /** The section of a place, or one that the person picks, in a space that may be changed, with words for where it is. */
  async section(
    node: ItemNode | undefined,
    title: string,
  ): Promise<{ readonly space: SpaceId; readonly section: SectionRecord; readonly where: string } | undefined> {
    if (!this.#mayWriteAt(node)) return undefined;
    const found = await this.places.section(node, title);
    const space = found && this.#desk.space(found.space);
    return space && { ...found, where: sectionWords(space, found.section) };
  }

  /** Asks for a name until it is one. @param value what is suggested @returns undefined where the person gives up */
  async askName(title: string, prompt: string, value?: string): Promise<string | undefined> {
    const refuse = nameFault(MAX.name);
    const typed = await this.#prompt.line({ title, prompt, refuse, ...(value !== undefined && { value }) });
    return typed === value ? typed : typed?.trim();
  }

  /** What a command acts on: where it was called, or the item that the person picks. */
  async target(node: ItemNode | undefined): Promise<ItemTarget | undefined> {
    return (await this.targets(node ? [node] : []))[0];
  }

  /** What a command acts on, where it can act on several; says where nothing of it is there any more. */
  async targets(nodes: readonly ItemNode[]): Promise<readonly ItemTarget[]> {
    if (nodes.length === 0) {
      const item = await this.places.item();
      return item ? [item] : [];
    }
    const contents = nodes.flatMap((node) => this.#tree.content(node) ?? []);
    if (contents.length === 0) await this.#prompt.warn(t('That is not there any more; it may have been deleted.'));
    return contents.filter((content) => content.kind !== 'space' && content.kind !== 'unfiled');
  }

  /** Whether something can be put at a place; says why not. Where there is none, only what may be changed is there to be picked. */
  #mayWriteAt(node: ItemNode | undefined): boolean {
    return this.#writer.mayWrite(node ? [node.space] : []);
  }
}
