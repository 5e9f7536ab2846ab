/** A wait that a machine's sleep and a clock that is set anew cannot lengthen. */
import type { Environment } from '../environment';

/** How often the clock is looked at (ms). A timer does not count the time in which the machine sleeps. */
const LOOK_MS = 3_000;

/**
 * Calls back once when so many milliseconds have passed by the timers or by the clock, whichever says so first;
 * after a sleep that was longer, some seconds after the machine is awake.
 * @returns cancels it; cancelling twice is fine
 */
export function setAlarm(
  { now, after }: Pick<Environment, 'now' | 'after'>,
  ms: number,
  callback: () => void,
): () => void {
  const end = Date.parse(now()) + ms;
  let left = ms;
  let cancel = () => {};
  const wait = () => {
    const slice = Math.max(0, Math.min(left, LOOK_MS, end - Date.parse(now())));
    cancel = after(slice, () => {
      left -= slice;
      if (left <= 0 || Date.parse(now()) >= end) callback();
      else wait();
    });
  };
  wait();
  return () => cancel();
}
