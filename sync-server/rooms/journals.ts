/** The journals of a store: one for each of its parts, so that what one cannot write now holds up no space of another. */
import type { SpaceId } from '../../shared/ids';
import type { DocumentStore } from '../storage/storage';
import { Journal, type Pending } from './journal';

export class Journals<Source> {
  readonly #documents: DocumentStore;
  readonly #afterFlush: () => void;
  readonly #parts = new Map<number, Journal<Source>>();

  /** @param afterFlush called once a turn of a part, when all rooms have been told */
  constructor(documents: DocumentStore, afterFlush: () => void) {
    this.#documents = documents;
    this.#afterFlush = afterFlush;
  }

  /** How many transactions were written, with how many updates of how many bytes in all. */
  get written(): Journal<Source>['written'] {
    const sum = { commits: 0, updates: 0, bytes: 0 };
    for (const { written } of this.#parts.values()) {
      sum.commits += written.commits;
      sum.updates += written.updates;
      sum.bytes += written.bytes;
    }
    return sum;
  }

  /** Takes an update for this turn's commit. @returns settles with that commit: rejects if nothing of it is on disk */
  push(entry: Pending<Source>): Promise<void> {
    const part = this.#documents.partOf(entry.space);
    let journal = this.#parts.get(part);
    if (!journal) {
      journal = new Journal(this.#documents, this.#afterFlush);
      this.#parts.set(part, journal);
    }
    return journal.push(entry);
  }

  /** Settles when everything that was pushed until now is on disk, in the part of a space; undefined where it is already. */
  settledOf(space: SpaceId): Promise<void> | undefined {
    return this.#parts.get(this.#documents.partOf(space))?.settled();
  }

  /** The same of all parts. */
  settled(): Promise<unknown> | undefined {
    const waits = [...this.#parts.values()].flatMap((journal) => journal.settled() ?? []);
    return waits.length > 0 ? Promise.all(waits) : undefined;
  }
}
