// Who asks all databases of a store is held up by a silent one once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Patience } from '../../../sync-server/storage/postgres/patience';
import { StoreUnavailable } from '../../../sync-server/storage/storage-failures';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[W12] a silent database counts as away until it has answered, and is asked nothing meanwhile', async () => {
  const patience = new Patience<string>();
  const asked: string[] = [];
  let answer: (text: string) => void = () => undefined;
  const ask = (name: string, question: Promise<string>) =>
    patience.ask(name, () => {
      asked.push(name);
      return question;
    });
  const silent = new Promise<string>((done) => {
    answer = done;
  });
  const first = ask('silent', silent).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await first).toBeInstanceOf(StoreUnavailable);
  await expect(ask('silent', silent)).rejects.toThrow('it does not answer in time');
  expect(await ask('other', Promise.resolve('here'))).toBe('here');
  expect(asked).toEqual(['silent', 'other']);
  answer('late');
  await silent;
  expect(await ask('silent', Promise.resolve('here again'))).toBe('here again');
  await expect(ask('silent', Promise.reject(new Error('its own fault')))).rejects.toThrow('its own fault');
});
