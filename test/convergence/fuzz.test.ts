// Convergence: whatever windows do apart, in whatever order their messages come, it comes together right.
// `npm run fuzz` runs thousands of seeds; a seed that ever failed has a test of its own here.
import { expect, test } from 'vitest';
import { runSeed } from './run';
import { runTwoSpaces } from './two-spaces';

const count = Number(process.env.TACKBOARD_FUZZ_SEEDS ?? 200);
const from = Number(process.env.TACKBOARD_FUZZ_FROM ?? 1);
/** Seeds are run in blocks, so that a long run says how far it is. */
const BLOCK = 50;

for (let start = from; start < from + count; start += BLOCK) {
  const end = Math.min(start + BLOCK, from + count);
  test(`[M1, M2, M7, L11] seeds ${start} to ${end - 1} converge`, { timeout: 120_000 }, () => {
    for (let seed = start; seed < end; seed++) expect(runSeed(seed), `seed ${seed}`).toEqual([]);
  });
  test(`[M7, X2, X5, X6, X7] seeds ${start} to ${end - 1} converge over two spaces`, { timeout: 120_000 }, () => {
    for (let seed = start; seed < end; seed++) expect(runTwoSpaces(seed), `seed ${seed}`).toEqual([]);
  });
}

// What they found has tests without chance too; a run of a seed changes with what runs do, so these are no more than a reminder.
test.each([
  [
    1298,
    'a task was made once more from an older state, and the older name took the place of one that was given there',
  ],
  [1734, 'two people moved a task at once, one with a late edit, and a name that was given there was lost'],
])('[X5, X6] seed %i: %s', (seed) => {
  expect(runTwoSpaces(seed)).toEqual([]);
});
