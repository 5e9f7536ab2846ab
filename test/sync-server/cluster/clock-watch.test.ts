/** Whether a machine's clock is that of the database, and how it is said. */
import { expect, test } from 'vitest';
import { clockFault, clockOffset } from '../../../sync-server/cluster/clock-watch';

test('[W11] a clock is compared with the middle of the time that the answer took', async () => {
  const times = [1_000, 1_400];
  const offset = await clockOffset({ time: async () => 700 }, () => times.shift() ?? 0);
  expect(offset).toBe(500);
});

test('[W11] a clock that is minutes off is said, with how far and which way', () => {
  expect([clockFault(60_000), clockFault(-59_999)]).toEqual([undefined, undefined]);
  expect(clockFault(5 * 60_000)).toBe("the clock of this machine is 5 min ahead of the database's");
  expect(clockFault(-3 * 60 * 60_000)).toBe("the clock of this machine is 3 h behind the database's");
});
