/** Gathers what is sent to a socket in one turn of the event loop into one write. */
import type { Duplex } from 'node:stream';

export class Corks {
  #corked = new Set<Duplex>();
  #scheduled = false;

  /** Holds what is written to a socket from now on back until the turn is over, or `open` is called. */
  cork(socket: Duplex): void {
    if (this.#corked.has(socket)) return;
    socket.cork();
    this.#corked.add(socket);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.open());
  }

  /** Lets everything go. */
  open(): void {
    this.#scheduled = false;
    const corked = this.#corked;
    this.#corked = new Set();
    for (const socket of corked) socket.uncork();
  }
}
