/**
 * Whether all servers that share the store are heard on the bus: one that was given another bus works, but what it appends is found in the
 * store a second or two later, and nobody would say why.
 */
import type { Storage } from '../storage/storage';
import type { Cluster } from './cluster';
import { FaultWatch } from './fault-watch';

const LOOK_MS = 5_000;

/** What is said of it to the log. */
export interface CompanyLog {
  warn(details: object, message: string): void;
}

/** Looks at it as long as the server runs. */
export function watchCompany(
  storage: Pick<Storage, 'servers'>,
  cluster: Pick<Cluster, 'areHeard' | 'others'>,
  log: CompanyLog,
): FaultWatch {
  // Who has just come is not heard yet, and who has just gone may still count: what counts is missing twice.
  let before = 0;
  const look = async (): Promise<string | undefined> => {
    const others = (await storage.servers()) - 1;
    const missing = cluster.areHeard ? Math.max(0, others - cluster.others) : 0;
    const lasting = Math.min(missing, before);
    before = missing;
    return lasting > 0 ? words(missing, others) : undefined;
  };
  return new FaultWatch(LOOK_MS, look, (fault) => log.warn({}, fault));
}

function words(missing: number, others: number): string {
  return `${missing} of ${others} other server${others === 1 ? '' : 's'} of the database cannot be heard on the bus; all of them need the same`;
}
