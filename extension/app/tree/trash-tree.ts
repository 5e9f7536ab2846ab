/** The tree of the trash, without VS Code: what was deleted in every space, newest first, with what lies under it. */
import type { IsoDate } from '../../../shared/dates';
import type { SpaceId } from '../../../shared/ids';
import type { SpaceRecord } from '../../../shared/records';
import { compareCodeUnits } from '../../../shared/text';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { Places, type RecordPlace } from './places';

/** A place in the tree. The same place is always the same object. */
export type TrashNode = RecordPlace<SpaceRecord['kind']>;

/** What a place shows now. */
export interface TrashContent {
  readonly space: OpenSpace;
  readonly record: SpaceRecord;
  /** When it was put into the trash; undefined for what only lies under something that was. */
  readonly deleted: IsoDate | undefined;
  /** Where it was: its space, list, section, task, from the outside in. */
  readonly path: readonly string[];
  /** Whether it can be restored: it was deleted itself, and the person may change the space. */
  readonly restorable: boolean;
  /** Whether it can be deleted for good here: it can be restored, and no server has its space, which would do that by its own time. */
  readonly purgeable: boolean;
  readonly hasChildren: boolean;
}

/** The trash of all spaces that the desk shows. */
export class TrashTree implements Disposable {
  readonly #desk: Desk;
  readonly #places = new Places<TrashNode>();
  readonly #changed = new Emitter<readonly TrashNode[] | undefined>();
  readonly #disposables = new DisposableStore();
  /** What lay at the top when it was last asked for, and whose names are shown. */
  #shown = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#disposables.add(desk.onSpaces(() => this.#changed.fire(undefined)));
    this.#disposables.add(
      desk.onRecords(({ space, change }) => {
        // What is changed outside the trash, which is nearly everything, is not to redraw it.
        const view = desk.space(space)?.replica.view;
        const inTrash = change.changed.some(({ kind, id }) => {
          const record: SpaceRecord | undefined = view?.record(kind, id);
          return this.#shown.has(`${space} ${id}`) || (record !== undefined && view?.isDeleted(record));
        });
        if (inTrash) this.#changed.fire(undefined);
      }),
    );
  }

  /** Tells which places must be shown anew; undefined: the whole tree. */
  get onChange(): Emitter<readonly TrashNode[] | undefined>['event'] {
    return this.#changed.event;
  }

  /** What was deleted itself, newest first, over all spaces. */
  roots(): readonly TrashNode[] {
    const found = this.#desk.spaces.flatMap((space) =>
      space.replica.view.trash().map((record) => ({ space: space.known.id, record })),
    );
    found.sort((a, b) => compareCodeUnits(b.record.deleted ?? '', a.record.deleted ?? ''));
    this.#shown = new Set(
      found.flatMap(({ space, record }) => [`${space} ${record.id}`, ...this.#above(space, record)]),
    );
    return found.map(({ space, record: { kind, id } }) => this.#places.at({ kind, space, record: id }));
  }

  /** What went into the trash with a place, right under it. */
  children(node: TrashNode): readonly TrashNode[] {
    const content = this.content(node);
    if (!content) return [];
    return childrenOf(content.space, content.record).map(({ kind, id }) => {
      this.#shown.add(`${node.space} ${id}`);
      return this.#places.at({ kind, space: node.space, record: id });
    });
  }

  /** The place of a record. */
  nodeOf(space: SpaceId, { kind, id }: Pick<SpaceRecord, 'kind' | 'id'>): TrashNode {
    return this.#places.at({ kind, space, record: id });
  }

  /** The place above; undefined for what was deleted itself, and for what is no longer in the trash. */
  parent(node: TrashNode): TrashNode | undefined {
    const content = this.content(node);
    if (!content || content.deleted) return undefined;
    const above = content.space.replica.view.parentOf(content.record);
    return above && this.#places.at({ kind: above.kind, space: node.space, record: above.id });
  }

  /** What a place shows now; undefined where it is not in the trash any more. */
  content({ kind, space: id, record: recordId }: TrashNode): TrashContent | undefined {
    const space = this.#desk.space(id);
    const view = space?.replica.view;
    const record: SpaceRecord | undefined = view?.record(kind, recordId);
    if (!space || !view || !record || record.movedTo || !view.isDeleted(record)) return undefined;
    const path: string[] = [];
    for (let above = view.parentOf(record); above; above = view.parentOf(above)) path.unshift(above.name);
    const { deleted } = record;
    const restorable = deleted !== undefined && canWrite(space);
    return {
      space,
      record,
      deleted,
      path: [spaceName(space), ...path],
      restorable,
      purgeable: restorable && this.#desk.isHereOnly(id),
      hasChildren: childrenOf(space, record).length > 0,
    };
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #above(space: string, record: SpaceRecord): string[] {
    const view = this.#desk.space(space)?.replica.view;
    const ids: string[] = [];
    for (let above = view?.parentOf(record); above; above = view?.parentOf(above)) ids.push(`${space} ${above.id}`);
    return ids;
  }
}

function childrenOf({ replica: { view } }: OpenSpace, record: SpaceRecord): readonly SpaceRecord[] {
  switch (record.kind) {
    case 'list':
      return view.sections(record.id);
    case 'section':
      return [
        ...view.tasks({ kind: 'section', id: record.id }),
        ...view.pins(record.id),
        ...view.dashboards(record.id),
      ];
    case 'task':
      return view.tasks({ kind: 'task', id: record.id });
    default:
      return [];
  }
}
