/** An event of one kind: who wants to hear of it, and telling them. */

/** Ends what it stands for. Ending twice is fine. */
export interface Disposable {
  dispose(): void;
}

/** Tells its listeners; one that throws does not keep the others from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Calls back at every event from now on. */
  readonly event = (listener: (value: T) => void): Disposable => {
    // A function of its own, so that one listener can be added twice and removed once.
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  /** Tells everyone who listens now. What a listener throws is thrown on once all have heard. */
  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Things to be ended together, last first. What is added after the end is ended at once. */
export class DisposableStore implements Disposable {
  #items: Disposable[] | undefined = [];

  /** Takes something to be ended with the rest. @returns the same thing */
  add<T extends Disposable>(item: T): T {
    if (this.#items) this.#items.push(item);
    else item.dispose();
    return item;
  }

  dispose(): void {
    const items = this.#items ?? [];
    this.#items = undefined;
    for (const item of items.reverse()) item.dispose();
  }
}
