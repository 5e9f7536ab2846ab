/** Waiting for a condition, never for a time. In Node and in browsers. */

/** How to wait. */
export interface Patience {
  /** the longest wait in ms; 30,000 unless told */
  readonly timeout?: number;
  /** between two looks in ms; 50 unless told */
  readonly every?: number;
}

/** What is being waited for, and since when (ms): what a test that ran out of time has to tell. */
const waits = new Set<{ readonly what: string; readonly since: number }>();

/** What is still waited for of what was begun since a moment (ms since 1970), in the words of its error. */
export function waitedForSince(moment: number): readonly string[] {
  return [...waits].filter(({ since }) => since >= moment).map(({ what }) => what);
}

/**
 * Looks until there is something to see.
 * @param what what is waited for, in the words of the error
 * @param look gives the thing, or undefined or false while it is not there; what it throws counts as not there
 * @throws after the timeout, saying what did not come and what the last look threw
 */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { timeout = 30_000, every = 50 }: Patience = {},
): Promise<T> {
  const wait = { what, since: Date.now() };
  waits.add(wait);
  try {
    return await looked(what, look, { timeout, every });
  } finally {
    waits.delete(wait);
  }
}

async function looked<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { timeout, every }: Required<Patience>,
): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + timeout; ; ) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Not within ${timeout} ms: ${what}`, { cause: last });
    await new Promise((later) => setTimeout(later, every));
  }
}
