/** The log that one window writes for one space: updates in the order in which they came, in files that no other window writes to. */
import { join } from 'node:path';
import type { StoreFailure, WrittenUpdate } from '../app/replica-store';
import { type Disk, diskFailure, isDiskError, type OpenFile } from './disk';
import { encodeHeader } from './piece-header';
import { encodeEntry } from './replica-entry';

/** A log longer than this, in bytes, is ended and another begun, so that it can be compacted while the window goes on. */
const LONG = 2 ** 20;

/** How many bytes go into one write, if no update is longer. */
const BATCH = 4 * 2 ** 20;

const NOTHING = new Uint8Array(0);
const WRITTEN: WrittenUpdate = { kind: 'written' };

/** What a log writer needs of the replica that it belongs to. */
export interface LogWriterNeeds {
  readonly disk: Disk;
  readonly folder: string;
  readonly space: string;
  /** A new name for a log of this window. */
  nextName(): string;
  /** All that this window knows, as one update. */
  wholeState(): Uint8Array;
  /** Told of each file that it begins or ends. */
  file(name: string, ended: boolean): void;
  /** Told when writing starts to fail and when it works again. */
  writing(state: WrittenUpdate | StoreFailure): void;
}

interface Waiting {
  readonly entry: Uint8Array;
  /** Answers whoever waits; nobody does any more once it was answered with a failure. */
  answer: ((result: WrittenUpdate | StoreFailure) => void) | undefined;
}

/**
 * Writes without waiting for the disk itself (no fsync an update): what the system has taken outlives the process, however that ends.
 * Only a cut of power can take it, so the disk is asked to keep it every few seconds (`flush`).
 */
export class LogWriter {
  private readonly line: Waiting[] = [];
  private current: { readonly name: string; readonly file: OpenFile; length: number } | undefined;
  private failing = false;
  private owesState = false;
  private unflushed = false;
  private running: Promise<void> | undefined;

  constructor(private readonly needs: LogWriterNeeds) {}

  /** How many updates wait to be written. */
  get waiting(): number {
    return this.line.length;
  }

  /** Appends an update, after all that came before it. Writing starts at once if nothing else is being written. */
  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    return new Promise((answer) => {
      this.line.push({ entry: encodeEntry('update', update), answer });
      void this.write();
    });
  }

  /** Tries again what failed; nothing if nothing waits. Resolves when all is written or it failed again. */
  write(): Promise<void> {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Writes the whole state into a new file, since something that was kept has been removed. */
  writeAnew(): Promise<void> {
    this.owesState = true;
    return this.write();
  }

  /** Writes the whole state anew if the current file is shorter than what was written to it: somebody has cut it off. */
  async check(): Promise<void> {
    const current = this.current;
    if (current === undefined || this.running !== undefined) return;
    const { length } = current;
    const size = await this.size(current.name);
    if (size !== undefined && size < length) await this.writeAnew();
  }

  /** Asks the disk to keep what was written, even if the power is cut. */
  async flush(): Promise<void> {
    if (!this.unflushed || this.current === undefined) return;
    this.unflushed = false;
    // A mount that cannot flush loses no more than it always would.
    await this.current.file.flush().catch(throwBug);
  }

  /** Writes what waits and the end mark. What cannot be written stays unwritten. */
  async close(): Promise<void> {
    while (this.running !== undefined) await this.running;
    if (this.line.length > 0 || this.owesState) await this.write();
    await this.end();
  }

  private async run(): Promise<void> {
    while (this.line.length > 0 || this.owesState) {
      try {
        await this.writeBatch();
      } catch (error) {
        this.fail(diskFailure(error, `writing to the replica in ${this.needs.folder}`));
        return;
      }
      if (this.failing) this.needs.writing(WRITTEN);
      this.failing = false;
    }
  }

  private async writeBatch(): Promise<void> {
    const count = this.batchLength();
    const entries = this.line.slice(0, count).map(({ entry }) => entry);
    if (this.owesState) await this.leave();
    if (!(await this.put(entries))) {
      // Our file is gone: another window took us for gone and put it into a snapshot, or somebody removed it.
      await this.leave();
      this.owesState = true;
      if (!(await this.put(entries))) throw removedAgain(this.needs.folder);
    }
    for (const { answer } of this.line.splice(0, count)) answer?.(WRITTEN);
    if (this.current !== undefined && this.current.length > LONG) await this.end();
  }

  private batchLength(): number {
    let bytes = 0;
    const end = this.line.findIndex(({ entry }, at) => {
      bytes += entry.length;
      return at > 0 && bytes > BATCH;
    });
    return end === -1 ? this.line.length : end;
  }

  /** Writes entries to the current file or a new one. @returns whether the file is still in its place, and the entries with it */
  private async put(entries: readonly Uint8Array[]): Promise<boolean> {
    const owed = this.owesState;
    const state = owed ? [encodeEntry('update', this.needs.wholeState())] : [];
    const current = this.current ?? (await this.begin());
    const header = encodeEntry('header', encodeHeader({ space: this.needs.space, sources: new Map() }));
    const bytes = joined([...(current.length === 0 ? [header] : []), ...state, ...entries]);
    // At a place of its own, so that trying again overwrites what a failure left half-written. Nothing is waited for before it:
    // the write is under way even if something else keeps this process busy until it is killed.
    await current.file.write(bytes, current.length);
    // Looked at after the write: a window that takes our file away renames it first and reads it then. If the file is in its
    // place still, what we wrote is read; if not, we know.
    const length = current.length + bytes.length;
    if (((await this.size(current.name)) ?? 0) < length) return false;
    current.length = length;
    this.unflushed = true;
    if (owed) this.owesState = false;
    return true;
  }

  private async size(name: string): Promise<number | undefined> {
    return (await this.needs.disk.status(join(this.needs.folder, name)))?.size;
  }

  private async begin(): Promise<NonNullable<typeof this.current>> {
    const { disk, folder } = this.needs;
    const name = this.needs.nextName();
    await disk.makeFolder(folder);
    // Known before it is there, so that it is never read as another window's.
    this.needs.file(name, false);
    this.current = { name, file: await disk.create(join(folder, name)), length: 0 };
    return this.current;
  }

  /** Ends the current file with its mark. */
  private async end(): Promise<void> {
    const ending = this.current;
    if (ending === undefined) return;
    try {
      if (ending.length > 0) await ending.file.write(encodeEntry('end', NOTHING), ending.length);
      await ending.file.flush();
    } catch (error) {
      // Without its mark the file is compacted later, when this window is gone.
      throwBug(error);
    }
    await this.leave();
  }

  /** Lets go of the current file. */
  private async leave(): Promise<void> {
    const left = this.current;
    if (left === undefined) return;
    this.current = undefined;
    this.needs.file(left.name, true);
    await left.file.close().catch(throwBug);
  }

  private fail(failure: StoreFailure): void {
    const first = !this.failing;
    this.failing = true;
    for (const waiting of this.line) {
      waiting.answer?.(failure);
      waiting.answer = undefined;
    }
    if (first) this.needs.writing(failure);
  }
}

function joined(entries: readonly Uint8Array[]): Uint8Array {
  return entries.length === 1 && entries[0] !== undefined ? entries[0] : Buffer.concat(entries);
}

function throwBug(error: unknown): void {
  if (!isDiskError(error)) throw error;
}

function removedAgain(folder: string): Error {
  return Object.assign(new Error(`the log in ${folder} is removed as soon as it is written`), {
    code: 'ENOENT',
    errno: 0,
  });
}
