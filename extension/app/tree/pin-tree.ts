/** The tree of pins, without VS Code: space, pin list, section, pin; what lies under what, and what a change touches. */
import type { SpaceId } from '../../../shared/ids';
import type { ViewChange } from '../../../shared/reader/view';
import type { ListRecord, PinRecord, SectionRecord, SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../session';
import { Places, type RecordPlace, type SpacePlace } from './places';

/** A place in the tree. The same place is always the same object, whatever its record reads as now. */
export type PinNode = SpacePlace<'space'> | SpacePlace<'unfiled'> | RecordPlace<'list' | 'section' | 'pin'>;

/** What a place shows now. */
export type PinContent =
  | { readonly kind: 'space'; readonly space: OpenSpace }
  | { readonly kind: 'unfiled'; readonly space: OpenSpace }
  | { readonly kind: 'list'; readonly space: OpenSpace; readonly record: ListRecord }
  | { readonly kind: 'section'; readonly space: OpenSpace; readonly record: SectionRecord }
  | { readonly kind: 'pin'; readonly space: OpenSpace; readonly record: PinRecord };

/** The pins of all spaces that the desk shows. */
export class PinTree implements Disposable {
  readonly #desk: Desk;
  readonly #places = new Places<PinNode>();
  readonly #changed = new Emitter<readonly PinNode[] | undefined>();
  readonly #disposables = new DisposableStore();

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#disposables.add(desk.onSpaces(() => this.#changed.fire(undefined)));
    this.#disposables.add(desk.onRecords(({ space, change }) => this.#follow(space, change)));
  }

  /** Tells which places must be shown anew, with what lies under them; undefined: the whole tree. */
  get onChange(): Emitter<readonly PinNode[] | undefined>['event'] {
    return this.#changed.event;
  }

  /** The places at the top. */
  roots(): readonly PinNode[] {
    return this.#desk.spaces.map(({ known }) => this.ofSpace(known.id));
  }

  /** The places right under one; none where its record is gone. */
  children(node: PinNode): readonly PinNode[] {
    const content = this.content(node);
    if (!content) return [];
    const { view } = content.space.replica;
    const under = (records: readonly SpaceRecord[]) => records.flatMap((it) => this.nodeOf(node.space, it) ?? []);
    switch (content.kind) {
      case 'space': {
        const lists = under(view.lists('pin'));
        return view.pins(undefined).length > 0 ? [...lists, this.#unfiled(node.space)] : lists;
      }
      case 'unfiled':
        return under(view.pins(undefined));
      case 'list':
        return under(view.sections(content.record.id));
      case 'section':
        return under(view.pins(content.record.id));
      case 'pin':
        return [];
    }
  }

  /** The place right above; undefined at the top, and where the record is gone. */
  parent(node: PinNode): PinNode | undefined {
    const content = this.content(node);
    if (!content || content.kind === 'space') return undefined;
    if (content.kind === 'unfiled') return this.ofSpace(node.space);
    const above = content.space.replica.view.parentOf(content.record);
    if (above) return this.nodeOf(node.space, above);
    return content.kind === 'pin' ? this.#unfiled(node.space) : this.ofSpace(node.space);
  }

  /** What a place shows now; undefined where its record is gone or in the trash. */
  content(node: PinNode): PinContent | undefined {
    const space = this.#desk.space(node.space);
    if (!space) return undefined;
    if (node.kind === 'space' || node.kind === 'unfiled') return { kind: node.kind, space };
    const { view } = space.replica;
    const record: SpaceRecord | undefined = view.record(node.kind, node.record);
    if (!record || view.isDeleted(record)) return undefined;
    if (record.kind === 'pin') return { kind: 'pin', space, record };
    if (record.kind === 'list' && record.listKind === 'pin') return { kind: 'list', space, record };
    if (record.kind === 'section' && record.listKind === 'pin') return { kind: 'section', space, record };
    return undefined;
  }

  /** The place of a space. */
  ofSpace(space: SpaceId): PinNode {
    return this.#places.at({ kind: 'space', space });
  }

  /** The place of a record; undefined for a kind that has none in this tree. */
  nodeOf(space: SpaceId, { kind, id }: Pick<SpaceRecord, 'kind' | 'id'>): PinNode | undefined {
    return kind === 'list' || kind === 'section' || kind === 'pin'
      ? this.#places.at({ kind, space, record: id })
      : undefined;
  }

  /** The place that has the id of another object, such as one that came from another window; undefined where this tree has none. */
  known({ kind, space, ...rest }: PinNode): PinNode | undefined {
    return this.#places.seen(kind, space, 'record' in rest ? rest.record : undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #unfiled(space: SpaceId): PinNode {
    return this.#places.at({ kind: 'unfiled', space });
  }

  #follow(space: SpaceId, { space: fields, changed, parents }: ViewChange): void {
    const touched = new Set<PinNode>();
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
    if (touched.size > 0) this.#changed.fire([...touched]);
  }
}
