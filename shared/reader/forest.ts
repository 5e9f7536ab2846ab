/**
 * Where every record stands: takes records as stored, mends parents that are missing, of the wrong kind or in a cycle,
 * and keeps the children of each parent in order. The same on every replica, whatever order things came in (rules M1 to M6).
 */
import type { ListId, SectionId, TaskId } from '../ids';
import { LIST_KINDS, type ListKind, type RecordKind } from '../layout';
import type { RecordOf, SpaceRecord, TaskParent } from '../records';
import { Siblings } from './siblings';
import type { Stored } from './stored';
import type { RecordRef, ViewChange } from './view';

/** What is stored of one record, or undefined where it is gone or cannot be read. */
export interface StoredChange {
  readonly kind: RecordKind;
  readonly id: string;
  readonly stored: Stored | undefined;
}

interface Node {
  stored: Stored;
  /** undefined: left out (a section whose list is gone) or not placed yet. */
  record: SpaceRecord | undefined;
  /** The parent under which it is kept among its siblings, by `parentKey`. */
  parent: string | undefined;
}

type ItemKind = 'task' | 'pin' | 'dashboard';
const ITEM_KINDS: readonly ItemKind[] = LIST_KINDS;

/** The records of a space, each under its parent. */
export class Forest {
  readonly #nodes: { readonly [Kind in RecordKind]: Map<string, Node> } = {
    list: new Map(),
    section: new Map(),
    task: new Map(),
    pin: new Map(),
    dashboard: new Map(),
  };
  /** Who names a record as parent, whether or not that exists. */
  readonly #referrers = new Map<string, Set<Node>>();
  readonly #siblings = new Map<string, Siblings<SpaceRecord>>();
  /** Items that do not hang where they say: looked at again at every change. */
  readonly #mended = new Set<Node>();
  #fallbacks = new Map<ListKind, SectionId | undefined>();
  #isMember: (user: string) => boolean = () => true;

  record<Kind extends RecordKind>(kind: Kind, id: string): RecordOf[Kind] | undefined {
    return this.#nodes[kind].get(id)?.record as RecordOf[Kind] | undefined;
  }

  *records<Kind extends RecordKind>(kind: Kind): Iterable<RecordOf[Kind]> {
    for (const { record } of this.#nodes[kind].values()) if (record) yield record as RecordOf[Kind];
  }

  /** The children kept under a parent that `parentKey` names. */
  children(parent: string): readonly SpaceRecord[] {
    return this.#siblings.get(parent)?.inOrder() ?? NONE;
  }

  /** Says anew who is a member; every task with assignees is read again. */
  setMembers(isMember: (user: string) => boolean): ViewChange {
    this.#isMember = isMember;
    const assigned = ({ stored }: Node) => stored.kind === 'task' && stored.assignees.length > 0;
    const tasks = [...this.#nodes.task.values()].filter(assigned);
    const cuts = this.#cutOf(tasks);
    const change = new ChangeSet();
    for (const node of tasks) this.#place(node, cuts, change);
    return change.done(false);
  }

  /** Takes what changed in the document and says what reads otherwise than before. */
  apply(changes: readonly StoredChange[], space: boolean): ViewChange {
    const change = new ChangeSet();
    const dirty: { readonly [Kind in RecordKind]: Set<Node> } = {
      list: new Set(),
      section: new Set(),
      task: new Set(),
      pin: new Set(),
      dashboard: new Set(),
    };
    for (const { kind, id, stored } of changes) {
      change.written.push({ kind, id } as RecordRef);
      const before = this.#nodes[kind].get(id);
      const node = this.#store(kind, id, stored, change);
      if (node) dirty[kind].add(node);
      // What hangs on it must look again when it comes, goes, or (a list) changes its kind.
      if (!before !== !node || kind === 'list')
        this.#eachReferrer(kind, id, (child) => dirty[child.stored.kind].add(child));
    }
    if (
      dirty.list.size > 0 ||
      dirty.section.size > 0 ||
      changes.some(({ kind }) => kind === 'list' || kind === 'section')
    ) {
      this.#fallbacks = new Map();
    }
    for (const node of dirty.list) this.#place(node, NO_CUTS, change);
    for (const node of dirty.section) {
      const before = node.record;
      this.#place(node, NO_CUTS, change);
      if (before && node.record && kindOf(before) === kindOf(node.record)) continue;
      this.#eachReferrer('section', node.stored.id, (child) => dirty[child.stored.kind].add(child));
    }
    for (const node of this.#mended) dirty[node.stored.kind].add(node);
    const cuts = this.#cutOf(dirty.task);
    for (const node of cuts) dirty.task.add(node);
    for (const kind of ITEM_KINDS) for (const node of dirty[kind]) this.#place(node, cuts, change);
    return change.done(space);
  }

  /** Keeps what is stored, and who refers to whom; takes a record that is gone out of its place. */
  #store(kind: RecordKind, id: string, stored: Stored | undefined, change: ChangeSet): Node | undefined {
    const nodes = this.#nodes[kind];
    let node = nodes.get(id);
    if (node) this.#refer(node, false);
    if (!stored) {
      if (node) {
        this.#move(node, undefined, undefined, change);
        this.#mended.delete(node);
        nodes.delete(id);
      }
      return undefined;
    }
    if (node) node.stored = stored;
    else {
      node = { stored, record: undefined, parent: undefined };
      nodes.set(id, node);
    }
    this.#refer(node, true);
    return node;
  }

  #refer(node: Node, add: boolean): void {
    const { parent } = node.stored;
    if (!parent) return;
    const key = parentKey(parent.kind, parent.id);
    const set = this.#referrers.get(key);
    if (add) {
      if (set) set.add(node);
      else this.#referrers.set(key, new Set([node]));
    } else if (set?.delete(node) && set.size === 0) this.#referrers.delete(key);
  }

  #eachReferrer(kind: RecordKind, id: string, visit: (node: Node) => void): void {
    for (const node of this.#referrers.get(parentKey(kind, id)) ?? NONE) visit(node);
  }

  /** Finds a record's parent, makes what readers see of it, and puts it among its siblings. */
  #place(node: Node, cuts: ReadonlySet<Node>, change: ChangeSet): void {
    const { stored } = node;
    switch (stored.kind) {
      case 'list': {
        const { parent: _, ...fields } = stored;
        this.#move(node, fields as SpaceRecord, parentKey('lists', stored.listKind), change);
        break;
      }
      case 'section': {
        const list = stored.parent && this.record('list', stored.parent.id);
        if (!list) {
          this.#move(node, undefined, undefined, change);
          break;
        }
        const { parent: _, ...fields } = stored;
        const record = { ...fields, list: list.id, listKind: list.listKind } as SpaceRecord;
        this.#move(node, record, parentKey('list', list.id), change);
        break;
      }
      default: {
        const own = this.#ownParent(node, cuts);
        const parent = own ?? this.#fallback(stored.kind);
        if (own) this.#mended.delete(node);
        else this.#mended.add(node);
        const record = { ...stored, parent } as SpaceRecord;
        if (record.kind === 'task' && stored.kind === 'task' && stored.assignees.length > 0) {
          (record as { assignees: readonly string[] }).assignees = stored.assignees.filter(this.#isMember);
        }
        const key = parent.kind === 'unfiled' ? parentKey('unfiled', stored.kind) : parentKey(parent.kind, parent.id);
        this.#move(node, record, key, change);
      }
    }
  }

  /** The parent that an item names, if that is there, of the right kind, and not above itself. */
  #ownParent({ stored }: Node, cuts: ReadonlySet<Node>): TaskParent | undefined {
    const { parent } = stored;
    if (parent?.kind === 'section') {
      const section = this.record('section', parent.id);
      return section?.listKind === stored.kind ? { kind: 'section', id: section.id } : undefined;
    }
    if (parent?.kind === 'task') {
      const above = this.#nodes.task.get(parent.id);
      const self = this.#nodes.task.get(stored.id);
      return above && self && !cuts.has(self) ? { kind: 'task', id: parent.id as TaskId } : undefined;
    }
    return undefined;
  }

  /** The first section, not in the trash, of the first list of that kind that has one (rule M3). */
  #fallback(kind: ItemKind): TaskParent {
    if (!this.#fallbacks.has(kind)) {
      const section = this.children(parentKey('lists', kind))
        .map((list) => this.children(parentKey('list', list.id))[0])
        .find((first) => first !== undefined);
      this.#fallbacks.set(kind, section?.id as SectionId | undefined);
    }
    const id = this.#fallbacks.get(kind);
    return id === undefined ? UNFILED : { kind: 'section', id };
  }

  /**
   * The tasks at which cycles are cut: of each cycle that can be reached upwards from the given tasks, the member with the
   * smallest id (rule M4). Every task is walked over once, however long the chains.
   */
  #cutOf(tasks: Iterable<Node>): ReadonlySet<Node> {
    const cuts = new Set<Node>();
    const seen = new Set<Node>();
    for (const start of tasks) {
      const path: Node[] = [];
      const onPath = new Set<Node>();
      let node: Node | undefined = start;
      while (node && !seen.has(node)) {
        seen.add(node);
        path.push(node);
        onPath.add(node);
        const parent: Stored['parent'] = node.stored.parent;
        node = parent?.kind === 'task' ? this.#nodes.task.get(parent.id) : undefined;
      }
      if (!node || !onPath.has(node)) continue;
      const cycle = path.slice(path.indexOf(node));
      cuts.add(cycle.reduce((least, member) => (member.stored.id < least.stored.id ? member : least)));
    }
    return cuts;
  }

  #move(node: Node, record: SpaceRecord | undefined, parent: string | undefined, change: ChangeSet): void {
    const before = node.record;
    const kept = record && !record.deleted ? parent : undefined;
    if (node.parent !== undefined && node.parent !== kept) this.#siblingsOf(node.parent).delete(node.stored.id);
    if (record && kept !== undefined) this.#siblingsOf(kept).set(record);
    if (node.parent !== kept || before?.order !== record?.order) {
      change.parent(node.parent);
      change.parent(kept);
    }
    node.parent = kept;
    node.record = record;
    change.changed.push({ kind: node.stored.kind, id: node.stored.id } as RecordRef);
  }

  #siblingsOf(parent: string): Siblings<SpaceRecord> {
    let siblings = this.#siblings.get(parent);
    if (!siblings) {
      siblings = new Siblings();
      this.#siblings.set(parent, siblings);
    }
    return siblings;
  }
}

/** Names a parent: of `lists` and `unfiled` by the kind of what is kept there, else by its own kind and id. */
export function parentKey(kind: RecordKind | 'lists' | 'unfiled', id: string): string {
  return `${kind}/${id}`;
}

function kindOf(record: SpaceRecord): ListKind | undefined {
  return record.kind === 'section' ? record.listKind : undefined;
}

/** Gathers what one change touched. */
class ChangeSet {
  readonly written: RecordRef[] = [];
  readonly changed: RecordRef[] = [];
  readonly #parents = new Set<RecordRef['id'] | undefined>();

  parent(key: string | undefined): void {
    if (key === undefined) return;
    const [kind] = key.split('/', 1);
    const ofSpace = kind === 'lists' || kind === 'unfiled';
    this.#parents.add(ofSpace ? undefined : (key.slice(key.indexOf('/') + 1) as ListId));
  }

  done(space: boolean): ViewChange {
    return { space, written: this.written, changed: this.changed, parents: this.#parents };
  }
}

const UNFILED: TaskParent = { kind: 'unfiled' };
const NO_CUTS: ReadonlySet<Node> = new Set();
const NONE: readonly never[] = [];
