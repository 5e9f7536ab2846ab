/**
 * Brings the entries of a space's log to its room in order, whoever has appended them. On the one server of a store they come so by
 * themselves; where others append too, what did not come is read.
 */

import { Rounds } from '../rounds';

/** What is in a place of a log. */
interface Placed {
  readonly sequence: number;
}

/** What an intake works for. */
export interface IntakeOwner<Entry> {
  /** Takes entries that follow on each other, and on the last. @returns how many were told of them */
  take(entries: readonly Entry[]): number;
  /**
   * Reads what came after an entry, takes in whatever stands for several at once, and gives the rest.
   * @returns the entries that follow, and the one that they follow on
   */
  read(after: number): Promise<{ readonly through: number; readonly entries: readonly Entry[] }>;
  /** Whether nobody else appends: then nothing lacks, and a place that is empty was given to what was set aside. */
  readonly isAlone: boolean;
  /** How many ms what came early waits for what is to come before it, before that is read. */
  readonly patience: number;
  /** What lies between could not be read; it is read when someone asks again. */
  failed(error: unknown): void;
}

/** So many entries wait for one before them; then it is read at once. */
const EARLY_MAX = 256;

export class Intake<Entry extends Placed> {
  readonly #owner: IntakeOwner<Entry>;
  #last: number;
  /** What came before what it follows on. */
  readonly #early = new Map<number, Entry>();
  #timer: NodeJS.Timeout | undefined;
  readonly #readings = new Rounds(() => this.#read());
  #ended = false;

  /** @param last the entry up to which the room has everything */
  constructor(last: number, owner: IntakeOwner<Entry>) {
    this.#last = last;
    this.#owner = owner;
  }

  /** The entry up to which the room has everything. */
  get last(): number {
    return this.#last;
  }

  /** Whether something has come that waits for what is before it. */
  get isWaiting(): boolean {
    return this.#early.size > 0;
  }

  /** Takes entries that come one after the other; at once if nothing lacks before them. @returns how many were told of them by now */
  offer(entries: readonly Entry[]): number {
    const fresh = entries.filter(({ sequence }) => sequence > this.#last);
    if (fresh.length === 0 || this.#ended) return 0;
    if (this.#owner.isAlone || fresh[0]?.sequence === this.#last + 1) return this.#take(fresh) + this.#takeEarly();
    for (const entry of fresh) if (!this.#early.has(entry.sequence)) this.#early.set(entry.sequence, entry);
    this.#awaitGap();
    return 0;
  }

  /** Says that the log goes on to an entry at least. */
  grown(last: number): void {
    if (last > this.#last && !this.#ended) this.#readSoon();
  }

  /** Has everything that is in the store when this is called. Rejects where that cannot be read. */
  catchUp(): Promise<void> {
    return this.#readings.ask();
  }

  /** Nothing is taken after this. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#early.clear();
  }

  /** What lacks may be on its way: two servers that append at once hear of each other a moment later. */
  #awaitGap(): void {
    if (this.#early.size > EARLY_MAX || this.#owner.patience === 0) this.#readSoon();
    else this.#timer ??= setTimeout(() => this.#readSoon(), this.#owner.patience);
  }

  #readSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One that is under way may do; if not, there is another.
    void (this.#readings.current ?? this.catchUp()).then(
      () => this.#early.size > 0 && !this.#ended && this.#awaitGap(),
      (error: unknown) => {
        // They are in the store, too.
        this.#early.clear();
        if (!this.#ended) this.#owner.failed(error);
      },
    );
  }

  async #read(): Promise<void> {
    const { through, entries } = await this.#owner.read(this.#last);
    if (this.#ended) return;
    if (through > this.#last) this.#last = through;
    const fresh = entries.filter(({ sequence }) => sequence > this.#last);
    // As it came first, where it did: that says whose it is.
    if (fresh.length > 0) this.#take(fresh.map((entry) => this.#early.get(entry.sequence) ?? entry));
    this.#takeEarly();
  }

  #takeEarly(): number {
    if (this.#early.size === 0) return 0;
    for (const sequence of this.#early.keys()) if (sequence <= this.#last) this.#early.delete(sequence);
    const run: Entry[] = [];
    for (;;) {
      const entry = this.#early.get(this.#last + run.length + 1);
      if (!entry) break;
      run.push(entry);
    }
    for (const { sequence } of run) this.#early.delete(sequence);
    if (this.#early.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    return run.length > 0 ? this.#take(run) : 0;
  }

  #take(entries: readonly Entry[]): number {
    this.#last = entries.at(-1)?.sequence ?? this.#last;
    return this.#owner.take(entries);
  }
}
