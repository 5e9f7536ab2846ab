/** The tree of tasks, without VS Code: space, list, section, task, subtask; what lies under what, and what a change touches. */
import type { SpaceId, UserId } from '../../../shared/ids';
import type { ViewChange } from '../../../shared/reader/view';
import type { ListRecord, SectionRecord, SpaceRecord, TaskParent, TaskRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { meIn, personName } from '../people';
import { Places, type RecordPlace, type SpacePlace } from './places';
import { ShownTasks } from './shown-tasks';
import type { Grouping, TreeLens } from './tree-lens';

/** A place in the tree. The same place is always the same object, whatever its record reads as now. */
export type TreeNode = SpacePlace<'space'> | SpacePlace<'unfiled'> | RecordPlace<'list' | 'section' | 'task' | 'group'>;

/** What a place shows now. */
export type NodeContent =
  | { readonly kind: 'space'; readonly space: OpenSpace }
  | { readonly kind: 'unfiled'; readonly space: OpenSpace }
  | { readonly kind: 'list'; readonly space: OpenSpace; readonly record: ListRecord }
  | { readonly kind: 'section'; readonly space: OpenSpace; readonly record: SectionRecord }
  /** Tasks of a list that have something in common: `key` is a status, a priority, a bucket of due dates (or `completed`), or assignees as JSON. */
  | {
      readonly kind: 'group';
      readonly space: OpenSpace;
      readonly list: ListRecord;
      readonly by: Exclude<Grouping, 'section'>;
      readonly key: string;
      /** Of a group by assignee, what they are called. */
      readonly names: readonly string[];
    }
  | {
      readonly kind: 'task';
      readonly space: OpenSpace;
      readonly record: TaskRecord;
      readonly subtasks: readonly TaskRecord[];
    };

/** A group of tasks of a list. */
export type GroupContent = Extract<NodeContent, { readonly kind: 'group' }>;

/** The tree of all spaces that the desk shows. */
export class TaskTree implements Disposable {
  readonly #desk: Desk;
  readonly #places = new Places<TreeNode>();
  readonly #changed = new Emitter<readonly TreeNode[] | undefined>();
  readonly #disposables = new DisposableStore();
  readonly #lens: TreeLens | undefined;
  readonly #shown = new Map<SpaceId, ShownTasks>();

  /** @param lens how it is looked at; everything is shown, in sections, where there is none */
  constructor(desk: Desk, lens?: TreeLens) {
    this.#desk = desk;
    this.#lens = lens;
    if (lens) this.#disposables.add(lens.onChange(() => this.lookAgain()));
    this.#disposables.add(desk.onSpaces(() => this.lookAgain()));
    // Groups are called by the names of their assignees.
    this.#disposables.add(desk.onTeam(() => lens?.grouping === 'assignee' && this.lookAgain()));
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
    const shown = this.#shownOf(space);
    const under = (records: readonly SpaceRecord[]) =>
      (shown?.of(records) ?? records).map((record) => this.nodeOf(node.space, record));
    if (node.kind === 'unfiled') return under(view.tasks(UNFILED));
    if (node.kind === 'space') {
      const lists = under(view.lists('task'));
      const unfiled = shown?.of(view.tasks(UNFILED)) ?? view.tasks(UNFILED);
      return unfiled.length > 0 ? [...lists, this.#places.at({ kind: 'unfiled', space: node.space })] : lists;
    }
    const content = this.content(node);
    switch (content?.kind) {
      case 'list': {
        const { record: list } = content;
        return shown && this.#isGrouped
          ? shown.groups(list).map((key) => this.#group(node.space, list.id, key))
          : under(view.sections(list.id));
      }
      case 'group':
        return under(shown?.grouped(content.list, content.key) ?? []);
      case 'section':
        return under(view.tasks({ kind: 'section', id: content.record.id }));
      case 'task':
        return under(content.subtasks);
      default:
        return [];
    }
  }

  /** The place right above; undefined at the top, and where the record is gone. */
  parent(node: TreeNode): TreeNode | undefined {
    const content = this.content(node);
    if (!content || content.kind === 'space') return undefined;
    const ofSpace = this.#places.at({ kind: 'space', space: node.space });
    if (content.kind === 'unfiled') return ofSpace;
    if (content.kind === 'group') return this.nodeOf(node.space, content.list);
    const shown = this.#isGrouped ? this.#shownOf(content.space) : undefined;
    if (shown && content.kind === 'task' && content.record.parent.kind === 'section') {
      const list = content.space.replica.view.sectionOf(content.record)?.list;
      return list === undefined ? undefined : this.#group(node.space, list, shown.groupOf(content.record));
    }
    const above = content.space.replica.view.parentOf(content.record);
    if (above) return this.nodeOf(node.space, above);
    return content.kind === 'task' ? this.#places.at({ kind: 'unfiled', space: node.space }) : ofSpace;
  }

  /** What stands in one row with a place on the screen, itself too: the places right under the same one, in order. */
  row(node: TreeNode): readonly TreeNode[] {
    const above = this.parent(node);
    return above ? this.children(above) : this.roots();
  }

  /** Places in the order in which they stand on the screen, what lies under another one behind that. */
  inOrder(nodes: readonly TreeNode[]): readonly TreeNode[] {
    const rows = new Map<TreeNode | undefined, ReadonlyMap<TreeNode, number>>();
    const pathTo = (node: TreeNode): readonly number[] => {
      const path: number[] = [];
      for (let at: TreeNode | undefined = node; at; ) {
        const above = this.parent(at);
        const row = rows.get(above) ?? new Map(this.row(at).map((one, place) => [one, place]));
        rows.set(above, row);
        path.unshift(row.get(at) ?? row.size);
        at = above;
      }
      return path;
    };
    const paths = new Map(nodes.map((node) => [node, pathTo(node)]));
    return nodes.toSorted((a, b) => comparePaths(paths.get(a) ?? [], paths.get(b) ?? []));
  }

  /** The group that a place is, or stands right under; undefined where the tree is not grouped there. */
  groupOf(node: TreeNode): GroupContent | undefined {
    const group = node.kind === 'group' ? node : this.parent(node);
    const content = group?.kind === 'group' ? this.content(group) : undefined;
    return content?.kind === 'group' ? content : undefined;
  }

  /** What a place shows now; undefined where its record is gone or in the trash. */
  content(node: TreeNode): NodeContent | undefined {
    const space = this.#desk.space(node.space);
    if (!space) return undefined;
    if (node.kind === 'space' || node.kind === 'unfiled') return { kind: node.kind, space };
    const { view } = space.replica;
    if (node.kind === 'group') return this.#groupContent(space, node.record);
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

  /** The place of a space at the top of the tree. */
  spaceNode(space: SpaceId): TreeNode {
    return this.#places.at({ kind: 'space', space });
  }

  /** Whether the tree shows a place, which a filter may leave out. */
  shows(node: TreeNode): boolean {
    const content = this.content(node);
    if (!content || !('record' in content)) return content !== undefined;
    return (this.#shownOf(content.space)?.of([content.record]).length ?? 1) > 0;
  }

  /** Shows a place that a filter leaves out, until the filter changes: what was just added or asked for does not hide. */
  showAnyway(node: TreeNode): void {
    const content = this.content(node);
    if (content && 'record' in content && !this.shows(node)) this.#lens?.except(content.record);
  }

  /** Whether a filter is on that lets no task of any space through. */
  get isFilteredOut(): boolean {
    return this.#lens?.filtering === true && this.#desk.spaces.every((space) => this.#shownOf(space)?.isEmpty);
  }

  /** Shows everything anew, as after midnight, when other things are due. */
  lookAgain(): void {
    this.#shown.clear();
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  #follow(space: SpaceId, { space: fields, changed, parents }: ViewChange): void {
    this.#shown.delete(space);
    if (this.#lens && !this.#lens.isPlain) {
      // With a filter or groups a change in one place can show or hide what is above and beside it.
      const node = this.#places.seen('space', space);
      if (node) this.#changed.fire([node]);
      return;
    }
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

  get #isGrouped(): boolean {
    return this.#lens !== undefined && this.#lens.grouping !== 'section';
  }

  /** What the lens lets through; undefined where that is everything, as it stands. */
  #shownOf(space: OpenSpace): ShownTasks | undefined {
    if (!this.#lens || this.#lens.isPlain) return undefined;
    const { id } = space.known;
    let shown = this.#shown.get(id);
    if (!shown) {
      shown = new ShownTasks(space, this.#lens, meIn(space, this.#desk), new Date(this.#desk.surroundings.now()));
      this.#shown.set(id, shown);
    }
    return shown;
  }

  #group(space: SpaceId, list: string, key: string): TreeNode {
    return this.#places.at({ kind: 'group', space, record: JSON.stringify([list, this.#lens?.grouping, key]) });
  }

  #groupContent(space: OpenSpace, record: string): NodeContent | undefined {
    const [id, by, key] = JSON.parse(record) as [string, Exclude<Grouping, 'section'>, string];
    const list = space.replica.view.record('list', id);
    const isThere = list && !space.replica.view.isDeleted(list) && by === this.#lens?.grouping;
    if (!isThere) return undefined;
    const users = by === 'assignee' ? (JSON.parse(key) as UserId[]) : [];
    return { kind: 'group', space, list, by, key, names: users.map((user) => personName(user, space, this.#desk)) };
  }
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (const [depth, place] of a.entries()) {
    const other = b[depth];
    if (other === undefined) return 1;
    if (place !== other) return place - other;
  }
  return a.length - b.length;
}

const UNFILED: TaskParent = { kind: 'unfiled' };
