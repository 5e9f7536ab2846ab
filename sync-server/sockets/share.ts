/** What the sockets of one user take of the server together, and its bounds: others do not feel what one user does (rule W9). */

/** Sockets at once. */
const SOCKETS_MAX = 2_000;
/** Bytes of frames that have not come whole yet. */
const INCOMING_MAX = 256 * 1024 * 1024;
/** Bytes of answers that wait to be sent. */
const ANSWERS_MAX = 256 * 1024 * 1024;
/** Work of fewer milliseconds is followed by the next at once. */
const SHORT_MS = 10;

export class Share {
  #sockets = 0;
  #incoming = 0;
  #answers = 0;
  #turn: Promise<void> = Promise.resolve();

  /** Takes one more socket. @returns false where there are too many */
  open(): boolean {
    if (this.#sockets >= SOCKETS_MAX) return false;
    this.#sockets++;
    return true;
  }

  /** @returns whether that was the last socket */
  close(): boolean {
    return --this.#sockets === 0;
  }

  /** Counts bytes that came, of a frame that is not whole; a negative number once it is. @returns false where there are too many */
  incoming(bytes: number): boolean {
    this.#incoming += bytes;
    return this.#incoming <= INCOMING_MAX;
  }

  /** Counts bytes of answers that wait to be sent; a negative number once they are. */
  answers(bytes: number): void {
    this.#answers += bytes;
  }

  /** Whether one more answer may be made. */
  get mayAnswer(): boolean {
    return this.#answers <= ANSWERS_MAX;
  }

  /** Does one piece of work after the other. What takes long is followed by a pause as long as it took, so that the others get half of the time. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const start = performance.now();
      await work();
      const took = performance.now() - start;
      if (took > SHORT_MS) await new Promise((done) => setTimeout(done, took));
    });
    return this.#turn;
  }
}
