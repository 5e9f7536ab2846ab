/** The port of the replica store: where the updates of spaces are kept on this machine, whatever keeps them (files, a browser's database). */

/**
 * The replicas of one account on this machine, one a space. Several windows (processes, tabs) use the same replicas at the same
 * time; each has a store object of its own. The store never looks into an update: bytes in, the same bytes out, or a merge of them.
 */
export interface ReplicaStore {
  /**
   * Opens a space's replica for this window, an empty one where there was none.
   * @param space the id of the space: any string of 1 to 200 code points
   * @param owner who gets the updates, and is asked for its state
   * @returns when all that is kept has been handed to `owner.receive`; what other windows write is handed on from then on
   */
  open(space: string, owner: ReplicaOwner): Promise<OpenedReplica | StoreFailure>;

  /** The ids of the spaces that have anything kept here, in no particular order. */
  spaces(): Promise<SpaceIds | StoreFailure>;

  /** Closes every open replica and lets go of what the store holds. Closing twice is fine. */
  close(): Promise<void>;
}

/** What opens a replica and lives with it. All its functions are called by the store, never from within a call into the store. */
export interface ReplicaOwner {
  /**
   * Takes updates that the owner may not have: what is kept ('disk', during `open` only) or what another window wrote ('window').
   * The same update may come twice and in any order. They are not to be appended again. It must not throw: an update that it cannot
   * apply stays kept, and comes again at the next opening.
   * @returns the updates that it cannot apply, for a store whose entries carry no checksum
   */
  receive(updates: Iterable<Uint8Array>, source: UpdateSource): readonly Uint8Array[];

  /** All that the owner has, as one update, pending parts included: written anew when what this window wrote has been removed. */
  wholeState(): Uint8Array;

  /** Told of each damage that the store has found and worked around, once a window. */
  problem(problem: ReplicaProblem): void;

  /**
   * Told when writing starts to fail, and when it works again (then everything that had failed is written too).
   * The store tries again by itself, without another edit.
   */
  writing(state: WrittenUpdate | StoreFailure): void;
}

/** Where updates come from: what was kept before the replica was opened, or another window that wrote it since. */
export type UpdateSource = 'disk' | 'window';

/** One space's replica, open in this window. */
export interface Replica {
  readonly space: string;

  /** What was found damaged since this window opened the replica, oldest first. */
  readonly problems: readonly ReplicaProblem[];

  /** How many updates were given to `append` and are not kept yet: on their way, or waiting for a failure to pass. */
  readonly unwritten: number;

  /**
   * Keeps an update. Updates are kept in the order of the calls, and writing starts before this returns.
   * @returns `written` when the update outlives the process, whatever ends it; a failure when it could not be written yet.
   * After a failure the update is not lost: it stays in line and is written before any later one.
   */
  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure>;

  /**
   * Makes what is kept smaller now (the store does so by itself too, at quiet times, in one window or another).
   * Never loses an update, wherever it is interrupted and whoever else does the same.
   */
  compact(): Promise<Compaction | StoreFailure>;

  /** Writes what waits, marks this window's part as ended, and stops receiving. Closing twice is fine. */
  close(): Promise<void>;
}

export interface OpenedReplica {
  readonly kind: 'opened';
  readonly replica: Replica;
}

export interface WrittenUpdate {
  readonly kind: 'written';
}

export interface SpaceIds {
  readonly kind: 'spaces';
  readonly ids: readonly string[];
}

/** What a compaction did: `compacted` with the number of pieces (files) that became one, or `nothing-to-do`. */
export type Compaction = { readonly kind: 'compacted'; readonly pieces: number } | { readonly kind: 'nothing-to-do' };

/**
 * Why the store could not do something. Nothing that was kept is harmed by a failure.
 * - `full`: no room on the disk or in the quota
 * - `denied`: this user may not write (or read) there
 * - `unavailable`: anything else that the system reports, such as a network folder that is gone
 * - `newer-format`: a newer version of Tackboard has kept the replicas in a way that this one does not know; nothing was touched
 * - `closed`: the replica or the store is closed already
 */
export interface StoreFailure {
  readonly kind: 'full' | 'denied' | 'unavailable' | 'newer-format' | 'closed';
  /** What failed and where, in English, for a log or as the detail of a message; never holds an update's content. */
  readonly message: string;
}

/**
 * A damage that the store has worked around. All that is outside the damaged bytes was read.
 * - `damaged`: bytes that are no whole entry, with whole entries (or a marked end) after them, or in a file that nobody writes any more
 * - `unfinished`: an entry that stops at the end of what a window wrote that is not there any more
 * - `foreign`: a piece of another space's replica; it was not read
 * - `unreadable`: the system could not read the piece
 */
export interface ReplicaProblem {
  readonly kind: 'damaged' | 'unfinished' | 'foreign' | 'unreadable';
  /** The piece (a file's name without its folder, an entry of a database) that has the damage. */
  readonly file: string;
  /** Where in the piece the damage starts, in bytes. */
  readonly offset: number;
  /** How many bytes were set aside. */
  readonly bytes: number;
  /** The above in English words for people. */
  readonly message: string;
}
