/** Updates that wait for what is not here: kept and forwarded, but bounded, since what they wait for may never come (rule W5). */

import type { Coverage } from './coverage';
import type { UpdateContent } from './update-content';

/** Every document that has such updates goes through all of them at each new one. */
const BYTES_MAX = 4 * 1024 * 1024;
const COUNT_MAX = 1_000;

/** The waiting updates of a room. */
export class LooseUpdates {
  #waiting: { readonly content: UpdateContent; readonly bytes: number }[] = [];
  #bytes = 0;

  /** Whether one more of so many bytes may wait. A first one always may: it is no larger than a frame. */
  hasRoomFor(bytes: number): boolean {
    const { length } = this.#waiting;
    return length === 0 || (length < COUNT_MAX && this.#bytes + bytes <= BYTES_MAX);
  }

  add(content: UpdateContent, bytes: number): void {
    this.#waiting.push({ content, bytes });
    this.#bytes += bytes;
  }

  /** Forgets those whose wait is over, since something came. */
  settle(coverage: Coverage): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ content }) => !coverage.joins(content));
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
