/** Which spaces hold a record: found in the record index, and in what that lacks (rules R15, W10, W11). */
import type { SpaceId } from '../../shared/ids';
import { RECORD_KINDS, type RecordKind } from '../../shared/layout';
import type { Storage, Time } from '../storage/storage';
import { PartlyUnavailable, StoreUnavailable } from '../storage/storage-failures';
import type { Room } from './room';

/** What it is found with. */
export interface HoldersChoice {
  readonly storage: Storage;
  /** Whether other servers append, too. */
  readonly isShared: boolean;
  /** Gives the room of a space, loaded if need be. */
  readonly room: (id: SpaceId) => Promise<Room>;
}

export class Holders {
  readonly #choice: HoldersChoice;
  /** Spaces with entries that no open document has seen. Among several servers the store says which. */
  readonly #behind: Set<SpaceId>;
  /** Rooms with times that are not saved. */
  readonly #unsaved = new Set<Room>();
  /** Spaces whose document cannot be read: looked for records in only when someone has opened one again. */
  readonly #unreadable = new Set<SpaceId>();
  /** The store's version for which `#behind` says all. */
  #outside: number;

  private constructor(choice: HoldersChoice, outside: number, behind: readonly SpaceId[]) {
    this.#choice = choice;
    this.#outside = outside;
    this.#behind = new Set(behind);
  }

  static async open(choice: HoldersChoice): Promise<Holders> {
    const { storage, isShared } = choice;
    const outside = await storage.outsideVersion();
    return new Holders(choice, outside, isShared ? [] : await storage.records.behind());
  }

  /** Rooms whose times are to be saved. */
  get unsaved(): readonly Room[] {
    return [...this.#unsaved];
  }

  /** Says that a space has entries of which no document has been made. */
  behind(space: SpaceId): void {
    if (!this.#choice.isShared) this.#behind.add(space);
  }

  /** Says that something of a room was committed, or saved. */
  note(room: Room): void {
    if (room.unsaved) this.#unsaved.add(room);
    else this.#unsaved.delete(room);
  }

  /** Says that a room is used no more. */
  forget(room: Room): void {
    this.#unsaved.delete(room);
  }

  /** Says that the document of a space can be read, as far as is known. */
  loaded(space: SpaceId): void {
    this.#unreadable.delete(space);
  }

  /**
   * The spaces that hold a record, also one that came a moment ago; the one that was merged first comes first.
   * @throws PartlyUnavailable with those that are known, where a part of the store is away
   */
  async of(kind: RecordKind, id: string): Promise<SpaceId[]> {
    if (this.#choice.isShared) return this.#find(kind, id, await this.#index(await this.#naming(id)));
    const found = await this.#find(kind, id, await this.#index(this.#behind));
    if (found.length > 0) return found;
    // Another process may have made a space a moment ago, such as that of a new user; its news comes a little later. What is
    // written here is known here.
    const { storage } = this.#choice;
    const outside = await storage.outsideVersion();
    if (outside === this.#outside) return found;
    // An open document has all that is written here.
    const covered = new Set(this.unsaved.map((room) => room.id));
    const fresh = (await storage.records.behind()).filter((space) => !covered.has(space));
    for (const space of fresh) this.#behind.add(space);
    this.#outside = outside;
    return fresh.length === 0 ? found : this.#find(kind, id, await this.#index(this.#behind));
  }

  /**
   * Whether any space holds a record with an id. Opens a document only where the id is named in what the index lacks: who registers spaces
   * asks this for each, and a document that is open takes every edit in.
   * @throws PartlyUnavailable where a part of the store is away, and none of the others holds one
   */
  async any(id: string): Promise<boolean> {
    const away = await this.#index(await this.#naming(id));
    for (const kind of RECORD_KINDS) if ((await this.#find(kind, id, away)).length > 0) return true;
    return false;
  }

  /** Where an id is named in something that is in no index yet. */
  async #naming(id: string): Promise<Iterable<SpaceId>> {
    try {
      return await this.#choice.storage.records.behind(id);
    } catch (error) {
      // That a part of the store is away is found, and said, by who asks for the holders.
      if (error instanceof PartlyUnavailable) return error.found;
      throw error;
    }
  }

  /** @param away why not all of what the index lacks is known */
  async #find(kind: RecordKind, id: string, away: StoreUnavailable | undefined): Promise<SpaceId[]> {
    let lacking = away;
    // Before the store is asked, too: what is not saved yet may be by the time the answer comes, too late to be in it.
    const found = new Map([...this.#unsavedHolders(kind, id)]);
    let saved: Awaited<ReturnType<Storage['records']['holders']>>;
    try {
      saved = await this.#choice.storage.records.holders(kind, id);
    } catch (error) {
      if (!(error instanceof PartlyUnavailable)) throw error;
      saved = error.found;
      lacking = error;
    }
    for (const { space, created } of saved) found.set(space, created);
    for (const [space, created] of this.#unsavedHolders(kind, id)) found.set(space, created);
    const sorted = [...found].sort(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1)).map(([space]) => space);
    if (lacking) throw new PartlyUnavailable(lacking, sorted);
    return sorted;
  }

  *#unsavedHolders(kind: RecordKind, id: string): Generator<readonly [SpaceId, Time]> {
    for (const room of this.#unsaved) {
      const times = room.unsaved?.clock.of(kind, id);
      if (times) yield [room.id, times.created];
    }
  }

  /** Opens the documents of spaces that are behind. @returns why some could not be, where a part of the store is away */
  async #index(behind: Iterable<SpaceId>): Promise<StoreUnavailable | undefined> {
    const { documents } = this.#choice.storage;
    const away = new Map<number, StoreUnavailable>();
    for (const space of [...behind]) {
      const part = documents.partOf(space);
      if (this.#unreadable.has(space) || away.has(part)) continue;
      const failure = await this.#indexOne(space);
      if (failure) away.set(part, failure);
    }
    return away.values().next().value;
  }

  async #indexOne(space: SpaceId): Promise<StoreUnavailable | undefined> {
    try {
      const room = await this.#choice.room(space);
      await room.live();
      this.#behind.delete(space);
      this.note(room);
    } catch (error) {
      // Nothing is wrong with the space: it is asked again when the store is back.
      if (error instanceof StoreUnavailable) return error;
      // Said when it was loaded. What other spaces hold is found all the same.
      this.#unreadable.add(space);
    }
    return undefined;
  }
}
