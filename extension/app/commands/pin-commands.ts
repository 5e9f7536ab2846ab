/** What the commands on pins do: ask, and run the operation. */
import type { ListId, SectionId, SpaceId } from '../../../shared/ids';
import { MAX } from '../../../shared/layout';
import { createList, createSection } from '../../../shared/operations/lists';
import { type CreatePin, createPin, updatePin } from '../../../shared/operations/pins';
import { deleteRecords, restoreRecords } from '../../../shared/operations/trash';
import type { Desk } from '../desk';
import type { PinOpening } from '../pins/pin-opening';
import { nameForUrl, urlRefusal } from '../pins/pin-url';
import { pinnableRecords } from '../pins/pinnable';
import type { Prompt } from '../prompt';
import { spaceName } from '../space-name';
import type { PinContent, PinNode, PinTree } from '../tree/pin-tree';
import { nameFault } from './name-fault';
import { PinPlaces } from './pin-places';
import { renameRecord } from './renaming';
import { quoted, SpaceWriter } from './space-writer';

type Target = Extract<PinContent, { kind: 'list' | 'section' | 'pin' }>;
type PinTarget = Extract<PinContent, { kind: 'pin' }>;

/** Commands on the tree of pins. `nodes` are the places that a command was called on; none from the palette with nothing selected. */
export class PinCommands {
  readonly #desk: Desk;
  readonly #tree: PinTree;
  readonly #prompt: Prompt;
  readonly #opening: PinOpening;
  readonly #places: PinPlaces;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: PinTree, prompt: Prompt, opening: PinOpening) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.#opening = opening;
    this.#places = new PinPlaces(desk, tree, prompt);
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Adds a pin list to the space that it is called in, or to one that the person picks. */
  async addList(nodes: readonly PinNode[]): Promise<PinNode | undefined> {
    const space = await this.#places.space(nodes[0], 'Add the pin list where?');
    if (!space) return undefined;
    const name = await this.#askName('New Pin List', `Add a pin list to ${quoted(spaceName(space))}`);
    if (name === undefined) return undefined;
    const made = await this.#writer.write(space.known.id, (replica, surroundings) =>
      createList(replica, { name, listKind: 'pin' }, surroundings),
    );
    return made && this.#tree.nodeOf(space.known.id, { kind: 'list', id: made.list });
  }

  /** Adds a section to the pin list that it is called in, or to one that the person picks. */
  async addSection(nodes: readonly PinNode[]): Promise<PinNode | undefined> {
    const found = await this.#places.list(nodes[0], 'Add the section where?');
    if (!found) return undefined;
    const name = await this.#askName('New Pin Section', `Add a section to ${quoted(found.list.name)}`);
    if (name === undefined) return undefined;
    const id = await this.#writer.write(found.space, (replica, surroundings) =>
      createSection(replica, found.list.id, { name }, surroundings),
    );
    return id && this.#tree.nodeOf(found.space, { kind: 'section', id });
  }

  /** Adds a pin to a URL that the person types. */
  async addPin(nodes: readonly PinNode[]): Promise<PinNode | undefined> {
    const found = await this.#places.section(nodes[0], 'Add the pin where?');
    if (!found) return undefined;
    const url = await this.#askUrl('New Pin', `The URL to pin to ${quoted(found.section.name)}`);
    if (url === undefined) return undefined;
    return this.#pin(found, { pinType: 'url', url }, nameForUrl(url));
  }

  /** Adds a pin to a record that the person picks. */
  async pinRecord(nodes: readonly PinNode[]): Promise<PinNode | undefined> {
    const found = await this.#places.section(nodes[0], 'Add the pin where?');
    if (!found) return undefined;
    const picked = await this.#prompt.pick('Pin what?', pinnableRecords(this.#desk.spaces));
    if (!picked) return undefined;
    const { name, documentType, documentId } = picked;
    return this.#pin(found, { pinType: 'document', documentType, documentId }, name);
  }

  /** Pins a URL that is at hand, to a section that the person picks. */
  async pinUrl(url: string, name: string): Promise<PinNode | undefined> {
    const found = await this.#places.section(undefined, 'Add the pin where?');
    return found && this.#pin(found, { pinType: 'url', url }, name);
  }

  /** Renames a pin, a section or a list. */
  async rename([node]: readonly PinNode[]): Promise<void> {
    const target = await this.#target(node);
    if (!target) return;
    await renameRecord({ desk: this.#desk, prompt: this.#prompt, writer: this.#writer }, target.space, target.record);
  }

  /** Changes where a pin to a URL leads. */
  async changeUrl([node]: readonly PinNode[]): Promise<void> {
    const target = await this.#target(node);
    if (target?.kind !== 'pin') return;
    const { record, space } = target;
    if (record.target.pinType === 'document') {
      await this.#prompt.warn(`${quoted(record.name)} points to a record; it has no URL.`);
      return;
    }
    const before = record.target.url;
    const url = await this.#askUrl('Change URL', `Where ${quoted(record.name)} leads`, before);
    if (url === undefined || url === before) return;
    await this.#writer.write(space.known.id, (replica, surroundings) =>
      updatePin(replica, record.id, { url }, surroundings),
    );
  }

  /**
   * Puts pins, sections or lists into the trash and offers to take that back.
   * @returns when they are in the trash, with the answer to the offer still to come
   */
  async delete(nodes: readonly PinNode[]): Promise<{ readonly offered: Promise<void> }> {
    const nothing = { offered: Promise.resolve() };
    const targets = await this.#targets(nodes);
    const [first] = targets;
    if (!first) return nothing;
    const deleted: [SpaceId, Target['record'][]][] = [];
    for (const id of new Set(targets.map(({ space }) => space.known.id))) {
      const records = targets.flatMap(({ space, record }) => (space.known.id === id ? [record] : []));
      await this.#writer.write(id, (replica, surroundings) => {
        const result = deleteRecords(replica, records, surroundings);
        // What went with something above it has no mark of its own, and comes back with that.
        if (result.kind === 'done')
          deleted.push([id, records.filter((it) => replica.view.record(it.kind, it.id)?.deleted)]);
        return result;
      });
    }
    if (deleted.length === 0) return nothing;
    const what = targets.length === 1 ? quoted(first.record.name) : `${targets.length} records`;
    return { offered: this.#offerUndo(`Deleted ${what}.`, deleted) };
  }

  /** Opens pins; of a section all that it holds. */
  async open(nodes: readonly PinNode[]): Promise<void> {
    await this.#opening.open(this.#pinsOf(await this.#targets(nodes)));
  }

  /** Puts the links of pins on the clipboard. */
  async copyLink(nodes: readonly PinNode[]): Promise<void> {
    const pins = this.#pinsOf(await this.#targets(nodes));
    if (pins.length > 0) await this.#opening.copy(pins.map(({ record }) => record));
  }

  async #offerUndo(message: string, deleted: readonly [SpaceId, Target['record'][]][]): Promise<void> {
    if ((await this.#prompt.tell(message, 'Undo')) !== 'Undo') return;
    for (const [id, records] of deleted) {
      await this.#writer.write(id, (replica, surroundings) => restoreRecords(replica, records, surroundings));
    }
  }

  async #pin(
    {
      space,
      section,
    }: { readonly space: SpaceId; readonly section: { readonly id: SectionId; readonly name: string } },
    target: Omit<CreatePin, 'name'>,
    suggested: string,
  ): Promise<PinNode | undefined> {
    const name = await this.#askName('New Pin', `The name of the pin in ${quoted(section.name)}`, suggested);
    if (name === undefined) return undefined;
    const id = await this.#writer.write(space, (replica, surroundings) =>
      createPin(replica, section.id, { name, ...target }, surroundings),
    );
    return id && this.#tree.nodeOf(space, { kind: 'pin', id });
  }

  async #askName(title: string, prompt: string, value?: string): Promise<string | undefined> {
    const refuse = nameFault(MAX.name);
    const typed = await this.#prompt.line({ title, prompt, refuse, ...(value !== undefined && { value }) });
    return typed === value ? typed : typed?.trim();
  }

  async #askUrl(title: string, prompt: string, value?: string): Promise<string | undefined> {
    const placeholder = 'https://example.org/page';
    const given = { title, prompt, placeholder, refuse: urlRefusal };
    return (await this.#prompt.line({ ...given, ...(value !== undefined && { value }) }))?.trim();
  }

  /** The pins among targets, and those of their sections and lists, each once. */
  #pinsOf(targets: readonly Target[]): readonly PinTarget[] {
    const pins = targets.flatMap((target) => {
      if (target.kind === 'pin') return [target];
      const { space, record } = target;
      const { view } = space.replica;
      const sections = record.kind === 'list' ? view.sections(record.id as ListId) : [record];
      return sections.flatMap(({ id }) =>
        view.pins(id as SectionId).map((pin): PinTarget => ({ kind: 'pin', space, record: pin })),
      );
    });
    return [...new Map(pins.map((pin) => [`${pin.space.known.id} ${pin.record.id}`, pin])).values()];
  }

  async #target(node: PinNode | undefined): Promise<Target | undefined> {
    return (await this.#targets(node ? [node] : []))[0];
  }

  /** What a command acts on: where it was called, or the pin that the person picks. */
  async #targets(nodes: readonly PinNode[]): Promise<readonly Target[]> {
    if (nodes.length === 0) {
      const pin = await this.#places.pin('Which pin?');
      return pin ? [pin] : [];
    }
    const contents = nodes.flatMap((node) => this.#tree.content(node) ?? []);
    if (contents.length === 0) await this.#prompt.warn('That is not there any more; it may have been deleted.');
    return contents.filter((content) => content.kind !== 'space' && content.kind !== 'unfiled');
  }
}
