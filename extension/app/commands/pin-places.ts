/** Where pins can be put: from the place that a command was called on, or picked by the person. */
import type { SpaceId } from '../../../shared/ids';
import type { ListRecord, SectionRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import type { OpenSpace } from '../session';
import { shownText } from '../shown-text';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { PinContent, PinNode, PinTree } from '../tree/pin-tree';

/** Finds spaces, lists, sections and pins. Where there is one only, nobody is asked; where there is none, that is said. */
export class PinPlaces {
  readonly #desk: Desk;
  readonly #tree: PinTree;
  readonly #prompt: Prompt;

  constructor(desk: Desk, tree: PinTree, prompt: Prompt) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
  }

  /** The space of a place, or one that the person picks. */
  async space(node: PinNode | undefined, title: string): Promise<OpenSpace | undefined> {
    const here = node && this.#tree.content(node)?.space;
    if (here) return here;
    const choices = this.#writable().map((value) => ({ label: shownText(spaceName(value)), description: '', value }));
    return this.#only(choices, title, 'There is no space here that you may change.');
  }

  /** The list of a place, or one that the person picks. */
  async list(
    node: PinNode | undefined,
    title: string,
  ): Promise<{ readonly space: SpaceId; readonly list: ListRecord } | undefined> {
    const choices = this.#spaces(node).flatMap((space) =>
      this.#lists(space, node).map((list) => ({
        label: shownText(list.name),
        description: shownText(spaceName(space)),
        value: { space: space.known.id, list },
      })),
    );
    return this.#only(choices, title, 'There is no pin list here.');
  }

  /** The section of a place, or one that the person picks. */
  async section(
    node: PinNode | undefined,
    title: string,
  ): Promise<{ readonly space: SpaceId; readonly section: SectionRecord } | undefined> {
    const content = node && this.#tree.content(node);
    const own = content?.kind === 'section' ? content.record : content && sectionOfPin(content);
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
    return this.#only(choices, title, 'There is no section here that a pin could be added to.');
  }

  /** A pin that the person picks. */
  async pin(title: string): Promise<Extract<PinContent, { kind: 'pin' }> | undefined> {
    const choices = this.#desk.spaces.flatMap((space) => {
      const { view } = space.replica;
      return [...view.records('pin')]
        .filter((record) => !view.isDeleted(record))
        .map((record) => ({
          label: shownText(record.name),
          description: shownText(spaceName(space)),
          value: this.#tree.nodeOf(space.known.id, record),
        }));
    });
    if (choices.length === 0) {
      await this.#prompt.tell('There are no pins yet.');
      return undefined;
    }
    const node = await this.#prompt.pick(title, choices);
    if (!node) return undefined;
    const content = this.#tree.content(node);
    if (content?.kind === 'pin') return content;
    await this.#prompt.warn('That is not there any more; it may have been deleted.');
    return undefined;
  }

  #writable(): readonly OpenSpace[] {
    return this.#desk.spaces.filter(canWrite);
  }

  #spaces(node: PinNode | undefined): readonly OpenSpace[] {
    const here = node && this.#tree.content(node)?.space;
    return here ? [here] : this.#writable();
  }

  #lists({ replica: { view } }: OpenSpace, node: PinNode | undefined): readonly ListRecord[] {
    const content = node && this.#tree.content(node);
    if (content?.kind === 'list') return [content.record];
    const section = content?.kind === 'section' ? content.record : content && sectionOfPin(content);
    const list = section && view.record('list', section.list);
    return list ? [list] : view.lists('pin');
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

function sectionOfPin(content: PinContent): SectionRecord | undefined {
  if (content.kind !== 'pin' || content.record.parent.kind === 'unfiled') return undefined;
  return content.space.replica.view.record('section', content.record.parent.id);
}
