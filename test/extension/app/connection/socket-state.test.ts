// The state machine of a connection: its whole table, and what holds after any events in any order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  nextState,
  RETRY_MAX_MS,
  type SocketEvent,
  type SocketState,
  STEADY_MS,
} from '../../../../extension/app/connection/socket-state';
import { CLOSE } from '../../../../shared/wire';

const STATES: Record<SocketState['kind'], SocketState> = {
  off: { kind: 'off' },
  connecting: { kind: 'connecting', attempt: 2 },
  syncing: { kind: 'syncing', attempt: 2 },
  online: { kind: 'online', attempt: 2 },
  waiting: { kind: 'waiting', attempt: 2, retryMs: 400 },
  refused: { kind: 'refused', reason: 'forbidden' },
};

const EVENTS = {
  start: { kind: 'start' },
  stop: { kind: 'stop' },
  opened: { kind: 'opened' },
  synced: { kind: 'synced' },
  retry: { kind: 'retry' },
  lost: { kind: 'closed', code: 1006, random: 0, heldMs: 0 },
  forbidden: { kind: 'closed', code: CLOSE.forbidden, random: 0, heldMs: 0 },
} satisfies Record<string, SocketEvent>;

/** The kind of state after each event; a dash: the very same state. */
const TABLE: Record<SocketState['kind'], Record<keyof typeof EVENTS, SocketState['kind'] | '-'>> = {
  off: { start: 'connecting', stop: '-', opened: '-', synced: '-', retry: '-', lost: '-', forbidden: '-' },
  connecting: {
    start: '-',
    stop: 'off',
    opened: 'syncing',
    synced: '-',
    retry: '-',
    lost: 'waiting',
    forbidden: 'refused',
  },
  syncing: {
    start: '-',
    stop: 'off',
    opened: '-',
    synced: 'online',
    retry: '-',
    lost: 'waiting',
    forbidden: 'refused',
  },
  online: { start: '-', stop: 'off', opened: '-', synced: '-', retry: '-', lost: 'waiting', forbidden: 'refused' },
  waiting: {
    start: 'connecting',
    stop: 'off',
    opened: '-',
    synced: '-',
    retry: 'connecting',
    lost: '-',
    forbidden: '-',
  },
  refused: { start: 'connecting', stop: 'off', opened: '-', synced: '-', retry: '-', lost: '-', forbidden: '-' },
};

for (const [from, row] of Object.entries(TABLE)) {
  for (const [event, to] of Object.entries(row)) {
    test(`${from} and ${event}: ${to === '-' ? 'nothing' : to}`, () => {
      const before = STATES[from as keyof typeof STATES];
      const after = nextState(before, EVENTS[event as keyof typeof EVENTS]);
      if (to === '-') expect(after).toBe(before);
      else expect(after.kind).toBe(to);
    });
  }
}

test('each reason for a refusal has its close code, and nothing else refuses', () => {
  const after = (code: number) => nextState(STATES.online, { kind: 'closed', code, random: 0, heldMs: 0 });
  expect(after(CLOSE.forbidden)).toEqual({ kind: 'refused', reason: 'forbidden' });
  expect(after(CLOSE.notFound)).toEqual({ kind: 'refused', reason: 'not-found' });
  expect(after(CLOSE.badMessage)).toEqual({ kind: 'refused', reason: 'bad-message' });
  for (const code of [1000, 1001, 1006, CLOSE.tooLarge, CLOSE.restart, CLOSE.tryLater, 4000, 4499])
    expect(after(code).kind).toBe('waiting');
});

test('a server that asks to come back later is left alone for seconds, whatever came before', () => {
  for (const state of [STATES.connecting, STATES.syncing, STATES.online]) {
    const after = nextState(state, { kind: 'closed', code: CLOSE.tryLater, random: 0, heldMs: 0 });
    expect(after.kind === 'waiting' && after.retryMs).toBeGreaterThanOrEqual(4000);
  }
});

test('the first wait is short, each is twice as long as the one before, up to half a minute', () => {
  const closed = { kind: 'closed', code: 1006, random: 0.999_999, heldMs: 0 } as const;
  let state: SocketState = nextState({ kind: 'online', attempt: 0 }, closed);
  const waits: number[] = [];
  for (let round = 0; round < 10 && state.kind === 'waiting'; round++) {
    waits.push(state.retryMs);
    state = nextState(nextState(state, { kind: 'retry' }), closed);
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a server that lets one in and out again is not called all the time; after a line that held the wait is short again', () => {
  const waitAfter = (heldMs: number) => {
    const state = nextState(STATES.online, { kind: 'closed', code: 1006, random: 0, heldMs });
    return state.kind === 'waiting' && state.retryMs;
  };
  expect(waitAfter(STEADY_MS - 1)).toBe(500);
  expect(waitAfter(STEADY_MS)).toBe(125);
});

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anyEvent: fc.Arbitrary<SocketEvent> = fc.oneof(
  fc.constantFrom<SocketEvent>(EVENTS.start, EVENTS.stop, EVENTS.opened, EVENTS.synced, EVENTS.retry),
  fc.record({
    kind: fc.constant('closed' as const),
    code: fc.constantFrom(1000, 1006, ...Object.values(CLOSE)),
    random,
    heldMs: fc.integer({ min: 0, max: 2 * STEADY_MS }),
  }),
);

test('whatever happens, it is never stuck, refused and off are left by start and stop alone, and waits have their bounds', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state: SocketState = { kind: 'off' };
      for (const event of events) {
        const before: SocketState = state;
        state = nextState(state, event);
        if (state !== before && (before.kind === 'refused' || before.kind === 'off'))
          expect(['start', 'stop']).toContain(event.kind);
        if (state.kind === 'waiting') {
          expect(Number.isInteger(state.retryMs)).toBe(true);
          expect(state.retryMs).toBeGreaterThanOrEqual(125);
          expect(state.retryMs).toBeLessThanOrEqual(RETRY_MAX_MS);
          expect(state.attempt).toBeGreaterThan(0);
        }
        if (state.kind === 'online') expect(event.kind === 'synced' || before === state).toBe(true);
        // From anywhere a start and a server that answers lead online; from a wait also without a start.
        const tries = before.kind === 'waiting' ? [EVENTS.retry, EVENTS.start] : [EVENTS.start];
        for (const begin of tries) {
          const end = [begin, EVENTS.opened, EVENTS.synced].reduce(nextState, state);
          expect(end.kind === 'online' || (begin === EVENTS.retry && state.kind !== 'waiting')).toBe(true);
        }
      }
    }),
  );
});

test('chance spreads a wait over its upper half', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 0, max: 40 }), (chance, attempt) => {
      const whole = Math.min(250 * 2 ** attempt, RETRY_MAX_MS);
      const state = nextState(
        { kind: 'connecting', attempt },
        { kind: 'closed', code: 1006, random: chance, heldMs: 0 },
      );
      if (state.kind !== 'waiting') throw new Error('it does not wait');
      expect(state.attempt).toBe(attempt + 1);
      expect(state.retryMs).toBeGreaterThanOrEqual(whole / 2);
      expect(state.retryMs).toBeLessThanOrEqual(whole);
    }),
  );
});
