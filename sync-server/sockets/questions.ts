/** The questions of a socket that wait for their answer: answered one at a time, and bounded (rule W9). */
import type { Share } from './share';

/** More than any client asks. */
const COUNT_MAX = 1_000;
const BYTES_MAX = 16 * 1024 * 1024;

/** What the questions need of their socket. */
export interface Answering {
  /** Whether the socket can be sent one more answer now. */
  readonly mayAnswer: () => boolean;
  readonly answer: (question: Uint8Array) => Promise<void>;
  readonly failed: () => void;
}

export class Questions {
  readonly #share: Share;
  readonly #answering: Answering;
  readonly #waiting: Uint8Array[] = [];
  #bytes = 0;
  #busy = false;

  constructor(share: Share, answering: Answering) {
    this.#share = share;
    this.#answering = answering;
  }

  /** Takes a question. @returns false where too much waits already */
  add(question: Uint8Array): boolean {
    this.#waiting.push(question);
    this.#bytes += question.length;
    return this.#waiting.length <= COUNT_MAX && this.#bytes <= BYTES_MAX;
  }

  /** Answers what waits, where the socket and its user's share allow it; to be called again when that may have changed. */
  next(): void {
    if (this.#busy || this.#waiting.length === 0 || !this.#ready()) return;
    this.#busy = true;
    const done = this.#share.inTurn(async () => {
      // Its turn may have come late.
      if (!this.#ready()) return;
      const question = this.#waiting.shift();
      if (!question) return;
      this.#bytes -= question.length;
      try {
        await this.#answering.answer(question);
      } catch {
        this.#answering.failed();
      }
    });
    void done.then(() => {
      this.#busy = false;
      this.next();
    });
  }

  #ready(): boolean {
    return this.#share.mayAnswer && this.#answering.mayAnswer();
  }
}
