/**
 * Whether all servers that share the store are heard on the bus: one that was given another bus works, but what it appends is found in the
 * store a second or two later, and nobody would say why.
 */
import type { Storage } from '../storage/storage';
import type { Cluster } from './cluster';

const LOOK_MS = 5_000;

/** What is said of it to the log. */
export interface CompanyLog {
  warn(details: object, message: string): void;
}

/** Looks at it as long as the server runs. */
export class CompanyWatch {
  readonly #timer: NodeJS.Timeout;
  /** How many were missing when it was looked at last: who has just come is not heard yet, and who has just gone may still count. */
  #missing = 0;
  #fault: string | undefined;

  constructor(storage: Pick<Storage, 'servers'>, cluster: Pick<Cluster, 'areHeard' | 'others'>, log: CompanyLog) {
    const look = async (): Promise<void> => {
      const others = (await storage.servers()) - 1;
      const missing = cluster.areHeard ? Math.max(0, others - cluster.others) : 0;
      const before = this.#fault;
      this.#fault = Math.min(missing, this.#missing) > 0 ? words(missing, others) : undefined;
      this.#missing = missing;
      if (this.#fault !== undefined && before === undefined) log.warn({}, this.#fault);
    };
    // While the database is away nothing is known, and it says itself that it is.
    this.#timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  }

  /** What is wrong, in words. */
  get fault(): string | undefined {
    return this.#fault;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

function words(missing: number, others: number): string {
  return `${missing} of ${others} other server${others === 1 ? '' : 's'} of the database cannot be heard on the bus; all of them need the same`;
}
