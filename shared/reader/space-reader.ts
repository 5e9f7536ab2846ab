/** Follows a document and keeps its view up to date: after a change it reads again what changed, and says which records did. */
import * as Y from 'yjs';
import type { SectionId } from '../ids';
import { type ListKind, layoutOf, RECORD_KINDS, type RecordKind, rootsOf } from '../layout';
import type { RecordOf, SectionRecord, SpaceFields, SpaceRecord, TaskParent, TaskRecord } from '../records';
import { compareCodeUnits } from '../text';
import { Forest, type StoredChange } from './forest';
import { type Problem, problemsOf } from './problems';
import type { Spot } from './siblings';
import { readSpaceFields, readStored, type Stored } from './stored';
import type { SpaceView, ViewChange } from './view';

/** Tells what one transaction changed; called after it, with the view already up to date. */
export type ChangeListener = (change: ViewChange, transaction: Y.Transaction | undefined) => void;

/** The view of a document, live. Reading never throws, whatever the document holds. */
export class SpaceReader implements SpaceView {
  readonly #doc: Y.Doc;
  readonly #forest = new Forest();
  readonly #listeners = new Set<ChangeListener>();
  readonly #stop: () => void;
  #fields: SpaceFields;
  #layout: number | undefined;

  /**
   * Reads a document whole and follows it from then on.
   * @param doc the document of one space; the reader never writes to it
   */
  constructor(doc: Y.Doc) {
    this.#doc = doc;
    const roots = rootsOf(doc);
    this.#layout = layoutOf(doc);
    this.#fields = readSpaceFields(roots.space);
    const all: Stored[] = [];
    for (const kind of RECORD_KINDS) {
      roots.record[kind].forEach((value, id) => {
        const stored = readStored(kind, id, value);
        if (stored) all.push(stored);
      });
    }
    this.#forest.load(all);
    const follow = (transaction: Y.Transaction) => this.#follow(transaction);
    doc.on('afterTransaction', follow);
    this.#stop = () => doc.off('afterTransaction', follow);
  }

  get layout(): number | undefined {
    return this.#layout;
  }

  get fields(): SpaceFields {
    return this.#fields;
  }

  /** Calls back after every transaction that changed what can be read. @returns ends that */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Says who the members are: only they are read as assignees (rule M6). Until it is called, all count.
   * @param isMember whether a user is one now
   */
  setMembers(isMember: (user: string) => boolean): void {
    this.#tell(this.#forest.setMembers(isMember), undefined);
  }

  /** Stops following the document; what was read stays readable. */
  dispose(): void {
    this.#stop();
    this.#listeners.clear();
  }

  record<Kind extends RecordKind>(kind: Kind, id: string): RecordOf[Kind] | undefined {
    return this.#forest.record(kind, id);
  }

  records<Kind extends RecordKind>(kind: Kind): Iterable<RecordOf[Kind]> {
    return this.#forest.records(kind);
  }

  lists(listKind: ListKind): readonly RecordOf['list'][] {
    return this.#children<'list'>('lists', listKind);
  }

  sections(list: string): readonly SectionRecord[] {
    return this.#children<'section'>('list', list);
  }

  tasks(parent: TaskParent): readonly TaskRecord[] {
    return this.#children<'task'>(parent.kind, parent.kind === 'unfiled' ? 'task' : parent.id, 'task');
  }

  pins(section: SectionId | undefined): readonly RecordOf['pin'][] {
    return this.#inSection<'pin'>('pin', section);
  }

  dashboards(section: SectionId | undefined): readonly RecordOf['dashboard'][] {
    return this.#inSection<'dashboard'>('dashboard', section);
  }

  isDeleted(record: SpaceRecord): boolean {
    if (record.deleted) return true;
    const parent = this.parentOf(record);
    return parent !== undefined && this.#forest.ancestry(parent.kind, parent.id).deleted;
  }

