// Convergence in one space: whatever windows do apart, in whatever order their messages come, it comes together right.
// `npm run fuzz` runs thousands of seeds. A run of a seed changes with what runs do, so what one has found has a test without chance, by name, beside
// the others of its rule, which names the seed.
import { expect, test } from 'vitest';
import { runSeed } from './run';
import { blocks } from './seeds';

for (const { first, past } of blocks()) {
  test(`[M1, M2, M7, L11] seeds ${first} to ${past - 1} converge`, { timeout: 120_000 }, () => {
    for (let seed = first; seed < past; seed++) expect(runSeed(seed), `seed ${seed}`).toEqual([]);
  });
}
