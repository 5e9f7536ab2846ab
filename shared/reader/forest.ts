/**
 * Where every record stands: takes records as stored, mends parents that are missing, of the wrong kind or in a cycle,
 * and keeps the children of each parent in order. The same on every replica, whatever order things came in (rules M1 to M7).
 */
import type { SectionId } from '../ids';
import { LIST_KINDS, type ListKind, RECORD_KINDS, type RecordKind } from '../layout';
import type { RecordOf, SpaceRecord, TaskParent } from '../records';
import { ChangeSet, type Changes, UNHEARD } from './change-set';
import { Cycles } from './cycles';
import { Siblings, type Spot } from './siblings';
import type { Stored, StoredList, StoredSection } from './stored';
import type { ViewChange } from './view';

/** What is stored of one record, or undefined where it is gone or cannot be read. */
export interface StoredChange {
  readonly kind: RecordKind;
  readonly id: string;
  readonly stored: Stored | undefined;
}

/** A record that can be read, and where it stands. */
interface Node {
  stored: Stored;
  /** undefined: left out (a section whose list is gone) or not placed yet. */
  record: SpaceRecord | undefined;
  /** Among whom it is kept; undefined while it is left out or in the trash itself. */
  siblings: Siblings<SpaceRecord> | undefined;
  /** What follows from everything above it, and the stamp at which that was so. */
  above: { readonly stamp: number; readonly deleted: boolean; readonly section: SectionId | undefined } | undefined;
}

