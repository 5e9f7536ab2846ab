/** The rooms of this server: each loaded once, kept while it is used, and what is asked of all of them. */
import type { SpaceId } from '../../shared/ids';
import { RECORD_KINDS, type RecordKind } from '../../shared/layout';
import type { Storage, Time } from '../storage/storage';
import { PartlyUnavailable, StoreUnavailable } from '../storage/storage-failures';
import { Journals } from './journals';
import type { Neighbours } from './neighbours';
import { Room, type RoomKeeper, type RoomSurroundings } from './room';
import type { Source } from './room-peer';

const IDLE_MS = 60_000;
const SWEEP_MS = 1_000;
/** So often the store is asked what other servers have appended: while they are heard, for what was lost on the way. */
const LOOK_MS = 250;
const LOOK_HEARD_MS = 2_000;
/** What is not tidied by then is tidied after the next start. */
const CLOSE_MS = 1_000;

/** What rooms tell the log of the server. */
export interface RoomsLog {
  error(details: object, message: string): void;
}

/** What rooms work with. */
export interface RoomsChoice {
  readonly storage: Storage;
  readonly log: RoomsLog;
  /** called once a turn in which something was committed, after all sockets were told */
  readonly afterFlush: () => void;
  /** the other servers of the store; undefined where there can be none */
  readonly neighbours?: Neighbours | undefined;
}

export class Rooms implements RoomKeeper {
  readonly #storage: Storage;
  readonly #log: RoomsLog;
  readonly #journals: Journals<Source>;
  readonly #around: RoomSurroundings;
  readonly #rooms = new Map<SpaceId, { readonly loading: Promise<Room>; room: Room | undefined }>();
  /** Spaces with entries that no open document has seen, and rooms with times that are not saved. */
  readonly #behind: Set<SpaceId>;
  readonly #unsaved = new Set<Room>();
  /** Spaces whose document cannot be read: looked for records in only when someone has opened one again. */
  readonly #unreadable = new Set<SpaceId>();
  readonly #timer: NodeJS.Timeout;
  /** The store's version for which `#behind` says all. */
  #outside: number;
  #sweeping: Promise<void> | undefined;
  readonly #looks: NodeJS.Timeout | undefined;
  #looking = false;
  #lookAfter = 0;
  /** How often entries were found in the store that nobody had told of. */
  #missed = 0;

  private constructor(
    { storage, log, afterFlush, neighbours }: RoomsChoice,
    { outside, behind }: { readonly outside: number; readonly behind: readonly SpaceId[] },
  ) {
    this.#outside = outside;
    this.#storage = storage;
    this.#log = log;
    this.#journals = new Journals<Source>(storage.documents, afterFlush);
    this.#around = { storage, journals: this.#journals, keeper: this, neighbours };
    this.#behind = new Set(behind);
    this.#looks = neighbours && setInterval(() => void this.#look(neighbours), LOOK_MS);
    this.#timer = setInterval(() => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    }, SWEEP_MS);
  }

  static async open(choice: RoomsChoice): Promise<Rooms> {
    const outside = await choice.storage.outsideVersion();
    return new Rooms(choice, { outside, behind: await choice.storage.records.behind() });
  }

