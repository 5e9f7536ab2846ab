/** The document of a space that is in use: what its log says, as a document, a view and times. It is made from the log, never the other way round. */
import * as Y from 'yjs';
import type { SpaceId } from '../../shared/ids';
import { type RecordKind, rootsOf } from '../../shared/layout';
import type { Space } from '../../shared/operations/space';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { LogEntry, RecordIndex, StoredDocument, Time } from '../storage/storage';
import { RecordClock } from './record-clock';

/** Who made a transaction that comes out of the log; everything else is an operation of ours that has to get into it. */
const LOG = Symbol('log');

/** An entry that no document can take. */
export class DamagedEntry extends Error {
  constructor(readonly sequence: number) {
    super(`the entry ${sequence} of the log cannot be applied`);
  }
}

export class LiveSpace implements Space {
  readonly id: SpaceId;
  readonly doc: Y.Doc;
  readonly view: SpaceReader;
  readonly clock: RecordClock;
  /** Everything in the log up to here is in the document. */
  #through = 0;
  /** The time at which what is being applied, or written now, counts as merged. */
  #merged: Time = 0;
  /** Up to where the times are noted in the index already. */
  #indexed: number;
  #noting = true;
  #people: ReadonlySet<string> | undefined;
  #onWrite: ((update: Uint8Array, merged: Time) => void) | undefined;

  private constructor(id: SpaceId, doc: Y.Doc, view: SpaceReader, clock: RecordClock, indexed: number) {
    this.id = id;
    this.doc = doc;
    this.view = view;
    this.clock = clock;
    this.#indexed = indexed;
    const isDeleted = (kind: RecordKind, of: string) => view.record(kind, of)?.deleted !== undefined;
    view.onChange((change) => {
      if (this.#noting) clock.note(change, this.#merged, isDeleted);
    });
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== LOG) this.#onWrite?.(update, this.#merged);
    });
  }

  /**
   * Makes the document of a space.
   * @throws DamagedEntry for an entry that cannot be applied; another error where the snapshot cannot
   */
  static open(id: SpaceId, stored: StoredDocument, index: Awaited<ReturnType<RecordIndex['load']>>): LiveSpace {
    const doc = new Y.Doc();
    rootsOf(doc);
    const { snapshot, log } = stored;
    if (snapshot) Y.applyUpdate(doc, snapshot.update, LOG);
    // What the index knows already need not be noted entry by entry: one transaction, and the view is read once.
    const known = log.filter(({ sequence }) => sequence <= index.through);
    doc.transact(() => {
      for (const entry of known) applyEntry(doc, entry);
    }, LOG);
    const live = new LiveSpace(id, doc, new SpaceReader(doc), new RecordClock(id, index.times), index.through);
    live.#through = Math.max(snapshot?.through ?? 0, known.at(-1)?.sequence ?? 0);
    for (const entry of log.slice(known.length)) live.apply(entry);
    return live;
  }

  /** The last entry of the log that is in the document. */
  get through(): number {
    return this.#through;
  }

  /**
   * Takes an entry of the log in, with its time. One that is in already is passed over.
   * @throws DamagedEntry where it cannot be applied; the document is to be thrown away then
   */
  apply(entry: LogEntry): void {
    if (entry.sequence <= this.#through) return;
    this.#merged = entry.merged;
    this.#noting = entry.sequence > this.#indexed;
    applyEntry(this.doc, entry);
    this.#noting = true;
    this.#through = entry.sequence;
  }

  /** Says that an entry is in the document because it was written there first. */
  passed(sequence: number): void {
    this.#through = Math.max(this.#through, sequence);
  }

  /** Runs operations that count as merged at a time; what they write is handed to the listener. */
  write<T>(merged: Time, operate: () => T, onWrite: (update: Uint8Array, merged: Time) => void): T {
    this.#merged = merged;
    this.#onWrite = onWrite;
    try {
      return operate();
    } finally {
      this.#onWrite = undefined;
    }
  }

  /** Says who counts as a member now: nobody else is read as an assignee. */
  setPeople(people: ReadonlyMap<string, unknown>): void {
    const before = this.#people;
    if (before && before.size === people.size && [...people.keys()].every((id) => before.has(id))) return;
    this.#people = new Set(people.keys());
    this.view.setMembers((id) => people.has(id));
  }

  /** Says that the index has everything up to an entry. */
  saved(through: number): void {
    this.#indexed = through;
  }

  dispose(): void {
    this.view.dispose();
    this.doc.destroy();
  }
}

function applyEntry(doc: Y.Doc, { update, sequence }: LogEntry): void {
  try {
    Y.applyUpdate(doc, update, LOG);
  } catch {
    throw new DamagedEntry(sequence);
  }
}
