/** What an update holds, told without its contents: stretches of what clients wrote and deleted, what it needs, how deep it lies. */

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

/** What an update holds, without the contents. */
export interface UpdateContent {
  readonly structs: readonly ClockRange[];
  readonly deletes: readonly ClockRange[];
  /** The last struct of every other client that something in it stands beside or in: what must be there first. */
  readonly needs: ReadonlyMap<number, number>;
  readonly deep: readonly DeepRange[];
}