  /** The room of a space, loaded if need be. Joiners share the load; a failed one is not kept. */
  room(id: SpaceId): Promise<Room> {
    const known = this.#rooms.get(id);
    if (known) {
      // So that it is not put away between being asked for and being used.
      known.room?.use();
      return known.loading;
    }
    const loading = Room.load(id, this.#around);
    const entry: { readonly loading: Promise<Room>; room: Room | undefined } = { loading, room: undefined };
    this.#rooms.set(id, entry);
    loading.then(
      (room) => {
        entry.room = room;
        this.#unreadable.delete(id);
      },
      (error: unknown) => {
        if (this.#rooms.get(id) === entry) this.#rooms.delete(id);
        this.#log.error({ space: id, err: error }, 'a space could not be loaded');
      },
    );
    return loading;
  }

  /** Settles when everything taken until now is on disk; undefined where it is. @param of of this space only */
  settled(of?: SpaceId): Promise<unknown> | undefined {
    return of === undefined ? this.#journals.settled() : this.#journals.settledOf(of);
  }

  /**
   * The spaces that hold a record, also one that came a moment ago; the one that was merged first comes first.
   * @throws PartlyUnavailable with those that are known, where a part of the store is away
   */
  async holders(kind: RecordKind, id: string): Promise<SpaceId[]> {
    if (this.#around.neighbours) {
      return this.#findHolders(kind, id, await this.#behindNaming(id));
    }
    const found = await this.#findHolders(kind, id, [...this.#behind]);
    if (found.length > 0) return found;
    // Another process may have made a space a moment ago, such as that of a new user; its news comes a little later. What is
    // written here is known here.
    const outside = await this.#storage.outsideVersion();
    if (outside === this.#outside) return found;
    // An open document has all that is written here.
    const covered = new Set([...this.#unsaved].map((room) => room.id));
    const fresh = (await this.#storage.records.behind()).filter((space) => !covered.has(space));
    for (const space of fresh) this.#behind.add(space);
    this.#outside = outside;
    if (fresh.length === 0) return found;
    return this.#findHolders(kind, id, [...this.#behind]);
  }

  /** Where an id is named in something that is in no index yet. */
  async #behindNaming(id: string): Promise<readonly SpaceId[]> {
    try {
      return await this.#storage.records.behind(id);
    } catch (error) {
      // That a part of the store is away is found, and said, by who asks for the holders.
      if (error instanceof PartlyUnavailable) return error.found;
      throw error;
    }
  }

  /**
   * Whether any space holds a record with an id. Opens a document only where the id is named in what the index lacks: who registers spaces
   * asks this for each, and a document that is open takes every edit in.
   */
  async holdsAny(id: string): Promise<boolean> {
    const named = await this.#behindNaming(id);
    for (const kind of RECORD_KINDS) if ((await this.#findHolders(kind, id, named)).length > 0) return true;
    return false;
  }

  /** @param behind spaces of which the index may not have all */
  async #findHolders(kind: RecordKind, id: string, behind: readonly SpaceId[]): Promise<SpaceId[]> {
    let away = await this.#indexAll(behind);
    // Before the store is asked, too: what is not saved yet may be by the time the answer comes, too late to be in it.
    const found = new Map([...this.#unsavedHolders(kind, id)]);
    let saved: Awaited<ReturnType<Storage['records']['holders']>>;
    try {
      saved = await this.#storage.records.holders(kind, id);
    } catch (error) {
      if (!(error instanceof PartlyUnavailable)) throw error;
      saved = error.found;
      away = error;
    }
    for (const { space, created } of saved) found.set(space, created);
    for (const [space, created] of this.#unsavedHolders(kind, id)) found.set(space, created);
    const sorted = [...found].sort(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1)).map(([space]) => space);
    if (away) throw new PartlyUnavailable(away, sorted);
    return sorted;
  }

  /** Opens the documents of spaces that are behind. @returns why some could not be, where a part of the store is away */
  async #indexAll(behind: readonly SpaceId[]): Promise<StoreUnavailable | undefined> {
    const { documents } = this.#storage;
    const away = new Map<number, StoreUnavailable>();
    for (const space of behind) {
      const part = documents.partOf(space);
      if (this.#unreadable.has(space) || away.has(part)) continue;
      const failure = await this.#index(space);
      if (failure) away.set(part, failure);
    }
    return away.values().next().value;
  }

  *#unsavedHolders(kind: RecordKind, id: string): Generator<readonly [SpaceId, Time]> {
    for (const room of this.#unsaved) {
      const times = room.unsaved?.clock.of(kind, id);
      if (times) yield [room.id, times.created];
    }
  }

  /** Says that a space got its first entries without a room: by the transaction that made it. */
  onCreated(space: SpaceId): void {
    this.#markBehind(space);
  }

  onCommitted(room: Room): void {
    if (room.unsaved) this.#unsaved.add(room);
    else this.#markBehind(room.id);
  }

  /** Among several servers the store says it. */
  #markBehind(space: SpaceId): void {
    if (!this.#around.neighbours) this.#behind.add(space);
  }

  onBehind(room: Room, error: unknown): void {
    if (!(error instanceof StoreUnavailable))
      this.#log.error({ space: room.id, err: error }, 'what other servers have appended could not be read');
    this.#lookAfter = 0;
  }

  onBroken(room: Room, error: unknown): void {
    this.#log.error({ space: room.id, err: error }, 'a space is loaded again, since something of it was not kept');
    this.#rooms.delete(room.id);
    this.#unsaved.delete(room);
    this.#markBehind(room.id);
  }

  /** What was written since the start. */
  get written(): Journals<Source>['written'] {
    return this.#journals.written;
  }

  /** How often entries of other servers were found in the store that nobody had told of. */
  get missed(): number {
    return this.#missed;
  }

  /** How many rooms are open. */
  get open(): number {
    return this.#rooms.size;
  }

  /** Everything taken is on disk, the index as far up to date as the time allows; no room is used after this. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#looks);
    const end = performance.now() + CLOSE_MS;
    await this.#sweeping;
    await this.settled()?.catch(() => undefined);
    for (const { loading } of this.#rooms.values()) {
      const room = await loading.catch(() => undefined);
      if (performance.now() < end)
        await room?.tidy().catch((error: unknown) => this.#log.error({ err: error }, 'the record index was not saved'));
      room?.dispose();
    }
    this.#rooms.clear();
  }

  /** Opens the document of a space that has entries which the index does not know. @returns why its store is away */
  async #index(space: SpaceId): Promise<StoreUnavailable | undefined> {
    try {
      const room = await this.room(space);
      await room.live();
      this.#behind.delete(space);
      if (room.unsaved) this.#unsaved.add(room);
    } catch (error) {
      // Nothing is wrong with the space: it is asked again when the store is back.
      if (error instanceof StoreUnavailable) return error;
      // Said when it was loaded. What other spaces hold is found all the same.
      this.#unreadable.add(space);
    }
    return undefined;
  }

  /** Finds in the store what other servers have appended and nobody has told of. */
  async #look(neighbours: Neighbours): Promise<void> {
    if (this.#looking || performance.now() < this.#lookAfter) return;
    this.#looking = true;
    this.#lookAfter = neighbours.areHeard ? performance.now() + LOOK_HEARD_MS : 0;
    const parts = new Map<number, Room[]>();
    for (const { room } of this.#rooms.values()) {
      if (!room) continue;
      const part = this.#storage.documents.partOf(room.id);
      const rooms = parts.get(part);
      if (rooms) rooms.push(room);
      else parts.set(part, [room]);
    }
    // One part that is away holds no other up.
    await Promise.all([...parts.values()].map((rooms) => this.#lookAt(rooms)));
    this.#looking = false;
  }

  async #lookAt(rooms: readonly Room[]): Promise<void> {
    try {
      const last = await this.#storage.documents.lastEntries(rooms.map(({ id }) => id));
      const behind = rooms.filter((room) => !room.broken && (last.get(room.id) ?? 0) > room.last);
      this.#missed += behind.length;
      for (const room of behind) await room.catchUp();
    } catch (error) {
      this.#lookAfter = 0;
      if (!(error instanceof StoreUnavailable)) this.#log.error({ err: error }, 'the store could not be looked at');
    }
  }

  async #sweep(): Promise<void> {
    for (const room of [...this.#unsaved]) {
      await this.#tidy(room);
      if (!room.unsaved) this.#unsaved.delete(room);
    }
    for (const [id, { room }] of this.#rooms) {
      if (!room) continue;
      await this.#tidy(room);
      if (!room.idleFor(IDLE_MS) || room.unsaved) continue;
      this.#rooms.delete(id);
      room.dispose();
    }
  }

  async #tidy(room: Room): Promise<void> {
    try {
      await room.tidy();
    } catch (error) {
      this.#log.error({ space: room.id, err: error }, 'a space could not be tidied');
    }
  }
}