  trash(): readonly SpaceRecord[] {
    const found: SpaceRecord[] = [];
    for (const kind of RECORD_KINDS) {
      for (const record of this.#forest.records(kind)) if (record.deleted && !record.movedTo) found.push(record);
    }
    const newestFirst = (a: SpaceRecord, b: SpaceRecord) =>
      compareCodeUnits(b.deleted ?? '', a.deleted ?? '') || compareCodeUnits(a.id, b.id);
    return found.sort(newestFirst);
  }

  parentOf(record: SpaceRecord): SpaceRecord | undefined {
    if (record.kind === 'list') return undefined;
    if (record.kind === 'section') return this.record('list', record.list);
    return record.parent.kind === 'unfiled' ? undefined : this.record(record.parent.kind, record.parent.id);
  }

  sectionOf(task: TaskRecord): SectionRecord | undefined {
    if (task.parent.kind === 'unfiled') return undefined;
    if (task.parent.kind === 'section') return this.record('section', task.parent.id);
    const { section } = this.#forest.ancestry('task', task.parent.id);
    return section === undefined ? undefined : this.record('section', section);
  }

  /** What in the document was mended or left out while reading (rule L12). Reads the document whole: ask when someone wants to know. */
  problems(): readonly Problem[] {
    return problemsOf(this.#doc, this.#forest);
  }

  #inSection<Kind extends 'pin' | 'dashboard'>(kind: Kind, section: SectionId | undefined): readonly RecordOf[Kind][] {
    return section === undefined
      ? this.#children<Kind>('unfiled', kind)
      : this.#children<Kind>('section', section, kind);
  }

  /** What is kept under a parent is of one kind: the forest puts nothing else there. */
  #children<Kind extends RecordKind>(spot: Spot['kind'], id: string, kind?: Kind): readonly RecordOf[Kind][] {
    const children = this.#forest.children(spot, id) as readonly RecordOf[Kind][];
    return kind === undefined || children[0]?.kind === kind ? children : NONE;
  }

  #follow(transaction: Y.Transaction): void {
    if (transaction.changed.size === 0) return;
    const roots = rootsOf(this.#doc);
    const touched = new Map<RecordKind, Set<string>>();
    const seen = new Set<unknown>();
    let space = false;
    for (const [type, keys] of transaction.changed) {
      const changed: unknown = type;
      if (changed === roots.space || changed === roots.meta) space = true;
      else this.#touch(changed, keys, touched, seen);
    }
    if (space) {
      this.#layout = layoutOf(this.#doc);
      this.#fields = readSpaceFields(roots.space);
    }
    if (!space && touched.size === 0) return;
    const changes: StoredChange[] = [];
    for (const [kind, ids] of touched) {
      for (const id of ids) changes.push({ kind, id, stored: readStored(kind, id, roots.record[kind].get(id)) });
    }
    this.#tell(this.#forest.apply(changes, space), transaction);
  }

  /** Finds the record in which a changed type lies: the root itself, a record's map, or whatever is below. */
  #touch(type: unknown, keys: Set<string | null>, touched: Map<RecordKind, Set<string>>, seen: Set<unknown>): void {
    const { record } = rootsOf(this.#doc);
    const add = (kind: RecordKind, id: string) => {
      const ids = touched.get(kind);
      if (ids) ids.add(id);
      else touched.set(kind, new Set([id]));
    };
    const rootKind = RECORD_KINDS.find((kind) => record[kind] === type);
    if (rootKind) {
      for (const id of keys) if (id !== null) add(rootKind, id);
      return;
    }
    // A peer can nest types thousands deep and change each: what was walked over once leads nowhere new.
    for (let at = type; at instanceof Y.AbstractType && !seen.has(at); ) {
      seen.add(at);
      const item: Y.Item | null = at._item;
      const above: unknown = item?.parent;
      const kind = RECORD_KINDS.find((known) => record[known] === above);
      if (kind && item && item.parentSub !== null) {
        add(kind, item.parentSub);
        return;
      }
      at = above;
    }
  }

  #tell(change: ViewChange, transaction: Y.Transaction | undefined): void {
    for (const listener of [...this.#listeners]) listener(change, transaction);
  }
}

const NONE: readonly never[] = [];
