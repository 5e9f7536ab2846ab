/** A space in use on this server: takes updates, tells its sockets, and answers them. */
import { encodeStateAsUpdate } from 'yjs';
import type { SpaceId } from '../../shared/ids';
import type { LogEntry, Storage, StoredDocument, Time } from '../storage/storage';
import { isFull, StoreUnavailable } from '../storage/storage-failures';
import { type CheckedUpdate, checkUpdate } from './check-update';
import { Intake } from './intake';
import type { Committed, JournalRoom, Pending } from './journal';
import type { Journals } from './journals';
import { Known } from './known';
import { DamagedEntry, type LiveSpace } from './live-space';
import type { Ear, Neighbours } from './neighbours';
import { RoomDocument } from './room-document';
import { type Arrival, ELSEWHERE, forward, fromElsewhere, type RoomPeer, type Source } from './room-peer';
import { StoredUpdates } from './stored-updates';
import { Tidying, type TidyRoom } from './tidying';

/** What became of an update that a socket sent. */
export type Taken =
  | { readonly kind: 'taken' }
  | { readonly kind: 'nothing-new' }
  /** It waits for what is not here, as too much does already; nothing is kept of it. */
  | { readonly kind: 'too-loose' }
  | Exclude<CheckedUpdate, { kind: 'done' }>;

/** Servers that append to one space at the same time hear of each other so much later, in ms. */
const HEARD_MS = 40;

/** Whom a room tells of what it does. */
export interface RoomKeeper {
  /** Something of it is on disk now, so that the record index is behind. */
  onCommitted(room: Room): void;
  /** What it knows is not what is on disk: it is to be forgotten, and loaded anew by whoever comes next. */
  onBroken(room: Room, error: unknown): void;
  /** What others have appended could not be read; it is read again soon. */
  onBehind(room: Room, error: unknown): void;
}

/** What a room works with. */
export interface RoomSurroundings {
  readonly storage: Storage;
  readonly journals: Journals<Source>;
  readonly keeper: RoomKeeper;
  /** undefined on the only server of a store */
  readonly neighbours: Neighbours | undefined;
}

export class Room implements JournalRoom<Source>, Ear {
  readonly id: SpaceId;
  readonly peers = new Set<RoomPeer>();
  readonly #around: RoomSurroundings;
  readonly #intake: Intake<Arrival>;
  readonly #known: Known;
  readonly #stored: StoredUpdates;
  readonly #document: RoomDocument;
  /** How many updates of this room are on their way to the disk. */
  #pending = 0;
  /** The time at which all that sockets send in this turn counts as merged, so that the document takes it in as one. */
  #turn: Time | undefined;
  readonly #tidying: Tidying;
  #lastUse = performance.now();
  #broken: { readonly error: unknown } | undefined;
  #isDisposed = false;
  /** Ends the listening to other servers. */
  #endListening: () => void = () => undefined;

