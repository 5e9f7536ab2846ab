/** The tree of pins or of dashboards, without VS Code: space, list, section, item; what lies under what, and what a change touches. */
import type { SectionId, SpaceId } from '../../../shared/ids';
import type { SpaceView, ViewChange } from '../../../shared/reader/view';
import type { ListRecord, RecordOf, SectionRecord, SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { PinEnds } from '../pins/pin-ends';
import { Places, type RecordPlace, type SpacePlace } from './places';

/** What lies in the sections of a list of its kind and has a tree of this shape. */
export type ItemKind = 'pin' | 'dashboard';

/** A place in the tree. The same place is always the same object, whatever its record reads as now. */
export type ItemNode = SpacePlace<'space'> | SpacePlace<'unfiled'> | RecordPlace<'list' | 'section' | ItemKind>;

/** What a place shows now. */
export type ItemContent =
  | { readonly kind: 'space'; readonly space: OpenSpace }
  | { readonly kind: 'unfiled'; readonly space: OpenSpace }
  | { readonly kind: 'list'; readonly space: OpenSpace; readonly record: ListRecord }
  | { readonly kind: 'section'; readonly space: OpenSpace; readonly record: SectionRecord }
  | ItemOf;

/** What the place of a pin or a dashboard shows now. */
export type ItemOf<Kind extends ItemKind = ItemKind> = {
  readonly [K in Kind]: { readonly kind: K; readonly space: OpenSpace; readonly record: RecordOf[K] };
}[Kind];

/** The pins, or the dashboards, of all spaces that the desk shows. */
export class ItemTree implements Disposable {
  /** What this is the tree of. */
  readonly kind: ItemKind;
  readonly #desk: Desk;
  readonly #places = new Places<ItemNode>();
  readonly #changed = new Emitter<readonly ItemNode[] | undefined>();
  readonly #disposables = new DisposableStore();
  readonly #ends: PinEnds | undefined;

  constructor(desk: Desk, kind: ItemKind) {
    this.kind = kind;
    this.#desk = desk;
    this.#ends = kind === 'pin' ? new PinEnds(desk) : undefined;
    this.#disposables.add(desk.onSpaces(() => this.#changed.fire(undefined)));
    this.#disposables.add(desk.onRecords(({ space, change }) => this.#follow(space, change)));
  }

  /** Tells which places must be shown anew, with what lies under them; undefined: the whole tree. */
  get onChange(): Emitter<readonly ItemNode[] | undefined>['event'] {
    return this.#changed.event;
  }

  /** Whether no space holds an item that can be seen, whatever lists there are. */
  get isEmpty(): boolean {
    return !this.#desk.spaces.some(({ replica: { view } }) =>
      [...view.records<ItemKind>(this.kind)].some((record) => !view.isDeleted(record)),
    );
  }

  /** The places at the top. */
  roots(): readonly ItemNode[] {
    return this.#desk.spaces.map(({ known }) => this.ofSpace(known.id));
  }

  /** The places right under one; none where its record is gone. */
  children(node: ItemNode): readonly ItemNode[] {
    const content = this.content(node);
    if (!content) return [];
    const { view } = content.space.replica;
    const under = (records: readonly SpaceRecord[]) => records.flatMap((it) => this.nodeOf(node.space, it) ?? []);
    switch (content.kind) {
      case 'space': {
        const lists = under(view.lists(this.kind));
        return itemsOf(view, this.kind, undefined).length > 0 ? [...lists, this.#unfiled(node.space)] : lists;
      }
      case 'unfiled':
        return under(itemsOf(view, this.kind, undefined));
      case 'list':
        return under(view.sections(content.record.id));
      case 'section':
        return under(itemsOf(view, this.kind, content.record.id));
      case 'pin':
      case 'dashboard':
        return [];
    }
  }

  /** The place right above; undefined at the top, and where the record is gone. */
  parent(node: ItemNode): ItemNode | undefined {
    const content = this.content(node);
    if (!content || content.kind === 'space') return undefined;
    if (content.kind === 'unfiled') return this.ofSpace(node.space);
    const above = content.space.replica.view.parentOf(content.record);
    if (above) return this.nodeOf(node.space, above);
    return content.kind === this.kind ? this.#unfiled(node.space) : this.ofSpace(node.space);
  }

  /** What a place shows now; undefined where its record is gone or in the trash. */
  content(node: ItemNode): ItemContent | undefined {
    const space = this.#desk.space(node.space);
    if (!space) return undefined;
    if (node.kind === 'space' || node.kind === 'unfiled') return { kind: node.kind, space };
    const { view } = space.replica;
    const record: SpaceRecord | undefined = view.record(node.kind, node.record);
    if (!record || view.isDeleted(record)) return undefined;
    if (record.kind === 'pin' && this.kind === 'pin') return { kind: 'pin', space, record };
    if (record.kind === 'dashboard' && this.kind === 'dashboard') return { kind: 'dashboard', space, record };
    if (record.kind === 'list' && record.listKind === this.kind) return { kind: 'list', space, record };
    if (record.kind === 'section' && record.listKind === this.kind) return { kind: 'section', space, record };
    return undefined;
  }

  /** The place of a space. */
  ofSpace(space: SpaceId): ItemNode {
    return this.#places.at({ kind: 'space', space });
  }

  /** The place of a record; undefined for a kind that has none in this tree. */
  nodeOf(space: SpaceId, { kind, id }: Pick<SpaceRecord, 'kind' | 'id'>): ItemNode | undefined {
    return kind === 'list' || kind === 'section' || kind === 'pin' || kind === 'dashboard'
      ? this.#places.at({ kind, space, record: id })
      : undefined;
  }

  /** The place that has the id of another object, such as one that came from another window; undefined where this tree has none. */
  known({ kind, space, ...rest }: ItemNode): ItemNode | undefined {
    return this.#places.seen(kind, space, 'record' in rest ? rest.record : undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #unfiled(space: SpaceId): ItemNode {
    return this.#places.at({ kind: 'unfiled', space });
  }

  #follow(space: SpaceId, { space: fields, changed, parents }: ViewChange): void {
    const touched = new Set<ItemNode>();
    const add = (kind: string, record?: string) => {
      const node = this.#places.seen(kind, space, record);
      if (node) touched.add(node);
    };
    if (fields || parents.has(undefined)) add('space');
    if (parents.has(undefined)) add('unfiled');
    for (const { kind, id } of changed) add(kind, id);
    for (const id of parents) {
      if (id === undefined) continue;
      add('list', id);
      add('section', id);
    }
    // What a pin leads to may have gone into the trash, or come back, in any space.
    for (const { space: of, pin } of this.#ends?.changed() ?? []) {
      const node = this.#places.seen('pin', of.known.id, pin.id);
      if (node) touched.add(node);
    }
    if (touched.size > 0) this.#changed.fire([...touched]);
  }
}

/** The pins or dashboards of a section in their order; `undefined`: those that are in none. */
export function itemsOf(
  view: SpaceView,
  kind: ItemKind,
  section: SectionId | undefined,
): readonly RecordOf[ItemKind][] {
  return kind === 'pin' ? view.pins(section) : view.dashboards(section);
}
