/** The rooms of this server: each loaded once, kept while it is used, and what is asked of all of them. */
import type { SpaceId } from '../../shared/ids';
import type { Storage } from '../storage/storage';
import { StoreUnavailable } from '../storage/storage-failures';
import { Holders } from './holders';
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
  readonly #holders: Holders;
  readonly #timer: NodeJS.Timeout;
  readonly #looks: NodeJS.Timeout | undefined;
  /** What is under way with the rooms of a part of the store, by the part: one that is away holds no other up. */
  readonly #sweeping = new Map<number, Promise<void>>();
  readonly #looking = new Map<number, Promise<void>>();
  #lookAfter = 0;
  /** How often entries were found in the store that nobody had told of. */
  #missed = 0;

  private constructor(choice: RoomsChoice, holders: Holders) {
    const { storage, log, afterFlush, neighbours } = choice;
    this.#holders = holders;
    this.#storage = storage;
    this.#log = log;
    this.#journals = new Journals<Source>(storage.documents, afterFlush);
    this.#around = { storage, journals: this.#journals, keeper: this, neighbours };
    this.#looks = neighbours && setInterval(() => this.#look(neighbours), LOOK_MS);
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
  }

  /** Opens the rooms of a store, none of which is loaded yet. */
  static async open(choice: RoomsChoice): Promise<Rooms> {
    const { storage, neighbours } = choice;
    const isShared = neighbours !== undefined;
    const holders = await Holders.open({ storage, isShared, room: (id) => rooms.room(id) });
    const rooms = new Rooms(choice, holders);
    return rooms;
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
        this.#holders.loaded(id);
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

  /** Finds the spaces that hold a record. */
  get holders(): Holders {
    return this.#holders;
  }

  /** Says that a space got its first entries without a room: by the transaction that made it. */
  onCreated(space: SpaceId): void {
    this.#holders.behind(space);
  }

  onCommitted(room: Room): void {
    this.#holders.note(room);
    if (!room.unsaved) this.#holders.behind(room.id);
  }

  onBehind(room: Room, error: unknown): void {
    if (!(error instanceof StoreUnavailable))
      this.#log.error({ space: room.id, err: error }, 'what other servers have appended could not be read');
    this.#lookAfter = 0;
  }

  onBroken(room: Room, error: unknown): void {
    this.#log.error({ space: room.id, err: error }, 'a space is loaded again, since something of it was not kept');
    this.#rooms.delete(room.id);
    this.#holders.forget(room);
    this.#holders.behind(room.id);
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
    await Promise.all(this.#sweeping.values());
    await this.settled()?.catch(() => undefined);
    for (const { loading } of this.#rooms.values()) {
      const room = await loading.catch(() => undefined);
      if (performance.now() < end)
        await room?.tidy().catch((error: unknown) => this.#log.error({ err: error }, 'the record index was not saved'));
      room?.dispose();
    }
    this.#rooms.clear();
  }

  /** Finds in the store what other servers have appended and nobody has told of. */
  #look(neighbours: Neighbours): void {
    if (performance.now() < this.#lookAfter) return;
    this.#lookAfter = neighbours.areHeard ? performance.now() + LOOK_HEARD_MS : 0;
    this.#eachPart(this.#looking, (rooms) => this.#lookAt(rooms));
  }

  /** Does something with the rooms of each part of the store with which it is not still being done. */
  #eachPart(underWay: Map<number, Promise<void>>, work: (rooms: readonly Room[]) => Promise<void>): void {
    const parts = new Map<number, Room[]>();
    for (const { room } of this.#rooms.values()) {
      if (!room) continue;
      const part = this.#storage.documents.partOf(room.id);
      const rooms = parts.get(part);
      if (rooms) rooms.push(room);
      else parts.set(part, [room]);
    }
    for (const [part, rooms] of parts) {
      if (underWay.has(part)) continue;
      const done = work(rooms).finally(() => underWay.delete(part));
      underWay.set(part, done);
    }
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

  #sweep(): void {
    this.#eachPart(this.#sweeping, async (rooms) => {
      // What is not in the record index comes first: whoever looks a record up waits for less.
      const unsaved = new Set(this.#holders.unsaved);
      for (const room of [...rooms.filter((one) => unsaved.has(one)), ...rooms.filter((one) => !unsaved.has(one))]) {
        if (room.broken) continue;
        await this.#tidy(room);
        this.#holders.note(room);
        if (!room.idleFor(IDLE_MS) || room.unsaved || this.#rooms.get(room.id)?.room !== room) continue;
        this.#rooms.delete(room.id);
        room.dispose();
      }
    });
  }

  async #tidy(room: Room): Promise<void> {
    try {
      await room.tidy();
    } catch (error) {
      this.#log.error({ space: room.id, err: error }, 'a space could not be tidied');
    }
  }
}
