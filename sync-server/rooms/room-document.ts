/** The document of a space in use: opened when someone needs it, kept up with the log, its times saved, and let go of again. */
import type { SpaceId } from '../../shared/ids';
import type { LogEntry, Storage } from '../storage/storage';
import { DamagedEntry, LiveSpace, type SavedTimes, type Snapshot } from './live-space';

/**
 * A document that nobody has needed for so long goes when it was folded, and is made again from the log: it takes a hundred times its
 * bytes, and taking in each update costs more than that. Above so many bytes it stays, since making it takes long.
 */
const UNNEEDED_MS = 30_000;
const REMADE_BYTES = 256 * 1024;

export class RoomDocument {
  readonly #id: SpaceId;
  readonly #storage: Storage;
  readonly #damaged: (error: DamagedEntry) => void;
  #opening: Promise<LiveSpace> | undefined;
  /** The same once it is there. */
  #open: LiveSpace | undefined;
  /** The last entry of the log. */
  #last: number;
  /** Its times are on their way to the record index. */
  #saving = false;
  /** When someone other than the room itself has needed it. */
  #lastNeed = Number.NEGATIVE_INFINITY;

  /**
   * @param last the last entry of the log
   * @param damaged told that an entry was found, when the document was opened, that no document can take: it is set aside
   */
  constructor(id: SpaceId, storage: Storage, last: number, damaged: (error: DamagedEntry) => void) {
    this.#id = id;
    this.#storage = storage;
    this.#last = last;
    this.#damaged = damaged;
  }

  /** The last entry of the log. */
  get last(): number {
    return this.#last;
  }

  /** It where it is open. */
  get open(): LiveSpace | undefined {
    return this.#open;
  }

  /** It where it is open and its times are not all in the record index, or only on their way there. */
  get unsaved(): LiveSpace | undefined {
    return this.#saving || this.#open?.clock.behind ? this.#open : undefined;
  }

  /** Opens it for someone who needs it. */
  need(): Promise<LiveSpace> {
    this.#lastNeed = performance.now();
    return this.opened();
  }

  /** Opens it, up to everything that is on disk. Joiners share the work; a failure is not kept. */
  opened(): Promise<LiveSpace> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  /**
   * Says that the log goes on to an entry, and takes in what comes with that.
   * @param others what is not in it yet
   * @throws DamagedEntry where it cannot be taken in; what it holds then is not to be used
   */
  goOn(last: number, others: readonly LogEntry[]): void {
    this.#last = last;
    if (!this.#open) return;
    this.#open.apply(others);
    this.#open.passed(last);
  }

  /** Takes in what stands for all entries up to one, of which this server has not heard one by one. */
  takeSnapshot(snapshot: Snapshot, index: SavedTimes): void {
    this.#last = Math.max(this.#last, snapshot.through);
    this.#open?.takeSnapshot(snapshot, index);
  }

  /** Saves in the record index what is not there yet. Rejects where that cannot be; it is still to be saved then. */
  async saveTimes(live: LiveSpace): Promise<void> {
    const { through } = live;
    const times = live.clock.takeUnsaved();
    this.#saving = true;
    try {
      await this.#storage.records.save(this.#id, through, times);
    } catch (error) {
      live.clock.putBack(times);
      throw error;
    } finally {
      this.#saving = false;
    }
    live.saved(through);
  }

  /** Lets go of it after it was folded, where nobody needs it and it is soon made again. @param bytes of the snapshot */
  dropUnneeded(bytes: number): void {
    const isUnneeded = performance.now() - this.#lastNeed > UNNEEDED_MS;
    if (isUnneeded && bytes <= REMADE_BYTES && !this.unsaved) this.drop();
  }

  /** Lets go of it; whoever needs it next opens it anew. */
  drop(): void {
    this.#open?.dispose();
    this.#open = undefined;
    this.#opening = undefined;
  }

  async #load(): Promise<LiveSpace> {
    const { documents, records } = this.#storage;
    try {
      const stored = await documents.load(this.#id);
      // The times after what they are of: another server saves them, then folds, and a snapshot does not say when what is in it was made.
      const live = await LiveSpace.open(this.#id, stored, await records.load(this.#id));
      // What was committed while this was read.
      while (live.through < this.#last) {
        const before = live.through;
        const { snapshot, log } = await documents.load(this.#id, before);
        if (snapshot) live.takeSnapshot(snapshot, await records.load(this.#id));
        live.apply(log);
        if (live.through === before) break;
      }
      this.#open = live;
      return live;
    } catch (error) {
      this.#opening = undefined;
      if (!(error instanceof DamagedEntry)) throw error;
      await documents.quarantine(this.#id, error.sequence);
      this.#damaged(error);
      throw error;
    }
  }
}
