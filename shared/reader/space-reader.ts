/** Follows a document and keeps its view up to date: after a change it reads again what changed, and says which records did. */
import * as Y from 'yjs';
import type { SectionId } from '../ids';
import { type ListKind, layoutOf, RECORD_KINDS, type RecordKind, rootsOf } from '../layout';
import type { RecordOf, SectionRecord, SpaceFields, SpaceRecord, TaskParent, TaskRecord } from '../records';
import { compareCodeUnits } from '../text';
import { Forest, parentKey, type StoredChange } from './forest';
import { readSpaceFields, readStored } from './stored';
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
    const all: StoredChange[] = [];
    for (const kind of RECORD_KINDS) {
      for (const [id, value] of roots.record[kind]) all.push({ kind, id, stored: readStored(kind, id, value) });
    }
    this.#forest.apply(all, false);
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
    return this.#children<'list'>(parentKey('lists', listKind));
  }

  sections(list: string): readonly SectionRecord[] {
    return this.#children<'section'>(parentKey('list', list));
  }

  tasks(parent: TaskParent): readonly TaskRecord[] {
    return this.#children<'task'>(
      parent.kind === 'unfiled' ? parentKey('unfiled', 'task') : parentKey(parent.kind, parent.id),
    );
  }

  pins(section: SectionId | undefined): readonly RecordOf['pin'][] {
    return this.#inSection<'pin'>('pin', section);
  }

  dashboards(section: SectionId | undefined): readonly RecordOf['dashboard'][] {
    return this.#inSection<'dashboard'>('dashboard', section);
  }

  isDeleted(record: SpaceRecord): boolean {
    for (let at: SpaceRecord | undefined = record; at; at = this.parentOf(at)) if (at.deleted) return true;
    return false;
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
    let at: SpaceRecord | undefined = task;
    while (at?.kind === 'task') at = this.parentOf(at);
    return at?.kind === 'section' ? at : undefined;
  }

  #inSection<Kind extends 'pin' | 'dashboard'>(kind: Kind, section: SectionId | undefined): readonly RecordOf[Kind][] {
    return this.#children<Kind>(section === undefined ? parentKey('unfiled', kind) : parentKey('section', section));
  }

  /** What is kept under a parent is of one kind: the forest puts nothing else there. */
  #children<Kind extends RecordKind>(parent: string): readonly RecordOf[Kind][] {
    return this.#forest.children(parent) as readonly RecordOf[Kind][];
  }

  #follow(transaction: Y.Transaction): void {
    if (transaction.changed.size === 0) return;
    const roots = rootsOf(this.#doc);
    const touched = new Map<RecordKind, Set<string>>();
    let space = false;
    for (const [type, keys] of transaction.changed) {
      const changed: unknown = type;
      if (changed === roots.space || changed === roots.meta) space = true;
      else this.#touch(changed, keys, touched);
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
  #touch(type: unknown, keys: Set<string | null>, touched: Map<RecordKind, Set<string>>): void {
    const roots = rootsOf(this.#doc);
    const add = (kind: RecordKind, id: string) => {
      const ids = touched.get(kind);
      if (ids) ids.add(id);
      else touched.set(kind, new Set([id]));
    };
    const rootKind = RECORD_KINDS.find((kind) => roots.record[kind] === type);
    if (rootKind) {
      for (const id of keys) if (id !== null) add(rootKind, id);
      return;
    }
    let item = type instanceof Y.AbstractType ? type._item : null;
    while (item) {
      const above: unknown = item.parent;
      const kind = RECORD_KINDS.find((known) => roots.record[known] === above);
      if (kind && item.parentSub !== null) {
        add(kind, item.parentSub);
        return;
      }
      item = above instanceof Y.AbstractType ? above._item : null;
    }
  }

  #tell(change: ViewChange, transaction: Y.Transaction | undefined): void {
    for (const listener of [...this.#listeners]) listener(change, transaction);
  }
}
