/** Updates that wait for what is not here: kept and forwarded, but bounded, since what they wait for may never come (rule W5). */

import type { Coverage } from './coverage';
import type { UpdateContent } from './update-content';

const BYTES_MAX = 4 * 1024 * 1024;
/**
 * Every document that has such updates goes through all of them at each new one, here and in everyone's editor: the bytes
 * that may be gone through in all, some tenths of a second. Without it a bound on the bytes leaves minutes of work.
 */
const WORK_MAX = 16 * 1024 * 1024;
/** What an update costs to go through besides its bytes, in bytes. */
const WORK_EACH = 1024;

/** The waiting updates of a room. */
export class LooseUpdates {
  #waiting: { readonly content: UpdateContent; readonly bytes: number }[] = [];
  #bytes = 0;
  /** What has been gone through since nothing waited. */
  #work = 0;

  /** Whether one more of so many bytes may wait. A first one always may: it is no larger than a frame. */
  hasRoomFor(bytes: number): boolean {
    if (this.#waiting.length === 0) return true;
    return this.#bytes + bytes <= BYTES_MAX && this.#work + this.#workWith(bytes) <= WORK_MAX;
  }

  add(content: UpdateContent, bytes: number): void {
    this.#work += this.#workWith(bytes);
    this.#waiting.push({ content, bytes });
    this.#bytes += bytes;
  }

  /** Forgets those whose wait is over, since something came. */
  settle(coverage: Coverage): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ content }) => !coverage.joins(content));
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#waiting.length === 0) this.#work = 0;
  }

  /** What it takes to go through all that waits, and one more of so many bytes. */
  #workWith(bytes: number): number {
    return this.#bytes + bytes + WORK_EACH * (this.#waiting.length + 1);
  }
}
