/** How often a tree is shown anew: at once after a quiet time, and in a burst of changes at most twice a second. */
import type { Environment } from '../environment';
import type { Disposable } from '../event';

/** The shortest time between two refreshes, in milliseconds. */
export const REFRESH_MS = 500;

/** Gathers what is to be shown anew; `undefined` stands for everything. */
export class RefreshPace<T> implements Disposable {
  readonly #after: Environment['after'];
  readonly #refresh: (items: readonly T[] | undefined) => void;
  #waiting: Set<T> | 'all' = new Set();
  #cancel: (() => void) | undefined;
  #disposed = false;

  /** @param refresh shows items anew; undefined: everything */
  constructor({ after }: Pick<Environment, 'after'>, refresh: (items: readonly T[] | undefined) => void) {
    this.#after = after;
    this.#refresh = refresh;
  }

  /** Asks for items to be shown anew; undefined: everything. */
  ask(items: readonly T[] | undefined): void {
    if (items === undefined || this.#waiting === 'all') this.#waiting = 'all';
    else for (const item of items) this.#waiting.add(item);
    if (!this.#cancel && !this.#disposed) this.#show();
  }

  /** Shows what waits at once: the person has done something and is to see what came of it. */
  flush(): void {
    if (this.#disposed || !this.#isWaiting) return;
    this.#cancel?.();
    this.#show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel?.();
  }

  get #isWaiting(): boolean {
    return this.#waiting === 'all' || this.#waiting.size > 0;
  }

  #show(): void {
    const items = this.#waiting;
    this.#waiting = new Set();
    this.#cancel = this.#after(REFRESH_MS, () => {
      this.#cancel = undefined;
      if (this.#isWaiting) this.#show();
    });
    this.#refresh(items === 'all' ? undefined : [...items]);
  }
}
