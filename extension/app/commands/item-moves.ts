/** Moving pins or dashboards, their sections and lists: by dragging, and with the keyboard. */
import { done, type Result } from '../../../shared/failures';
import type { ListId, SectionId } from '../../../shared/ids';
import { moveDashboard } from '../../../shared/operations/dashboards';
import { moveList, moveSection } from '../../../shared/operations/lists';
import { movePin } from '../../../shared/operations/pins';
import type { Surroundings } from '../../../shared/operations/space';
import type { Desk } from '../desk';
import type { LiveReplica } from '../live-replica';
import type { Prompt } from '../prompt';
import type { ItemContent, ItemNode, ItemTree } from '../tree/item-tree';
import { ItemPlaces } from './item-places';
import { ITEM_WORDS } from './item-words';
import { SpaceWriter } from './space-writer';

type Movable = Exclude<ItemContent, { kind: 'space' | 'unfiled' }>;
type Position = { before?: string; after?: string };

/** Moves within a space. What lies in it goes along. */
export class ItemMoves {
  readonly #tree: ItemTree;
  readonly #prompt: Prompt;
  readonly #places: ItemPlaces;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: ItemTree, prompt: Prompt) {
    this.#tree = tree;
    this.#prompt = prompt;
    this.#places = new ItemPlaces(desk, tree, prompt);
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Moves a place by one among its siblings; at their end it stays. */
  async step(node: ItemNode | undefined, by: -1 | 1): Promise<void> {
    if (!node) {
      void this.#prompt.tell(ITEM_WORDS[this.#tree.kind].selectFirst());
      return;
    }
    const target = this.#movable(node);
    const parent = target && this.#tree.parent(node);
    if (!target || !parent) return;
    const siblings = this.#tree.children(parent);
    const neighbour = siblings[siblings.indexOf(node) + by];
    const beside = neighbour && this.#movable(neighbour)?.record.id;
    if (beside === undefined) return;
    await this.#write([target], undefined, by < 0 ? { before: beside } : { after: beside });
  }

  /** Moves items to a section that the person picks. */
  async moveTo(nodes: readonly ItemNode[]): Promise<void> {
    const called = nodes.length > 0 ? nodes.flatMap((node) => this.#movable(node) ?? []) : await this.#picked();
    const all = called.filter(({ kind }) => kind === this.#tree.kind);
    const [first] = all;
    if (!first) {
      if (nodes.length > 0) void this.#prompt.tell(ITEM_WORDS[this.#tree.kind].onlyItems());
      return;
    }
    if (!this.#writer.mayWrite([first.space.known.id])) return;
    const items = all.filter(({ space }) => space === first.space);
    const space = this.#tree.ofSpace(first.space.known.id);
    const to = await this.#places.section(space, ITEM_WORDS[this.#tree.kind].moveWhere());
    if (!to) return;
    await this.#write(items, to.section.id, {});
  }

  async #picked(): Promise<readonly Movable[]> {
    const item = await this.#places.item();
    return item ? [item] : [];
  }

  /**
   * Puts what was dragged where it was dropped: into a section or list at its end; on a sibling before it, or after it where it came
   * from above. Onto nothing, and into another space, nothing moves.
   */
  async drop(nodes: readonly ItemNode[], onto: ItemNode | undefined): Promise<void> {
    const dragged = nodes.flatMap((node) => this.#movable(node) ?? []);
    const target = onto && this.#movable(onto);
    if (!target || dragged.length === 0) return;
    if (dragged.some(({ space }) => space.known.id !== target.space.known.id)) {
      await this.#prompt.tell(ITEM_WORDS[this.#tree.kind].ownSpaceOnly());
      return;
    }
    const [first] = dragged;
    if (!first || dragged.some(({ kind, record }) => kind !== first.kind || record.id === target.record.id)) return;
    const place = this.#placeAt(first, target);
    if (!place) return;
    await this.#write(dragged, place.into, place.position);
  }

  #placeAt(moved: Movable, target: Movable): { into: string | undefined; position: Position } | undefined {
    if (moved.kind === target.kind) {
      const parent = this.#tree.nodeOf(target.space.known.id, target.record);
      const above = parent && this.#tree.parent(parent);
      const siblings = above ? this.#tree.children(above) : [];
      const at = (id: string) => siblings.findIndex((node) => 'record' in node && node.record === id);
      const from = at(moved.record.id);
      const fromAbove = from >= 0 && from < at(target.record.id);
      const into = above && 'record' in above ? above.record : undefined;
      return { into, position: fromAbove ? { after: target.record.id } : { before: target.record.id } };
    }
    const isItem = moved.kind === this.#tree.kind;
    if (isItem && target.kind === 'section') return { into: target.record.id, position: {} };
    if (moved.kind === 'section' && target.kind === 'list') return { into: target.record.id, position: {} };
    if (isItem && target.kind === 'list') {
      const [section] = target.space.replica.view.sections(target.record.id);
      return section && { into: section.id, position: {} };
    }
    return undefined;
  }

  /** Moves records of one space as one thing to undo, the later ones after the first, so that they keep their order. */
  async #write(moved: readonly Movable[], into: string | undefined, position: Position): Promise<void> {
    const [first] = moved;
    if (!first) return;
    await this.#writer.write(first.space.known.id, (replica, surroundings) => {
      let result: Result<undefined> = done(undefined, false);
      let at = position;
      for (const { record } of moved) {
        result = move(replica, record, into, at, surroundings);
        if (result.kind !== 'done') return result;
        at = { after: record.id };
      }
      return result;
    });
  }

  #movable(node: ItemNode): Movable | undefined {
    const content = this.#tree.content(node);
    return content && content.kind !== 'space' && content.kind !== 'unfiled' ? content : undefined;
  }
}

function move(
  replica: LiveReplica,
  record: Movable['record'],
  into: string | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  switch (record.kind) {
    case 'pin':
      return movePin(replica, record.id, into as SectionId | undefined, position, surroundings);
    case 'dashboard':
      return moveDashboard(replica, record.id, into as SectionId | undefined, position, surroundings);
    case 'section':
      return moveSection(replica, record.id, into as ListId | undefined, position, surroundings);
    case 'list':
      return moveList(replica, record.id, position as Parameters<typeof moveList>[2], surroundings);
  }
}
