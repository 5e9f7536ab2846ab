/** Where pins or dashboards can be put: from the place that a command was called on, or picked by the person. */
import { t } from '@vscode/l10n';
import type { SpaceId } from '../../../shared/ids';
import type { ListRecord, SectionRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { ItemContent, ItemKind, ItemNode, ItemOf, ItemTree } from '../tree/item-tree';
import { ITEM_WORDS } from './item-words';

/** Finds spaces, lists, sections and items. Where there is one only, nobody is asked; where there is none, that is said. */
export class ItemPlaces {
  readonly #desk: Desk;
  readonly #tree: ItemTree;
  readonly #prompt: Prompt;

  constructor(desk: Desk, tree: ItemTree, prompt: Prompt) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
  }

  /** The space of a place, or one that the person picks. */
  async space(node: ItemNode | undefined, title: string): Promise<OpenSpace | undefined> {
    const here = node && this.#tree.content(node)?.space;
    if (here) return here;
    const choices = this.#writable().map((value) => ({ label: shownText(spaceName(value)), description: '', value }));
    return this.#only(choices, title, t('There is no space here that you may change.'));
  }

  /** The list of a place, or one that the person picks. */
  async list(
    node: ItemNode | undefined,
    title: string,
  ): Promise<{ readonly space: SpaceId; readonly list: ListRecord } | undefined> {
    const choices = this.#spaces(node).flatMap((space) =>
      this.#lists(space, node).map((list) => ({
        label: shownText(list.name),
        description: shownText(spaceName(space)),
        value: { space: space.known.id, list },
      })),
    );
    return this.#only(choices, title, ITEM_WORDS[this.#tree.kind].noList());
  }

  /** The section of a place, or one that the person picks. */
  async section(
    node: ItemNode | undefined,
    title: string,
  ): Promise<{ readonly space: SpaceId; readonly section: SectionRecord } | undefined> {
    const content = node && this.#tree.content(node);
    const own = content?.kind === 'section' ? content.record : content && sectionOfItem(content);
    if (content && own) return { space: content.space.known.id, section: own };
    const choices = this.#spaces(node).flatMap((space) =>
      this.#lists(space, node).flatMap((list) =>
        space.replica.view.sections(list.id).map((section) => ({
          label: shownText(`${list.name} / ${section.name}`),
          description: shownText(spaceName(space)),
          value: { space: space.known.id, section },
        })),
      ),
    );
    return this.#only(choices, title, ITEM_WORDS[this.#tree.kind].noSection());
  }

  /** A pin or dashboard that the person picks. */
  async item(): Promise<ItemOf | undefined> {
    const { kind } = this.#tree;
    const choices = this.#desk.spaces.flatMap((space) => {
      const { view } = space.replica;
      return [...view.records<ItemKind>(kind)]
        .filter((record) => !view.isDeleted(record))
        .map((record) => ({
          label: shownText(record.name),
          description: shownText(spaceName(space)),
          value: this.#tree.nodeOf(space.known.id, record),
        }));
    });
    if (choices.length === 0) {
      await this.#prompt.tell(ITEM_WORDS[kind].none());
      return undefined;
    }
    const node = await this.#prompt.pick(ITEM_WORDS[kind].which(), choices);
    if (!node) return undefined;
    const content = this.#tree.content(node);
    if (content?.kind === 'pin' || content?.kind === 'dashboard') return content;
    await this.#prompt.warn(t('That is not there any more; it may have been deleted.'));
    return undefined;
  }

  #writable(): readonly OpenSpace[] {
    return this.#desk.spaces.filter(canWrite);
  }

  #spaces(node: ItemNode | undefined): readonly OpenSpace[] {
    const here = node && this.#tree.content(node)?.space;
    return here ? [here] : this.#writable();
  }

  #lists({ replica: { view } }: OpenSpace, node: ItemNode | undefined): readonly ListRecord[] {
    const content = node && this.#tree.content(node);
    if (content?.kind === 'list') return [content.record];
    const section = content?.kind === 'section' ? content.record : content && sectionOfItem(content);
    const list = section && view.record('list', section.list);
    return list ? [list] : view.lists(this.#tree.kind);
  }

  async #only<T>(
    choices: readonly { readonly label: string; readonly description: string; readonly value: T }[],
    title: string,
    none: string,
  ): Promise<T | undefined> {
    const [first, ...more] = choices;
    if (first && more.length === 0) return first.value;
    if (first) return this.#prompt.pick(title, choices);
    await this.#prompt.warn(none);
    return undefined;
  }
}

function sectionOfItem(content: ItemContent): SectionRecord | undefined {
  if ((content.kind !== 'pin' && content.kind !== 'dashboard') || content.record.parent.kind === 'unfiled')
    return undefined;
  return content.space.replica.view.record('section', content.record.parent.id);
}
