/** Gathers the updates of one turn of the event loop, of all rooms, and writes them in one transaction (rule W6). Where turn follows on turn, of a little longer. */
import type { SpaceId } from '../../shared/ids';
import type { DocumentStore, NewEntry } from '../storage/storage';

/** An update on its way to the disk, with who is told of it. */
export interface Pending<Source> extends NewEntry {
  readonly source: Source;
  /** Of what its room hears afterwards. */
  readonly room: JournalRoom<Source>;
}

/** An update that is on disk. */
export interface Committed<Source> extends Pending<Source> {
  readonly sequence: number;
}

/** Who hears what became of a turn's updates. */
export interface JournalRoom<Source> {
  readonly id: SpaceId;
  /** Its updates of one turn are on disk, in order. @returns how many were told of them */
  committed(entries: readonly Committed<Source>[]): number;
  /** None of them is, or the room could not take that they are: it begins anew. */
  failed(entries: readonly Pending<Source>[], error: unknown): void;
}

/** The commit of one turn. */
interface Turn<Source> {
  readonly entries: Pending<Source>[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * After a turn of which so many were told comes a rest as long as that took, so many ms at most: what comes meanwhile goes to all of them
 * in one write. Where fewer are told, waiting costs more than it saves.
 */
const MANY = 16;
const REST_MAX_MS = 4;

/** One commit a turn for all rooms. */
export class Journal<Source> {
  readonly #documents: DocumentStore;
  readonly #afterFlush: () => void;
  /** The turn that gathers now, and the one being written. */
  #gathering: Turn<Source> | undefined;
  #writing: Turn<Source> | undefined;
  /** Before then nothing is written, by `performance.now()`. */
  #restUntil = 0;
  #written = { commits: 0, updates: 0, bytes: 0 };

  /** @param afterFlush called once a turn, when all rooms have been told */
  constructor(documents: DocumentStore, afterFlush: () => void) {
    this.#documents = documents;
    this.#afterFlush = afterFlush;
  }

  /** How many transactions were written, with how many updates of how many bytes in all. */
  get written(): { readonly commits: number; readonly updates: number; readonly bytes: number } {
    return this.#written;
  }

  /** Takes an update for this turn's commit. @returns settles with that commit: rejects if nothing of it is on disk */
  push(entry: Pending<Source>): Promise<void> {
    let turn = this.#gathering;
    if (!turn) {
      turn = newTurn<Source>();
      this.#gathering = turn;
      const wait = this.#restUntil - performance.now();
      if (wait > 0) setTimeout(() => void this.#flush(), wait);
      else setImmediate(() => void this.#flush());
    }
    turn.entries.push(entry);
    return turn.done;
  }

  /** Settles when everything that was pushed until now is on disk; undefined where it is already. */
  settled(): Promise<void> | undefined {
    return (this.#gathering ?? this.#writing)?.done;
  }

  async #flush(): Promise<void> {
    // One transaction at a time: a store that takes its time gets more in the next one.
    await this.#writing?.done.catch(() => undefined);
    const turn = this.#gathering;
    if (!turn) return;
    this.#gathering = undefined;
    this.#writing = turn;
    const start = performance.now();
    let told = 0;
    try {
      told = await this.#write(turn.entries);
      turn.resolve();
    } catch (error) {
      turn.reject(error);
    } finally {
      this.#writing = undefined;
      this.#afterFlush();
      const end = performance.now();
      if (told >= MANY) this.#restUntil = end + Math.min(end - start, REST_MAX_MS);
    }
  }

  /** @returns how many were told of it */
  async #write(entries: readonly Pending<Source>[]): Promise<number> {
    const rooms = new Map<JournalRoom<Source>, Committed<Source>[]>();
    let sequences: readonly number[] = [];
    let failure: { readonly error: unknown } | undefined;
    try {
      sequences = await this.#documents.append(entries);
      const { commits, updates, bytes } = this.#written;
      const more = entries.reduce((sum, { update }) => sum + update.length, 0);
      this.#written = { commits: commits + 1, updates: updates + entries.length, bytes: bytes + more };
    } catch (error) {
      failure = { error };
    }
    entries.forEach((entry, at) => {
      const own = { ...entry, sequence: sequences[at] ?? 0 };
      const others = rooms.get(entry.room);
      if (others) others.push(own);
      else rooms.set(entry.room, [own]);
    });
    let told = 0;
    for (const [room, own] of rooms) {
      if (failure) room.failed(own, failure.error);
      else told += tell(room, own);
    }
    if (failure) throw failure.error;
    return told;
  }
}

/** Tells a room of its commit. One that cannot take it begins anew; the others do not feel it. */
function tell<Source>(room: JournalRoom<Source>, own: readonly Committed<Source>[]): number {
  try {
    return room.committed(own);
  } catch (error) {
    room.failed([], error);
    return 0;
  }
}

function newTurn<Source>(): Turn<Source> {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Who pushed hears of a failure through its room; a promise that nobody waits for must not end the process.
  done.catch(() => undefined);
  return { entries: [], done, resolve, reject };
}
