/** The line of updates on their way into a database: in order, as many at once as wait, and again where it failed. */
import type { Environment } from '../app/environment';
import type { StoreFailure, WrittenUpdate } from '../app/replica-store';
import { browserFailure } from './browser-failure';

/** What could not be written is tried again after so many milliseconds. */
const RETRY_MS = 2_000;

/** What a line needs of the replica that it belongs to. */
export interface UpdateLineNeeds {
  /** Of which space, for messages. */
  readonly space: string;
  readonly after: Environment['after'];
  /** Keeps updates, all or none; starts before it returns. Fails with the browser's error. */
  add(updates: readonly Uint8Array[]): Promise<void>;
  /** Told when writing starts to fail, and when it works again. */
  writing(state: WrittenUpdate | StoreFailure): void;
}

export class UpdateLine {
  readonly #needs: UpdateLineNeeds;
  readonly #waiting: Uint8Array[] = [];
  #attempt: Promise<WrittenUpdate | StoreFailure> | undefined;
  #next: Promise<WrittenUpdate | StoreFailure> | undefined;
  #failing = false;
  #cancelRetry: () => void = () => {};

  constructor(needs: UpdateLineNeeds) {
    this.#needs = needs;
  }

  /** How many updates are not kept yet. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Puts an update at the end. @returns how the first attempt that it was part of ended */
  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    this.#waiting.push(update);
    return this.#write();
  }

  /** Tries once more to keep what waits, and tries no more by itself after that. */
  async close(): Promise<void> {
    await this.#write();
    this.#cancelRetry();
  }

  /** One attempt at all that waits now. Where one is on its way, the next one follows it. */
  #write(): Promise<WrittenUpdate | StoreFailure> {
    if (this.#attempt === undefined) {
      this.#attempt = this.#writeOnce().finally(() => {
        this.#attempt = undefined;
      });
      return this.#attempt;
    }
    this.#next ??= this.#attempt.then(() => {
      this.#next = undefined;
      return this.#write();
    });
    return this.#next;
  }

  async #writeOnce(): Promise<WrittenUpdate | StoreFailure> {
    this.#cancelRetry();
    const updates = [...this.#waiting];
    if (updates.length > 0) {
      try {
        await this.#needs.add(updates);
      } catch (error) {
        return this.#fail(browserFailure(error, `writing to the replica of space ${this.#needs.space}`));
      }
      this.#waiting.splice(0, updates.length);
    }
    if (this.#failing) this.#needs.writing(WRITTEN);
    this.#failing = false;
    return WRITTEN;
  }

  #fail(failure: StoreFailure): StoreFailure {
    if (!this.#failing) this.#needs.writing(failure);
    this.#failing = true;
    this.#cancelRetry = this.#needs.after(RETRY_MS, () => void this.#write());
    return failure;
  }
}

const WRITTEN: WrittenUpdate = { kind: 'written' };
