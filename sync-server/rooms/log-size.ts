/** How much log a space has beside its snapshot, and when that is enough to be folded into it. */
import type { LogEntry, StoredAmount, StoredDocument } from '../storage/storage';

/** A log of so many entries, or bytes, is folded into a snapshot; of a large space later, since that writes all of it. */
const FOLD_ENTRIES = 500;
const FOLD_BYTES = 1024 * 1024;
const SNAPSHOT_BYTES_PER_ENTRY = 10_000;
/** After folding has failed, which a full disk does to it, it is left alone for so long. */
const FOLD_AGAIN_MS = 30_000;

/** What a log holds. */
export interface LogAmount {
  readonly entries: number;
  readonly bytes: number;
}

export class LogSize {
  #log: LogAmount;
  #snapshotBytes: number;
  #foldAfter = 0;

  constructor({ snapshot, log }: StoredDocument) {
    this.#log = amountOf(log);
    this.#snapshotBytes = snapshot?.update.length ?? 0;
  }

  /** Says what is stored, where others fold it too. */
  set({ entries, bytes, snapshotBytes }: StoredAmount): void {
    this.#log = { entries, bytes };
    this.#snapshotBytes = snapshotBytes;
  }

  /** Counts entries that were appended. */
  add(entries: readonly Pick<LogEntry, 'update'>[]): void {
    const more = amountOf(entries);
    this.#log = { entries: this.#log.entries + more.entries, bytes: this.#log.bytes + more.bytes };
  }

  /** Whether the log is to be folded now. */
  get isDue(): boolean {
    const { entries, bytes } = this.#log;
    const entriesMax = Math.max(FOLD_ENTRIES, this.#snapshotBytes / SNAPSHOT_BYTES_PER_ENTRY);
    const bytesMax = Math.max(FOLD_BYTES, this.#snapshotBytes / 4);
    return (entries > entriesMax || bytes > bytesMax) && performance.now() >= this.#foldAfter;
  }

  /** Says that folding begins: where it fails it is not due again at once. @returns what is being folded */
  begin(): LogAmount {
    this.#foldAfter = performance.now() + FOLD_AGAIN_MS;
    return this.#log;
  }

  /** Says that so much was folded into a snapshot of so many bytes. */
  folded({ entries, bytes }: LogAmount, snapshotBytes: number): void {
    this.#foldAfter = 0;
    this.#log = { entries: this.#log.entries - entries, bytes: this.#log.bytes - bytes };
    this.#snapshotBytes = snapshotBytes;
  }
}

function amountOf(entries: readonly Pick<LogEntry, 'update'>[]): LogAmount {
  return { entries: entries.length, bytes: entries.reduce((sum, { update }) => sum + update.length, 0) };
}
