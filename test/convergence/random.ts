// Random choices that a seed repeats exactly.

/** A source of choices. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  /** One of some values; undefined only of none. */
  pick<T>(values: readonly T[]): T | undefined;
}

/** Makes a source from a seed (the mulberry32 generator). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number) => (bound <= 0 ? 0 : next() % bound);
  return { below, oneIn: (times) => below(times) === 0, pick: (values) => values[below(values.length)] };
}
