/** When what a line has sent is safe: asks the server with a barrier, one at a time, and tells what came back (message 100, rule W6). */

/** What a barrier is handed from around it. */
export interface BarrierOptions<T> {
  /** Sends a barrier with a number. */
  readonly send: (value: number) => void;
  /** What has been sent by now and waits to be safe. */
  readonly sent: () => readonly T[];
  /** The server has these on disk. */
  readonly settle: (safe: readonly T[]) => void;
}

/** The barrier of one line. What a refused message was in is never settled, until the server asks for everything again. */
export class Barrier<T> {
  readonly #options: BarrierOptions<T>;
  #answered = false;
  #refused = false;
  #value = 0;
  #waiting: readonly T[] | undefined;
  #again = false;

  constructor(options: BarrierOptions<T>) {
    this.#options = options;
  }

  /** Whether the server has refused what was sent since it last asked for everything. */
  get refused(): boolean {
    return this.#refused;
  }

  /** The server's question was answered: all that is here has been sent to it, what it refused before too. */
  answered(): void {
    this.#answered = true;
    this.#refused = false;
    // What comes back for what was asked before the answer says nothing about what is in it.
    this.#waiting = undefined;
    this.#again = false;
    this.#ask();
  }

  /** Something was sent. */
  sent(): void {
    if (!this.#answered || this.#refused) return;
    if (this.#waiting) this.#again = true;
    else this.#ask();
  }

  /** The server has refused something that came before. */
  refuse(): void {
    this.#refused = true;
  }

  /** A barrier came back. */
  returned(value: number): void {
    const safe = this.#waiting;
    if (!safe || value !== this.#value) return;
    this.#waiting = undefined;
    const again = this.#again;
    this.#again = false;
    if (this.#refused) return;
    this.#options.settle(safe);
    if (again) this.#ask();
  }

  /** The line is down: nothing that it carried comes back. */
  down(): void {
    this.#answered = false;
    this.#waiting = undefined;
    this.#again = false;
  }

  #ask(): void {
    const sent = this.#options.sent();
    if (sent.length === 0) return;
    this.#waiting = sent;
    this.#options.send(++this.#value);
  }
}
