// How the states of all lines are told as one.
import { expect, test } from 'vitest';
import type { SocketState } from '../../../../extension/app/connection/socket-state';
import { summarize } from '../../../../extension/app/connection/sync-status';

const online: SocketState = { kind: 'online' };
const syncing: SocketState = { kind: 'syncing', attempt: 0 };
const first: SocketState = { kind: 'connecting', attempt: 0 };
const again: SocketState = { kind: 'connecting', attempt: 3 };
const waiting: SocketState = { kind: 'waiting', attempt: 1, retryMs: 250 };
const refused: SocketState = { kind: 'refused', reason: 'not-found' };

test.each<[string, SocketState[], string]>([
  ['no line yet', [], 'connecting'],
  ['all online', [online, online], 'synced'],
  ['one still exchanging', [online, syncing], 'connecting'],
  ['the first try', [first, online], 'connecting'],
  ['a further try', [again, online], 'offline'],
  ['one waiting', [online, waiting], 'offline'],
  ['one off', [online, { kind: 'off' }], 'connecting'],
  ['one refused', [online, waiting, refused], 'refused'],
])('%s', (_what, states, kind) => {
  expect(summarize(states).kind).toBe(kind);
});

test('a refusal says why', () => {
  expect(summarize([online, refused])).toEqual({ kind: 'refused', reason: 'not-found' });
});
