/** Time and chance for the replica store, handed in so that tests decide about them; and how long things take. */

export interface ReplicaTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once after some milliseconds, without keeping the process alive for it. @returns cancels it */
  after(milliseconds: number, run: () => void): () => void;
  /** A number from 0 up to but not including 1. */
  chance(): number;
}

/** The machine's own time and chance. */
export const machineTime: ReplicaTime = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
  chance: Math.random,
};

/** How often folders are looked at for what other windows wrote, in milliseconds; watching them is quicker where it works. */
export const LOOK_EVERY = 500;

/** How long after the system reports a change in a folder it is looked at, in milliseconds: what comes in a burst is read at once. */
export const LOOK_AFTER_HINT = 15;

/** How often a window gives a sign of life, in milliseconds. */
export const BEAT_EVERY = 2000;

/** A window that gave no sign of life for this long (milliseconds) is taken to write no more; an entry of it that stops halfway stays so. */
export const SILENT_AFTER = 10_000;

/**
 * A window that gave no sign of life for this long (milliseconds) is gone, and its logs are taken into snapshots and removed.
 * Long enough for clocks of two machines on one folder to differ by minutes; should it be alive after all, it writes its state anew.
 */
export const GONE_AFTER = 10 * 60_000;

/** A temporary file that is this old (milliseconds) was left by a window that was killed. */
export const STALE_AFTER = 60 * 60_000;

/** When there is enough to compact, it happens after a time between these two (milliseconds), by chance, so that seldom two windows do it. */
export const COMPACT_BETWEEN = [30_000, 120_000] as const;