/** The records of a space, each under its parent. */
export class Forest {
  readonly #nodes = byKind(() => new Map<string, Node>());
  /** Who names a record as parent, whether or not that exists. */
  readonly #referrers = byKind(() => new Map<string, Set<Node>>());
  readonly #siblings = new Map<Spot['kind'], Map<string, Siblings<SpaceRecord>>>();
  /** Items that do not hang where they say. */
  readonly #mended = { task: new Set<Node>(), pin: new Set<Node>(), dashboard: new Set<Node>() };
  readonly #fallback = new Map<ListKind, SectionId | undefined>();
  readonly #cycles = new Cycles<Node>(({ stored: { parent } }) =>
    parent?.kind === 'task' ? this.#nodes.task.get(parent.id) : undefined,
  );
  #isMember: (user: string) => boolean = () => true;
  /** Counts up whenever what follows from above may have changed for anyone. */
  #stamp = 0;

  record<Kind extends RecordKind>(kind: Kind, id: string): RecordOf[Kind] | undefined {
    return this.#nodes[kind].get(id)?.record as RecordOf[Kind] | undefined;
  }

  *records<Kind extends RecordKind>(kind: Kind): Iterable<RecordOf[Kind]> {
    for (const { record } of this.#nodes[kind].values()) if (record) yield record as RecordOf[Kind];
  }

  children(kind: Spot['kind'], id: string): readonly SpaceRecord[] {
    return this.#siblings.get(kind)?.get(id)?.inOrder() ?? NONE;
  }

  /** Items that hang elsewhere than where their place says, and sections that are left out. */
  *displaced(): Iterable<Stored> {
    for (const nodes of Object.values(this.#mended)) for (const { stored } of nodes) yield stored;
    for (const { stored, record } of this.#nodes.section.values()) if (!record) yield stored;
  }

  /** Whether a task's place closes the cycle that is cut at it. */
  isCut(task: string): boolean {
    const node = this.#nodes.task.get(task);
    return node !== undefined && this.#cycles.isCut(node);
  }

  /** Whether a record, or anything above it, is in the trash, and the section that a task's topmost task is in. */
  ancestry(kind: RecordKind, id: string): { readonly deleted: boolean; readonly section: SectionId | undefined } {
    const path: Node[] = [];
    let node = this.#nodes[kind].get(id);
    for (; node && node.above?.stamp !== this.#stamp; node = this.#nodeAbove(node)) path.push(node);
    let above = node?.above;
    for (const below of path.reverse()) {
      const section = below.record?.kind === 'section' ? below.record.id : above?.section;
      above = { stamp: this.#stamp, deleted: below.stored.deleted !== undefined || above?.deleted === true, section };
      below.above = above;
    }
    return above ?? { deleted: false, section: undefined };
  }

  #nodeAbove({ record }: Node): Node | undefined {
    if (!record || record.kind === 'list') return undefined;
    if (record.kind === 'section') return this.#nodes.list.get(record.list);
    return record.parent.kind === 'unfiled' ? undefined : this.#nodes[record.parent.kind].get(record.parent.id);
  }

  /** Says anew who is a member; tasks with assignees are read again. */
  setMembers(isMember: (user: string) => boolean): ViewChange {
    this.#isMember = isMember;
    const change = new ChangeSet();
    for (const node of this.#nodes.task.values()) {
      const { stored, record } = node;
      if (stored.kind !== 'task' || record?.kind !== 'task' || stored.assignees.length === 0) continue;
      const now = stored.assignees.filter(isMember);
      if (now.length === record.assignees.length && now.every((user, at) => user === record.assignees[at])) continue;
      this.#move(node, { ...record, assignees: now }, node.siblings, change);
    }
    return change.done(false);
  }

  /**
   * Takes all that a document holds, the first time. As nothing was there before, nothing has to be found again or told: each record is
   * looked at twice, once to know that it is there and once to be put under its parent.
   * @param all every record once
   */
  load(all: readonly Stored[]): void {
    for (const stored of all) {
      const node = newNode(stored);
      this.#nodes[stored.kind].set(stored.id, node);
      this.#refer(node, true);
    }
    for (const node of this.#nodes.list.values()) this.#place(node, UNHEARD);
    for (const node of this.#nodes.section.values()) this.#place(node, UNHEARD);
    for (const kind of LIST_KINDS) this.#moveFallback(kind);
    const subtasks = [...this.#nodes.task.values()].filter(({ stored: { parent } }) => parent?.kind === 'task');
    this.#cycles.update(subtasks, NOBODY);
    for (const kind of LIST_KINDS) for (const node of this.#nodes[kind].values()) this.#place(node, UNHEARD);
  }

  /** Takes what changed in the document and says what reads otherwise than before. */
  apply(changes: readonly StoredChange[], space: boolean): ViewChange {
    const change = new ChangeSet();
    this.#take(changes, change);
    return change.done(space);
  }

  #take(changes: readonly StoredChange[], change: Changes): void {
    const dirty = byKind(() => new Set<Node>());
    const rehung = new Set<Node>();
    const gone = new Set<Node>();
    const again = (node: Node) => {
      dirty[node.stored.kind].add(node);
      if (node.stored.kind === 'task') rehung.add(node);
    };
    for (const { kind, id, stored } of changes) {
      change.wrote(kind, id);
      const nodes = this.#nodes[kind];
      const before = nodes.get(id);
      if (stored && before && sameParent(before.stored.parent, stored.parent)) {
        const otherKind =
          stored.kind === 'list' && before.stored.kind === 'list' && stored.listKind !== before.stored.listKind;
        before.stored = stored;
        dirty[kind].add(before);
        if (otherKind) this.#eachReferrer(kind, id, again);
        continue;
      }
      if (before) this.#refer(before, false);
      if (stored) {
        const node = before ?? newNode(stored);
        node.stored = stored;
        if (!before) nodes.set(id, node);
        this.#refer(node, true);
        again(node);
      } else if (before) {
        nodes.delete(id);
        this.#move(before, undefined, undefined, change);
        if (kind !== 'list' && kind !== 'section') this.#mended[kind].delete(before);
        dirty[kind].delete(before);
        rehung.delete(before);
        gone.add(before);
      }
      if (!before !== !stored) this.#eachReferrer(kind, id, again);
    }
    const containers = changes.some(({ kind }) => kind === 'list' || kind === 'section');
    for (const node of dirty.list) this.#place(node, change);
    for (const node of dirty.section) {
      const kindBefore = listKindOf(node.record);
      this.#place(node, change);
      if (kindBefore !== listKindOf(node.record)) this.#eachReferrer('section', node.stored.id, again);
    }
    for (const kind of containers ? LIST_KINDS : []) {
      if (!this.#moveFallback(kind)) continue;
      for (const node of this.#mended[kind]) dirty[kind].add(node);
    }
    if (rehung.size > 0 || gone.size > 0) {
      for (const node of this.#cycles.update(rehung, gone)) dirty.task.add(node);
    }
    for (const kind of LIST_KINDS) for (const node of dirty[kind]) this.#place(node, change);
  }

  #refer(node: Node, add: boolean): void {
    const { parent } = node.stored;
    if (!parent) return;
    const all = this.#referrers[parent.kind];
    const set = all.get(parent.id);
    if (add) {
      if (set) set.add(node);
      else all.set(parent.id, new Set([node]));
    } else if (set?.delete(node) && set.size === 0) all.delete(parent.id);
  }

  #eachReferrer(kind: RecordKind, id: string, visit: (node: Node) => void): void {
    for (const node of this.#referrers[kind].get(id) ?? NONE) visit(node);
  }

  /** Finds a record's parent, makes what readers see of it, and puts it among its siblings. */
  #place(node: Node, change: Changes): void {
    const { stored } = node;
    if (stored.kind === 'list') {
      const { parent: _, ...fields } = stored;
      this.#move(node, fields as SpaceRecord, this.#siblingsOf('lists', stored.listKind), change);
    } else if (stored.kind === 'section') {
      const list = stored.parent && this.record('list', stored.parent.id);
      const { parent: _, ...fields } = stored;
      const record = list && ({ ...fields, list: list.id, listKind: list.listKind } as SpaceRecord);
      this.#move(node, record, list && this.#siblingsOf('list', list.id), change);
    } else {
      const own = this.#ownParent(node);
      const fallback = own ? undefined : this.#fallback.get(stored.kind);
      const parent = own ?? (fallback === undefined ? UNFILED : { kind: 'section' as const, id: fallback });
      if (own) this.#mended[stored.kind].delete(node);
      else this.#mended[stored.kind].add(node);
      const siblings = this.#siblingsOf(parent.kind, parent.kind === 'unfiled' ? stored.kind : parent.id);
      this.#move(node, this.#shown(stored, parent) as SpaceRecord, siblings, change);
    }
  }

  /** What readers see of an item: what is stored, but under the parent that it hangs under, and with no assignee who is no member. */
  #shown(stored: Exclude<Stored, StoredList | StoredSection>, parent: TaskParent): object {
    if (stored.kind === 'task' && !stored.assignees.every(this.#isMember))
      return { ...stored, parent, assignees: stored.assignees.filter(this.#isMember) };
    // As most do: thousands are not copied.
    return stored.parent === parent ? stored : { ...stored, parent };
  }

  /** The parent that an item names, if that is there, of the right kind, and not above itself. */
  #ownParent(node: Node): TaskParent | undefined {
    const { parent, kind } = node.stored;
    if (parent?.kind === 'section') {
      const section = this.record('section', parent.id);
      return section?.listKind === kind ? (parent as TaskParent) : undefined;
    }
    const isThere = parent?.kind === 'task' && this.#nodes.task.has(parent.id) && !this.#cycles.isCut(node);
    return isThere ? (parent as TaskParent) : undefined;
  }

  /** Looks anew where items without a place hang (rule M3). @returns whether that is elsewhere than before */
  #moveFallback(kind: ListKind): boolean {
    let first: SpaceRecord | undefined;
    for (const list of this.children('lists', kind)) {
      first = this.children('list', list.id)[0];
      if (first) break;
    }
    const moved = this.#fallback.get(kind) !== first?.id;
    this.#fallback.set(kind, first?.id as SectionId | undefined);
    return moved;
  }

  #move(
    node: Node,
    record: SpaceRecord | undefined,
    siblings: Siblings<SpaceRecord> | undefined,
    change: Changes,
  ): void {
    const before = node.record;
    const kept = record && record.deleted === undefined ? siblings : undefined;
    if (node.siblings && node.siblings !== kept) node.siblings.delete(node.stored);
    if (record) kept?.set(record);
    if (node.siblings !== kept || before?.order !== record?.order) {
      change.parent(node.siblings?.spot);
      change.parent(kept?.spot);
    }
    if (node.siblings !== kept || before === undefined || record === undefined || record.deleted !== undefined)
      this.#stamp++;
    node.siblings = kept;
    node.record = record;
    if (before || record) change.changed(node, node.stored.kind, node.stored.id);
  }

  #siblingsOf(kind: Spot['kind'], id: string): Siblings<SpaceRecord> {
    let all = this.#siblings.get(kind);
    if (!all) {
      all = new Map();
      this.#siblings.set(kind, all);
    }
    let siblings = all.get(id);
    if (!siblings) {
      siblings = new Siblings({ kind, id });
      all.set(id, siblings);
    }
    return siblings;
  }
}

function newNode(stored: Stored): Node {
  return { stored, record: undefined, siblings: undefined, above: undefined };
}

function sameParent(a: Stored['parent'], b: Stored['parent']): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}

function listKindOf(record: SpaceRecord | undefined): ListKind | undefined {
  return record?.kind === 'section' ? record.listKind : undefined;
}

function byKind<T>(make: () => T): { readonly [Kind in RecordKind]: T } {
  return Object.fromEntries(RECORD_KINDS.map((kind) => [kind, make()])) as { [Kind in RecordKind]: T };
}

const UNFILED: TaskParent = { kind: 'unfiled' };
const NONE: readonly never[] = [];
const NOBODY: ReadonlySet<never> = new Set();
