/** The line of updates into a database: nothing leaves it before it is kept, and a failure passes by itself. */
import { expect, it } from 'vitest';
import { UpdateLine } from '../../../extension/web/update-line';

const update = (number: number): Uint8Array => Uint8Array.of(number);

function line() {
  const kept: number[] = [];
  const states: string[] = [];
  const retries: (() => void)[] = [];
  let failure: DOMException | undefined;
  const made = new UpdateLine({
    space: 'space',
    after: (_ms, run) => {
      retries.push(run);
      return () => void retries.splice(retries.indexOf(run), 1);
    },
    add: async (updates) => {
      if (failure) throw failure;
      kept.push(...updates.flatMap((bytes) => [...bytes]));
    },
    writing: ({ kind }) => states.push(kind),
  });
  return {
    line: made,
    kept,
    states,
    retries,
    fail: (name: string | undefined) => {
      failure = name === undefined ? undefined : new DOMException('of the test', name);
    },
  };
}

it.each([
  ['QuotaExceededError', 'full'],
  ['NotAllowedError', 'denied'],
  ['UnknownError', 'unavailable'],
])('says of a %s that it is %s, keeps all in line, and writes it when that has passed', async (name, kind) => {
  const { line: updates, kept, states, retries, fail } = line();
  fail(name);
  expect(await updates.append(update(1))).toMatchObject({ kind });
  expect(await updates.append(update(2))).toMatchObject({ kind });
  expect(updates.length).toBe(2);
  expect(states).toEqual([kind]);
  fail(undefined);
  expect(retries).toHaveLength(1);
  retries[0]?.();
  await expect.poll(() => updates.length).toBe(0);
  expect(kept).toEqual([1, 2]);
  expect(states).toEqual([kind, 'written']);
});

it('starts before append returns, and writes together what comes meanwhile', async () => {
  const batches: number[] = [];
  const updates = new UpdateLine({
    space: 'space',
    after: () => () => {},
    add: async (batch) => void batches.push(batch.length),
    writing: () => {},
  });
  const answers = [1, 2, 3].map((number) => updates.append(update(number)));
  expect(batches).toEqual([1]);
  await Promise.all(answers);
  expect(batches).toEqual([1, 2]);
});

it('tries what waits once more when it is closed, and then no more', async () => {
  const { line: updates, kept, retries, fail } = line();
  fail('QuotaExceededError');
  await updates.append(update(1));
  await updates.close();
  expect(retries).toHaveLength(0);
  fail(undefined);
  await updates.close();
  expect(kept).toEqual([1]);
});

it('does not hide a bug behind a failure of the browser', async () => {
  const updates = new UpdateLine({
    space: 'space',
    after: () => () => {},
    add: () => Promise.reject(new TypeError('a bug')),
    writing: () => {},
  });
  await expect(updates.append(update(1))).rejects.toThrow('a bug');
});
