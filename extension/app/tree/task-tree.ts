/** The tree of tasks, without VS Code: space, list, section, task, subtask; what lies under what, and what a change touches. */
import type { SpaceId } from '../../../shared/ids';
import type { ViewChange } from '../../../shared/reader/view';
import type { ListRecord, SectionRecord, SpaceRecord, TaskParent, TaskRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../session';
import { Places, type RecordPlace, type SpacePlace } from './places';

/** A place in the tree. The same place is always the same object, whatever its record reads as now. */
export type TreeNode = SpacePlace<'space'> | SpacePlace<'unfiled'> | RecordPlace<'list' | 'section' | 'task'>;

/** What a place shows now. */
export type NodeContent =
  | { readonly kind: 'space'; readonly space: OpenSpace }
  | { readonly kind: 'unfiled'; readonly space: OpenSpace }
  | { readonly kind: 'list'; readonly space: OpenSpace; readonly record: ListRecord }
  | { readonly kind: 'section'; readonly space: OpenSpace; readonly record: SectionRecord }
  | {
      readonly kind: 'task';
      readonly space: OpenSpace;
      readonly record: TaskRecord;
      readonly subtasks: readonly TaskRecord[];
    };

/** The tree of all spaces that the desk shows. */
export class TaskTree implements Disposable {
  readonly #desk: Desk;
  readonly #places = new Places<TreeNode>();
  readonly #changed = new Emitter<readonly TreeNode[] | undefined>();
  readonly #disposables = new DisposableStore();

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#disposables.add(desk.onSpaces(() => this.#changed.fire(undefined)));
    this.#disposables.add(desk.onRecords(({ space, change }) => this.#follow(space, change)));
  }

  /** Tells which places must be shown anew, with what lies under them; undefined: the whole tree. */
  get onChange(): Emitter<readonly TreeNode[] | undefined>['event'] {
    return this.#changed.event;
  }

  /** The places at the top. */
  roots(): readonly TreeNode[] {
    return this.#desk.spaces.map(({ known }) => this.#places.at({ kind: 'space', space: known.id }));
  }

  /** The places right under one; none where its record is gone. */
  children(node: TreeNode): readonly TreeNode[] {
    const space = this.#desk.space(node.space);
    if (!space) return [];
    const { view } = space.replica;
    const under = (records: readonly SpaceRecord[]) => records.map((record) => this.nodeOf(node.space, record));
    switch (node.kind) {
      case 'space': {
        const lists = under(view.lists('task'));
        return view.tasks(UNFILED).length > 0
          ? [...lists, this.#places.at({ kind: 'unfiled', space: node.space })]
          : lists;
      }
      case 'unfiled':
        return under(view.tasks(UNFILED));
      default: {
        const content = this.content(node);
        if (content?.kind === 'list') return under(view.sections(content.record.id));
        if (content?.kind === 'section') return under(view.tasks({ kind: 'section', id: content.record.id }));
        return content?.kind === 'task' ? under(content.subtasks) : [];
      }
    }
  }

  /** The place right above; undefined at the top, and where the record is gone. */
  parent(node: TreeNode): TreeNode | undefined {
    const content = this.content(node);
    if (!content || content.kind === 'space') return undefined;
    const ofSpace = this.#places.at({ kind: 'space', space: node.space });
    if (content.kind === 'unfiled') return ofSpace;
    const above = content.space.replica.view.parentOf(content.record);
    if (above) return this.nodeOf(node.space, above);
    return content.kind === 'task' ? this.#places.at({ kind: 'unfiled', space: node.space }) : ofSpace;
  }

  /** What a place shows now; undefined where its record is gone or in the trash. */
  content(node: TreeNode): NodeContent | undefined {
    const space = this.#desk.space(node.space);
    if (!space) return undefined;
    if (node.kind === 'space' || node.kind === 'unfiled') return { kind: node.kind, space };
    const { view } = space.replica;
    const record: SpaceRecord | undefined = view.record(node.kind, node.record);
    if (!record || view.isDeleted(record)) return undefined;
    switch (record.kind) {
      case 'list':
      case 'section':
        return { kind: record.kind, space, record } as NodeContent;
      case 'task':
        return { kind: 'task', space, record, subtasks: view.tasks({ kind: 'task', id: record.id }) };
      default:
        return undefined;
    }
  }

  /** The place of a record in the tree. */
  nodeOf(space: SpaceId, record: Pick<SpaceRecord, 'kind' | 'id'>): TreeNode {
    const kind = record.kind as 'list' | 'section' | 'task';
    return this.#places.at({ kind, space, record: record.id });
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #follow(space: SpaceId, { space: fields, changed, parents }: ViewChange): void {
    const touched = new Set<TreeNode>();
    // Places that nobody has seen need not be shown anew.
    const add = (kind: string, record?: string) => {
      const node = this.#places.seen(kind, space, record);
      if (node) touched.add(node);
    };
    if (fields || parents.has(undefined)) add('space');
    if (parents.has(undefined)) add('unfiled');
    const view = this.#desk.space(space)?.replica.view;
    for (const { kind, id } of changed) {
      add(kind, id);
      // A task shows how many of its subtasks are completed.
      const parent = kind === 'task' ? view?.record(kind, id)?.parent : undefined;
      if (parent?.kind === 'task') add('task', parent.id);
    }
    for (const id of parents) {
      for (const kind of ['list', 'section', 'task']) if (id !== undefined) add(kind, id);
    }
    if (touched.size > 0) this.#changed.fire([...touched]);
  }
}

const UNFILED: TaskParent = { kind: 'unfiled' };
