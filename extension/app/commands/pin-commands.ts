/** What the commands do that pins have of their own: make, open, change where they lead. */
import { t } from '@vscode/l10n';
import type { SectionId, SpaceId } from '../../../shared/ids';
import { type CreatePin, createPin, updatePin } from '../../../shared/operations/pins';
import type { Desk } from '../desk';
import type { PinOpening } from '../pins/pin-opening';
import { nameForUrl, urlRefusal } from '../pins/pin-url';
import { pinnableRecords } from '../pins/pinnable';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import type { ItemNode, ItemOf, ItemTree } from '../tree/item-tree';
import type { ItemCommands, ItemTarget } from './item-commands';
import { SpaceWriter } from './space-writer';

type PinTarget = ItemOf<'pin'>;

/** Commands on the tree of pins. `nodes` are the places that a command was called on; none from the palette with nothing selected. */
export class PinCommands {
  readonly #desk: Desk;
  readonly #tree: ItemTree;
  readonly #prompt: Prompt;
  readonly #opening: PinOpening;
  readonly #items: ItemCommands;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: ItemTree, items: ItemCommands, prompt: Prompt, opening: PinOpening) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.#opening = opening;
    this.#items = items;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Adds a pin to a URL that the person types. */
  async addPin(nodes: readonly ItemNode[]): Promise<ItemNode | undefined> {
    const found = await this.#items.section(nodes[0], t('Add the pin where?'));
    if (!found) return undefined;
    const url = await this.#askUrl(t('New Pin'), t('The URL to pin to {0}', found.where));
    if (url === undefined) return undefined;
    return this.#pin(found, { pinType: 'url', url }, nameForUrl(url));
  }

  /** Adds a pin to a record that the person picks. */
  async pinRecord(nodes: readonly ItemNode[]): Promise<ItemNode | undefined> {
    const found = await this.#items.section(nodes[0], t('Add the pin where?'));
    if (!found) return undefined;
    const picked = await this.#prompt.pick(t('Pin what?'), pinnableRecords(this.#desk.spaces));
    if (!picked) return undefined;
    const { name, documentType, documentId } = picked;
    return this.#pin(found, { pinType: 'document', documentType, documentId }, name);
  }

  /** Pins a URL that is at hand, to a section that the person picks. */
  async pinUrl(url: string, name: string): Promise<ItemNode | undefined> {
    const found = await this.#items.section(undefined, t('Add the pin where?'));
    return found && this.#pin(found, { pinType: 'url', url }, name);
  }

  /** Changes where a pin to a URL leads. */
  async changeUrl([node]: readonly ItemNode[]): Promise<void> {
    const target = await this.#items.target(node);
    if (target?.kind !== 'pin') return;
    const { record, space } = target;
    if (record.target.pinType === 'document') {
      await this.#prompt.warn(t('{0} points to a record; it has no URL.', quoted(record.name)));
      return;
    }
    if (!this.#writer.mayWrite([space.known.id])) return;
    const before = record.target.url;
    const url = await this.#askUrl(t('Change URL'), t('Where {0} leads', quoted(record.name)), before);
    if (url === undefined || url === before) return;
    await this.#writer.write(space.known.id, (replica, surroundings) =>
      updatePin(replica, record.id, { url }, surroundings),
    );
  }

  /** Opens pins; of a section all that it holds. */
  async open(nodes: readonly ItemNode[]): Promise<void> {
    await this.#opening.open(this.#pinsOf(await this.#items.targets(nodes)));
  }

  /** Puts the links of pins on the clipboard. */
  async copyLink(nodes: readonly ItemNode[]): Promise<void> {
    const pins = this.#pinsOf(await this.#items.targets(nodes));
    if (pins.length > 0) await this.#opening.copy(pins.map(({ record }) => record));
  }

  async #pin(
    {
      space,
      section,
      where,
    }: { readonly space: SpaceId; readonly section: { readonly id: SectionId }; readonly where: string },
    target: Omit<CreatePin, 'name'>,
    suggested: string,
  ): Promise<ItemNode | undefined> {
    const name = await this.#items.askName(t('New Pin'), t('The name of the pin in {0}', where), suggested);
    if (name === undefined) return undefined;
    const id = await this.#writer.write(space, (replica, surroundings) =>
      createPin(replica, section.id, { name, ...target }, surroundings),
    );
    return id && this.#tree.nodeOf(space, { kind: 'pin', id });
  }

  async #askUrl(title: string, prompt: string, value?: string): Promise<string | undefined> {
    const placeholder = 'https://example.org/page';
    const given = { title, prompt, placeholder, refuse: urlRefusal };
    return (await this.#prompt.line({ ...given, ...(value !== undefined && { value }) }))?.trim();
  }

  /** The pins among targets, and those of their sections and lists, each once. */
  #pinsOf(targets: readonly ItemTarget[]): readonly PinTarget[] {
    const pins = targets.flatMap((target) => {
      if (target.kind === 'pin') return [target];
      const { space, record } = target;
      if (record.kind === 'dashboard') return [];
      const { view } = space.replica;
      const sections = record.kind === 'list' ? view.sections(record.id) : [record];
      return sections.flatMap(({ id }) => view.pins(id).map((pin): PinTarget => ({ kind: 'pin', space, record: pin })));
    });
    return [...new Map(pins.map((pin) => [`${pin.space.known.id} ${pin.record.id}`, pin])).values()];
  }
}
