/** The document of a space that is in use: what its log says, as a document, a view and times. It is made from the log, never the other way round. */
import * as Y from 'yjs';
import type { SpaceId } from '../../shared/ids';
import { type RecordKind, rootsOf } from '../../shared/layout';
import type { Space } from '../../shared/operations/space';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { LogEntry, RecordIndex, StoredDocument, Time, UserRow } from '../storage/storage';
import { mergeRuns } from './merge-runs';
import { RecordClock } from './record-clock';
import { slicesOf } from './update-slices';

/** Who made a transaction that comes out of the log. */
const LOG = Symbol('log');
/** So many at a time are made one where something waits: Yjs goes through all that waits at each. */
const RUN = 64;

export type Snapshot = NonNullable<StoredDocument['snapshot']>;
/** What the record index has of a space. */
export type SavedTimes = Awaited<ReturnType<RecordIndex['load']>>;

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
  #people: ReadonlyMap<string, UserRow> | undefined;
  #version: object = {};

  private constructor(id: SpaceId, doc: Y.Doc, view: SpaceReader, clock: RecordClock, indexed: number) {
    this.id = id;
    this.doc = doc;
    this.view = view;
    this.clock = clock;
    this.#indexed = indexed;
    const isDeleted = (kind: RecordKind, of: string) => view.record(kind, of)?.deleted !== undefined;
    view.onChange((change) => {
      this.#version = {};
      if (this.#noting) clock.note(change, this.#merged, isDeleted);
    });
  }

  /** The document of a space with nothing in it. */
  static empty(id: SpaceId): LiveSpace {
    const doc = new Y.Doc();
    rootsOf(doc);
    return new LiveSpace(id, doc, new SpaceReader(doc), new RecordClock(id, []), 0);
  }

  /**
   * Makes the document of a space, large updates bit by bit: whoever else wants something of the server has it in between.
   * @param index read after what is stored: it has at least the times of what is in the snapshot
   * @throws DamagedEntry for an entry that cannot be applied; another error where the snapshot cannot
   */
  static async open(id: SpaceId, stored: StoredDocument, index: SavedTimes): Promise<LiveSpace> {
    const doc = new Y.Doc();
    rootsOf(doc);
    const { snapshot, log } = stored;
    if (snapshot) await applyBitByBit(doc, snapshot.update);
    // What the index knows already need not be noted entry by entry: one transaction, and the view is read once.
    const known = log.filter(({ sequence }) => sequence <= index.through);
    doc.transact(() => {
      for (const entry of known) applyEntry(doc, entry);
    }, LOG);
    const live = new LiveSpace(id, doc, new SpaceReader(doc), new RecordClock(id, index.times), index.through);
    live.#through = Math.max(snapshot?.through ?? 0, known.at(-1)?.sequence ?? 0);
    // One by one, so that it is known which one cannot be taken in.
    for (const entry of log.slice(known.length)) {
      if (entry.sequence <= live.#through) continue;
      live.#merged = entry.merged;
      try {
        await applyBitByBit(doc, entry.update);
      } catch {
        throw new DamagedEntry(entry.sequence);
      }
      live.#through = entry.sequence;
    }
    return live;
  }

  /** The last entry of the log that is in the document. */
  get through(): number {
    return this.#through;
  }

  /**
   * Takes entries of the log in, in order, each with its time; those of one time in one transaction, so that the view is read once for
   * them. One that is in already is passed over.
   * @throws DamagedEntry for one that cannot be applied, or another error where it is not known which of them cannot; the document is
   * to be thrown away then
   */
  apply(entries: readonly LogEntry[]): void {
    for (const run of runsOfOneTime(entries.filter(({ sequence }) => sequence > this.#through))) {
      const [first, last] = [run[0], run.at(-1)];
      if (!first || !last) continue;
      this.#merged = first.merged;
      this.#noting = last.sequence > this.#indexed;
      if (run.length === 1) applyEntry(this.doc, first);
      else applyRun(this.doc, run);
      this.#noting = true;
      this.#through = last.sequence;
    }
  }

  /**
   * Takes in what stands for all entries up to one, which were folded before they came one by one.
   * @param index read after the snapshot: it has at least the times of what is in that
   */
  takeSnapshot({ update, through }: Snapshot, index: SavedTimes): void {
    if (through <= this.#through) return;
    this.#noting = false;
    Y.applyUpdate(this.doc, update, LOG);
    this.#noting = true;
    this.#through = through;
    this.clock.take(index.times);
    this.#indexed = Math.max(this.#indexed, index.through);
    this.#version = {};
  }

  /** Says that another server has saved the times of everything up to an entry. */
  savedElsewhere(through: number): void {
    this.#indexed = Math.max(this.#indexed, through);
    if (through >= this.#through) this.clock.takeUnsaved();
  }

  /** Says that an entry is in the document because it was written there first. */
  passed(sequence: number): void {
    this.#through = Math.max(this.#through, sequence);
  }

  /** Runs operations that count as merged at a time; what they write is handed to the listener. */
  write<T>(merged: Time, operate: () => T, onWrite: (update: Uint8Array, merged: Time) => void): T {
    this.#merged = merged;
    const listener = (update: Uint8Array) => onWrite(update, merged);
    // Only now: a document that is listened to makes an update of all that comes out of the log too.
    this.doc.on('update', listener);
    try {
      return operate();
    } finally {
      this.doc.off('update', listener);
    }
  }

  /** Another object after every change of what can be read here: records, fields, times, members and their names. */
  get version(): object {
    return this.#version;
  }

  /** Says who counts as a member now: nobody else is read as an assignee. */
  setPeople(people: ReadonlyMap<string, UserRow>): void {
    const before = this.#people;
    if (people === before) return;
    this.#people = people;
    const ids = [...people.keys()];
    const alike = (same: (id: string) => boolean) => before?.size === people.size && ids.every(same);
    if (alike((id) => isShownAlike(before?.get(id), people.get(id)))) return;
    this.#version = {};
    if (!alike((id) => before?.has(id) ?? false)) this.view.setMembers((id) => people.has(id));
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

/** Whether a member is shown as before. */
function isShownAlike(before: UserRow | undefined, now: UserRow | undefined): boolean {
  return before !== undefined && before.name === now?.name && before.email === now.email;
}

function runsOfOneTime(entries: readonly LogEntry[]): LogEntry[][] {
  const runs: LogEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0]?.merged === entry.merged) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** Nobody else may have the document meanwhile. */
async function applyBitByBit(doc: Y.Doc, update: Uint8Array): Promise<void> {
  let first = true;
  for (const slice of slicesOf(update)) {
    if (!first) await new Promise(setImmediate);
    Y.applyUpdate(doc, slice, LOG);
    first = false;
  }
}

function applyEntry(doc: Y.Doc, { update, sequence }: LogEntry): void {
  try {
    Y.applyUpdate(doc, update, LOG);
  } catch {
    throw new DamagedEntry(sequence);
  }
}

function applyRun(doc: Y.Doc, entries: readonly LogEntry[]): void {
  let damaged: unknown;
  try {
    doc.transact(() => {
      try {
        applyAll(doc, entries);
      } catch (error) {
        damaged = error;
      }
    }, LOG);
  } catch (error) {
    // What broke first says more than what the end of the transaction made of it.
    throw damaged ?? error;
  }
  if (damaged !== undefined) throw damaged;
}

function applyAll(doc: Y.Doc, entries: readonly LogEntry[]): void {
  for (let at = 0; at < entries.length; ) {
    const { pendingStructs, pendingDs } = doc.store;
    const run = entries.slice(at, at + (pendingStructs || pendingDs ? RUN : 1));
    const [first] = run;
    if (first && run.length === 1) applyEntry(doc, first);
    else for (const update of mergeRuns(run.map(({ update }) => update))) Y.applyUpdate(doc, update, LOG);
    at += run.length;
  }
}
