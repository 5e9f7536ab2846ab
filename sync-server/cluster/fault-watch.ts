/** Looks at something around a server again and again, as long as that runs. */

/** Tells once of each time that it is no longer as it should be. */
export class FaultWatch {
  readonly #timer: NodeJS.Timeout;
  #fault: string | undefined;

  /**
   * @param everyMs how often it looks
   * @param look says what is wrong, in words; undefined where nothing is
   * @param tell called when something is wrong that was right before
   */
  constructor(everyMs: number, look: () => Promise<string | undefined>, tell: (fault: string) => void) {
    const lookNow = async (): Promise<void> => {
      const before = this.#fault;
      this.#fault = await look();
      if (this.#fault !== undefined && before === undefined) tell(this.#fault);
    };
    // While the database is away nothing is known, and it says itself that it is.
    this.#timer = setInterval(() => void lookNow().catch(() => undefined), everyMs);
  }

  /** What is wrong, in words. */
  get fault(): string | undefined {
    return this.#fault;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
