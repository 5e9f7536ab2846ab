/** The state of one space's connection, as a pure machine: what happens next after what. Timers and sockets are its shell's. */
import { CLOSE } from '../../../shared/wire';

/** What a connection is doing. */
export type SocketState =
  | { readonly kind: 'off' }
  /** A handshake is on its way; `attempt` counts those that failed before it. */
  | { readonly kind: 'connecting'; readonly attempt: number }
  /** The socket is open; what each side lacks is being exchanged. */
  | { readonly kind: 'syncing'; readonly attempt: number }
  | { readonly kind: 'online'; readonly attempt: number }
  /** The line is down; the next try comes after `retryMs` milliseconds. */
  | { readonly kind: 'waiting'; readonly attempt: number; readonly retryMs: number }
  /** The server does not want this connection; only `start` tries again. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** `forbidden`: the token or the access; `not-found`: the space is gone; `bad-message`: what was sent could not be read. */
export type RefusalReason = 'forbidden' | 'not-found' | 'bad-message';

export type SocketEvent =
  | { readonly kind: 'start' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'synced' }
  /** The socket closed after so many milliseconds, or never opened (0); `random` is from 0 to 1. */
  | { readonly kind: 'closed'; readonly code: number; readonly random: number; readonly heldMs: number }
  | { readonly kind: 'retry' };

/** The longest wait between two tries, in milliseconds. */
export const RETRY_MAX_MS = 30_000;
const RETRY_FIRST_MS = 250;
/** A line that held for less (ms) is a failed try like one that never was: who lets one in and out again is not called all the time. */
export const STEADY_MS = 10_000;
/** After `tryLater` the wait is that of so many failed tries, also where it is the first. */
const TRY_LATER_ATTEMPT = 6;

/** The state after an event. An event that makes no sense in a state changes nothing. */
export function nextState(state: SocketState, event: SocketEvent): SocketState {
  switch (event.kind) {
    case 'start':
      return state.kind === 'off' || state.kind === 'refused' || state.kind === 'waiting'
        ? { kind: 'connecting', attempt: 0 }
        : state;
    case 'stop':
      return state.kind === 'off' ? state : { kind: 'off' };
    case 'opened':
      return state.kind === 'connecting' ? { kind: 'syncing', attempt: state.attempt } : state;
    case 'synced':
      return state.kind === 'syncing' ? { kind: 'online', attempt: state.attempt } : state;
    case 'retry':
      return state.kind === 'waiting' ? { kind: 'connecting', attempt: state.attempt } : state;
    case 'closed':
      return state.kind === 'off' || state.kind === 'waiting' || state.kind === 'refused'
        ? state
        : afterClose(state, event);
  }
}

function afterClose(state: SocketState, event: Extract<SocketEvent, { kind: 'closed' }>): SocketState {
  const { code, random, heldMs } = event;
  const reason = REFUSALS[code];
  if (reason) return { kind: 'refused', reason };
  const failed = 'attempt' in state && heldMs < STEADY_MS ? state.attempt + 1 : 1;
  const attempt = code === CLOSE.tryLater ? Math.max(failed, TRY_LATER_ATTEMPT) : failed;
  return { kind: 'waiting', attempt, retryMs: retryAfter(attempt, random) };
}

const REFUSALS: Readonly<Record<number, RefusalReason>> = {
  [CLOSE.forbidden]: 'forbidden',
  [CLOSE.notFound]: 'not-found',
  [CLOSE.badMessage]: 'bad-message',
};

/** Twice as long each time, up to a bound, and between half and all of that by chance, so that a team does not come back at once. */
function retryAfter(attempt: number, random: number): number {
  const whole = Math.min(RETRY_FIRST_MS * 2 ** Math.min(attempt - 1, 16), RETRY_MAX_MS);
  return Math.round(whole * (0.5 + random / 2));
}
