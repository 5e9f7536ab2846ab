/** Setup of tests that wait: one that ran out of time says what it was waiting for. */
import { afterEach } from 'vitest';
import { waitedForSince } from './wait';

afterEach(({ task: { result } }) => {
  const [error] = result?.errors ?? [];
  const waits = waitedForSince(result?.startTime ?? Date.now());
  // In its first line, which is the one that a summary shows.
  if (error && waits.length > 0)
    error.message = error.message.replace(/\.?(?=\n|$)/, `, waiting for ${waits.join(', and for ')}.`);
});
