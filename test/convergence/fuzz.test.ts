// Convergence: whatever windows do apart, in whatever order their messages come, it comes together right.
// `npm run fuzz` runs thousands of seeds. A run of a seed changes with what runs do, so what one has found has a test without chance, by name, beside
// the others of its rule, which names the seed.
import { expect, test } from 'vitest';
import { runSeed } from './run';
import { runSpaces } from './spaces';

const count = Number(process.env.TACKBOARD_FUZZ_SEEDS ?? 200);
const from = Number(process.env.TACKBOARD_FUZZ_FROM ?? 1);
/** Seeds are run in blocks, so that a long run says how far it is. */
const BLOCK = 50;

for (let start = from; start < from + count; start += BLOCK) {
  const end = Math.min(start + BLOCK, from + count);
  test(`[M1, M2, M7, L11] seeds ${start} to ${end - 1} converge`, { timeout: 120_000 }, () => {
    for (let seed = start; seed < end; seed++) expect(runSeed(seed), `seed ${seed}`).toEqual([]);
  });
  for (const spaces of [2, 3]) {
    test(`[M7, X2, X4, X5, X6, X7, X9, U7] seeds ${start} to ${end - 1} converge over ${spaces} spaces`, {
      timeout: 120_000,
    }, () => {
      // Every other seed over two spaces, the others over three.
      for (let seed = start + (spaces % 2); seed < end; seed += 2)
        expect(runSpaces(seed, spaces), `seed ${seed}`).toEqual([]);
    });
  }
}
