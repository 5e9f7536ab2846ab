/** Patience with the databases of a store: one that is silent holds up who asks all of them once, and not again before it has answered. */
import { StoreUnavailable } from '../storage-failures';

/** A question is short: who has not answered it by then is taken for away. */
const PATIENCE_MS = 2_000;

export class Patience<Database> {
  /** Those of which an answer is still out. */
  readonly #silent = new Set<Database>();

  /**
   * Asks a database something that takes it no time.
   * @throws StoreUnavailable where it does not answer soon, and at once where it has not answered who asked before; else as the question does
   */
  async ask<Answer>(database: Database, question: () => Promise<Answer>): Promise<Answer> {
    if (this.#silent.has(database)) throw silence();
    const answer = question();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        this.#silent.add(database);
        const end = (): void => void this.#silent.delete(database);
        answer.then(end, end);
        fail(silence());
      }, PATIENCE_MS);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function silence(): StoreUnavailable {
  return new StoreUnavailable('it does not answer in time', 'line');
}
