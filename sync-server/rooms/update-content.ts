/** What an update holds, told without its contents: stretches of what clients wrote and deleted, what they stand on, how deep they lie. */

/** A stretch of what a client wrote, or of what was deleted of it. */
export interface ClockRange {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}

/** A stretch that lies deeper in other types than the layout needs. */
export interface DeepRange extends ClockRange {
  /** In how many types it lies; in a root: 1. */
  readonly depth: number;
}

/** How deep an item lies that came before; undefined where it lies no deeper than the layout needs, or is not known. */
export type KnownDepth = (client: number, clock: number) => number | undefined;

/** The last struct that has to be there of a client. */
export interface Need {
  readonly client: number;
  readonly clock: number;
}

/** A stretch of what a client wrote, with what of other clients must be there before any of it: what it stands beside or in. */
export interface Step extends ClockRange {
  readonly needs: readonly Need[];
}

/** What an update holds, without the contents. */
export interface UpdateContent {
  readonly structs: readonly ClockRange[];
  readonly deletes: readonly ClockRange[];
  /** The structs once more, in the order in which a document takes them in: a client's together, by clock. */
  readonly steps: readonly Step[];
  readonly deep: readonly DeepRange[];
}
