/** Whether the servers of a database hear each other, and how it is said. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchCompany } from '../../../sync-server/cluster/company-watch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[W11] a server of the same database that is not heard on the bus is told of, once it has had time to come or go', async () => {
  const said: string[] = [];
  const cluster = { areHeard: true, others: 1 };
  let servers = 3;
  const watch = watchCompany({ servers: async () => servers }, cluster, {
    warn: (_details, what) => said.push(what),
  });
  await vi.advanceTimersToNextTimerAsync();
  expect(watch.fault).toBeUndefined();
  await vi.advanceTimersToNextTimerAsync();
  await vi.advanceTimersToNextTimerAsync();
  const fault = '1 of 2 other servers of the database cannot be heard on the bus; all of them need the same';
  expect([watch.fault, said]).toEqual([fault, [fault]]);
  // That the bus is away is said by itself.
  cluster.areHeard = false;
  await vi.advanceTimersToNextTimerAsync();
  expect(watch.fault).toBeUndefined();
  cluster.areHeard = true;
  servers = 2;
  await vi.advanceTimersToNextTimerAsync();
  await vi.advanceTimersToNextTimerAsync();
  expect([watch.fault, said]).toEqual([undefined, [fault]]);
  watch.end();
});
