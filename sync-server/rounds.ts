/** Work that is done again for who asks: one round at a time, and whoever asks while one goes on gets the next. */

/** A round covers all that was so when it began. */
export class Rounds {
  readonly #work: () => Promise<void>;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** The round that goes on, which may have begun too early for who asks now. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /**
   * Settles with a round that begins now, or where one goes on, with the one after it: the same for however many ask meanwhile.
   * Rejects where that round fails.
   */
  ask(): Promise<void> {
    if (!this.#current) {
      this.#current = this.#work().finally(() => {
        this.#current = undefined;
      });
      return this.#current;
    }
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.ask();
      });
    return this.#next;
  }
}
