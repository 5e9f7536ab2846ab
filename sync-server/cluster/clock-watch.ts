/**
 * Whether the clock of this machine is that of the database: several servers give times to what they merge, and decide by them when a
 * token has expired.
 */
import type { Storage, Time } from '../storage/storage';
import { FaultWatch } from './fault-watch';

/** Clocks that are set over the net differ by less than that. */
const OFF_MAX_MS = 60_000;
const LOOK_MS = 30_000;

/** What is said of it to the log. */
export interface ClockLog {
  error(details: object, message: string): void;
}

/**
 * How far a clock is from that of a store, in ms; positive where it is ahead. Half of the time that the answer took may be wrong.
 * @param now reads the clock
 */
export async function clockOffset(storage: Pick<Storage, 'time'>, now: () => Time): Promise<number> {
  const before = now();
  const time = await storage.time();
  return (before + now()) / 2 - time;
}

/** Says in words that a clock is off; undefined where it is right. @param offset in ms */
export function clockFault(offset: number): string | undefined {
  const off = Math.abs(offset);
  if (off <= OFF_MAX_MS) return undefined;
  const amount = off < 2 * 60 * 60_000 ? `${Math.round(off / 60_000)} min` : `${Math.round(off / (60 * 60_000))} h`;
  return `the clock of this machine is ${amount} ${offset > 0 ? 'ahead of' : 'behind'} the database's`;
}

/** Looks at the clock as long as the server runs. */
export function watchClock(storage: Pick<Storage, 'time'>, log: ClockLog): FaultWatch {
  return new FaultWatch(
    LOOK_MS,
    async () => clockFault(await clockOffset(storage, Date.now)),
    (fault) => log.error({}, `${fault}; it is not ready until that is right`),
  );
}