  private constructor(id: SpaceId, around: RoomSurroundings, stored: StoredDocument) {
    const { storage, neighbours } = around;
    this.id = id;
    this.#around = around;
    this.#known = Known.of(id, stored);
    const last = stored.log.at(-1)?.sequence ?? stored.snapshot?.through ?? 0;
    this.#stored = new StoredUpdates(storage.documents, id, stored, last);
    this.#document = new RoomDocument(id, storage, last, (error) => this.#break(error));
    const room: TidyRoom = {
      ...{ id, storage, isShared: neighbours !== undefined },
      ...{ known: this.#known, document: this.#document, stored: this.#stored },
      catchUp: () => this.catchUp(),
      isSettled: (live) => this.#pending === 0 && !this.#intake.isWaiting && live.through <= this.last,
    };
    this.#tidying = new Tidying(room, stored);
    this.#intake = new Intake<Arrival>(last, {
      take: (entries) => this.#take(entries),
      read: (after) => this.#readAfter(after),
      isAlone: neighbours === undefined,
      get patience() {
        return neighbours?.areHeard ? HEARD_MS : 0;
      },
      failed: (error) => around.keeper.onBehind(this, error),
    });
  }

  /** Loads a room. Rejects where what is stored cannot be read; that is never taken for an empty document. */
  static async load(id: SpaceId, around: RoomSurroundings): Promise<Room> {
    const { storage, neighbours } = around;
    let room: Room | undefined;
    let heard = 0;
    const grown = (last: number): void => {
      heard = Math.max(heard, last);
      room?.grown(last);
    };
    const ear: Ear = {
      hear: (entries) => (room ? room.hear(entries) : grown(entries.at(-1)?.sequence ?? 0)),
      grown,
    };
    // Before it is read, so that nothing falls between.
    const end = await neighbours?.listen(id, ear);
    try {
      room = new Room(id, around, await storage.documents.load(id));
    } catch (error) {
      end?.();
      throw error;
    }
    if (end) room.#endListening = end;
    room.grown(heard);
    return room;
  }

  /** Says that it is used now. */
  use(): void {
    this.#lastUse = performance.now();
  }

  /** Whether it is no more the room of its space: what it knows is not what is on disk, or nobody has used it for long. */
  get broken(): boolean {
    return this.#broken !== undefined || this.#isDisposed;
  }

  /** What the server asks a socket with: what it has, as a state vector. */
  stateVector(): Uint8Array {
    return this.#known.stateVector();
  }

  /** Whether an update is sound and holds something new. Nothing is kept of it. */
  look(update: Uint8Array): Taken {
    const checked = checkUpdate(update, this.#known.depthOf);
    if (checked.kind !== 'done') return checked;
    return this.#known.lacks(checked.content) ? { kind: 'taken' } : { kind: 'nothing-new' };
  }

  /** Takes an update of a socket for this turn's commit. What is not sound, or brings nothing new, leaves no trace. */
  take(update: Uint8Array, source: RoomPeer, merged: Time): Taken {
    const checked = checkUpdate(update, this.#known.depthOf);
    if (checked.kind !== 'done') return checked;
    const { content } = checked;
    if (!this.#known.lacks(content)) return { kind: 'nothing-new' };
    if (this.#known.isTooLoose(content, update.length)) return { kind: 'too-loose' };
    const waits = this.#known.add(content, update.length);
    this.#turn ??= merged;
    this.#push(checked.update, source, this.#turn);
    if (waits) source.ask();
    return { kind: 'taken' };
  }

  /** The last entry of the log that has come here. */
  get last(): number {
    return this.#intake.last;
  }

  hear(entries: readonly LogEntry[]): void {
    this.#intake.offer(fromElsewhere(entries));
  }

  grown(last: number): void {
    this.#intake.grown(last);
  }

  /** Has everything that any server has appended before this is called. Rejects where that cannot be read. */
  async catchUp(): Promise<void> {
    await this.#intake.catchUp();
  }

  /** The answer to a socket's question: what it lacks, as updates to be sent in order. Only what is on disk. */
  async answer(stateVector: Uint8Array): Promise<Uint8Array[]> {
    this.use();
    if (isEmptyVector(stateVector)) return this.#stored.read(this.#document.last);
    const all = this.#known.answerToAll(stateVector);
    if (all) {
      await this.settled();
      return [all];
    }
    const live = await this.live();
    const answer = encodeStateAsUpdate(live.doc, stateVector);
    await this.settled();
    return [answer];
  }

  /** The document with its view, up to everything that any server has on disk. Joiners share the work; a failure is not kept. */
  async live(): Promise<LiveSpace> {
    this.use();
    if (this.#around.neighbours) await this.catchUp();
    return this.#document.need();
  }

  /**
   * Runs operations on the document; what they write goes into this turn's commit and to the sockets after it.
   * Who shows the result waits for `settled`.
   * @throws what made the room begin anew, where that has happened meanwhile; StoreUnavailable where it was put away, which takes a minute
   */
  write<T>(live: LiveSpace, merged: Time, operate: () => T): T {
    if (this.broken) throw this.#broken?.error ?? new StoreUnavailable('the space was put away meanwhile', 'room');
    return live.write(merged, operate, (update, at) => {
      const checked = checkUpdate(update, this.#known.depthOf);
      if (checked.kind !== 'done') throw new Error(`an operation wrote an update that is refused: ${checked.reason}`);
      this.#known.add(checked.content, update.length);
      this.#push(update, undefined, at);
    });
  }

  /** Settles when what can be read now is on disk; undefined where it is. Rejects where it could not be written. */
  settled(): Promise<void> | undefined {
    return this.#pending > 0 ? this.#around.journals.settledOf(this.id) : undefined;
  }

  committed(entries: readonly Committed<Source>[]): number {
    this.#pending -= entries.length;
    this.#turn = undefined;
    this.#around.neighbours?.tell(this.id, entries);
    return this.#intake.offer(entries);
  }

  failed(entries: readonly Pending<Source>[], error: unknown): void {
    this.#pending -= entries.length;
    this.#break(error);
  }

  /** Its document where that is open and its times are not all in the record index, or only on their way there. */
  get unsaved(): LiveSpace | undefined {
    return this.#document.unsaved;
  }

  /** Brings the record index up to date, and folds the log into a snapshot where it has grown. Nothing where something is on its way to the disk. */
  tidy(): Promise<void> {
    return this.#tidying.tidy();
  }

  /** Whether nobody has used it for so many milliseconds. */
  idleFor(ms: number): boolean {
    return this.peers.size === 0 && this.#pending === 0 && performance.now() - this.#lastUse > ms;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#drop();
  }

  /** Takes entries of the log that follow on the last. @returns how many were told of them */
  #take(entries: readonly Arrival[]): number {
    if (this.#broken) return 0;
    const isOurs = entries.some(({ source }) => source !== ELSEWHERE);
    try {
      for (const { source, update, sequence } of entries)
        if (source === ELSEWHERE) this.#known.addStored(this.id, update, `entry ${sequence} of its log`);
    } catch (error) {
      this.#break(error);
      return 0;
    }
    this.#tidying.count(entries, isOurs);
    forward(this.peers, entries);
    this.#goOn(entries);
    this.#around.keeper.onCommitted(this);
    return this.peers.size;
  }

  /** Reads what came after an entry, and takes in what stands for several of them at once. */
  async #readAfter(after: number): Promise<{ through: number; entries: readonly Arrival[] }> {
    const { documents, records } = this.#around.storage;
    const { snapshot, log } = await documents.load(this.id, after);
    const entries = fromElsewhere(log);
    if (!snapshot) return { through: after, entries };
    // Who folded it has saved the times of what is in it before.
    const index = await records.load(this.id);
    if (this.#broken || snapshot.through <= this.last) return { through: after, entries };
    this.#known.addStored(this.id, snapshot.update, 'its snapshot');
    this.#tidying.set({ entries: 0, bytes: 0, snapshotBytes: snapshot.update.length });
    for (const peer of this.peers) peer.deliver(snapshot.update);
    this.#document.takeSnapshot(snapshot, index);
    this.#around.keeper.onCommitted(this);
    return { through: snapshot.through, entries };
  }

  #goOn(entries: readonly Arrival[]): void {
    // What REST wrote was in the document first.
    const others = entries.filter(({ source }) => source !== undefined);
    try {
      this.#document.goOn(entries.at(-1)?.sequence ?? this.#document.last, others);
    } catch (error) {
      // Where it is not known which one it was, opening the document again, one by one, tells.
      if (!(error instanceof DamagedEntry)) throw error;
      others.find(({ sequence }) => sequence === error.sequence)?.source?.end('bad-message');
      this.#around.storage.documents.quarantine(this.id, error.sequence).catch(() => undefined);
      this.#break(error);
    }
  }

  #push(update: Uint8Array, source: Source, merged: Time): void {
    this.#pending++;
    this.use();
    void this.#around.journals.push({ space: this.id, update, merged, source, room: this });
  }

  /** What is known here is not what is on disk: every socket begins anew, with a room that is loaded again. */
  #break(error: unknown): void {
    this.#broken ??= { error };
    this.#drop();
    this.#around.keeper.onBroken(this, error);
    const why = isFull(error) ? 'full' : error instanceof StoreUnavailable ? 'unavailable' : 'restart';
    for (const peer of [...this.peers]) peer.end(why);
  }

  #drop(): void {
    this.#endListening();
    this.#intake.end();
    this.#stored.forget();
    this.#document.drop();
  }
}

function isEmptyVector(stateVector: Uint8Array): boolean {
  return stateVector.length === 0 || (stateVector.length === 1 && stateVector[0] === 0);
}
