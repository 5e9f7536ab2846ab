// Convergence over several spaces: records that people move between them apart come together right, with what was written last.
import { expect, test } from 'vitest';
import { blocks } from './seeds';
import { runSpaces } from './spaces';

for (const { first, past } of blocks()) {
  for (const spaces of [2, 3]) {
    test(`[M7, X2, X4, X5, X6, X7, X9, U7] seeds ${first} to ${past - 1} converge over ${spaces} spaces`, {
      timeout: 120_000,
    }, () => {
      // Every other seed over two spaces, the others over three.
      for (let seed = first + (spaces % 2); seed < past; seed += 2)
        expect(runSpaces(seed, spaces), `seed ${seed}`).toEqual([]);
    });
  }
}
