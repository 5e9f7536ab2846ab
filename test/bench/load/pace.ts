/** Time in a measure: an even pace, and a bound on every wait. */
import { setTimeout as pause } from 'node:timers/promises';

/** Calls something so many times, evenly spread at so many a second; what is late is caught up with. */
export async function paced(count: number, perSecond: number, act: (at: number) => void): Promise<void> {
  const start = performance.now();
  for (let at = 0; at < count; at++) {
    const wait = start + (at * 1_000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    act(at);
  }
}

/**
 * Waits for something, but not for ever.
 * @throws after so many ms, saying what did not come
 */
export async function within<T>(what: string, ms: number, wait: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`Not within ${ms / 1_000} s: ${what}`);
  });
  // The timer that is called off is no one's failure.
  late.catch(() => {});
  try {
    return await Promise.race([wait, late]);
  } finally {
    over.abort();
  }
}
