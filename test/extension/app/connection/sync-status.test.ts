// How the states of all lines are told as one.
import { expect, test } from 'vitest';
import type { SocketState } from '../../../../extension/app/connection/socket-state';
import { type LineState, summarize } from '../../../../extension/app/connection/sync-status';
import { asId, type SpaceId } from '../../../../shared/ids';

const online: SocketState = { kind: 'online', attempt: 0 };
const syncing: SocketState = { kind: 'syncing', attempt: 0 };
const first: SocketState = { kind: 'connecting', attempt: 0 };
const again: SocketState = { kind: 'connecting', attempt: 3 };
const waiting: SocketState = { kind: 'waiting', attempt: 1, retryMs: 250 };
const refused: SocketState = { kind: 'refused', reason: 'not-found' };

const forbidden: SocketState = { kind: 'refused', reason: 'forbidden' };
const unreadable: SocketState = { kind: 'refused', reason: 'bad-message' };
const SPACES = ['personal', 'team', 'project'].map((id) => asId<SpaceId>(id));

/** Lines of the personal space and then others. */
function lines(states: readonly SocketState[], refusing: readonly number[] = []): LineState[] {
  return states.map((state, at) => ({
    space: SPACES[at] ?? asId('more'),
    state,
    personal: at === 0,
    refuses: refusing.includes(at),
  }));
}

test.each<[string, SocketState[], string]>([
  ['no line yet', [], 'connecting'],
  ['all online', [online, online], 'synced'],
  ['one still exchanging', [online, syncing], 'connecting'],
  ['the first try', [first, online], 'connecting'],
  ['a further try', [again, online], 'offline'],
  ['one waiting', [online, waiting], 'offline'],
  ['one off', [online, { kind: 'off' }], 'connecting'],
  ['the personal one refused', [forbidden, online, waiting], 'refused'],
  ['one that is gone, until the news say so', [online, refused], 'connecting'],
  ['one that cannot read us', [online, unreadable], 'refused'],
])('%s', (_what, states, kind) => {
  expect(summarize(lines(states), 0)).toMatchObject({ kind, ...(kind !== 'refused' && { unsent: 0 }) });
});

test('all online is in step only when the server has confirmed everything', () => {
  expect(summarize(lines([online, online]), 2)).toEqual({ kind: 'sending', unsent: 2 });
  expect(summarize(lines([online, waiting]), 2)).toEqual({ kind: 'offline', unsent: 2 });
});

test('a refusal says why, where, and how much is not sent', () => {
  expect(summarize(lines([forbidden, online]), 3)).toEqual({
    kind: 'refused',
    reason: 'forbidden',
    spaces: ['personal'],
    unsent: 3,
  });
  expect(summarize(lines([online, online, online], [1, 2]), 3)).toEqual({
    kind: 'refused',
    reason: 'read-only',
    spaces: ['team', 'project'],
    unsent: 3,
  });
});

test('edits of a space that is gone count once nothing is worse', () => {
  const [, team] = SPACES;
  if (!team) throw new Error('no space');
  const gone = { kind: 'refused', reason: 'lost', spaces: [team], unsent: 2 };
  expect(summarize(lines([online]), 2, [team])).toEqual(gone);
  expect(summarize(lines([waiting]), 2, [team])).toEqual({ kind: 'offline', unsent: 2 });
  expect(summarize(lines([online]), 0)).toEqual({ kind: 'synced', unsent: 0 });
});
