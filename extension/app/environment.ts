/** What the extension is handed from the host that it runs in: clock, ids, timers, network. Node and the browser bring their own. */
import type { IsoDate } from '../../shared/dates';

/** The world outside, as ports. Tests hand in their own clock and timers. */
export interface Environment {
  /** The time now, by this machine's clock. */
  readonly now: () => IsoDate;
  /** A new random UUID. */
  readonly newId: () => string;
  /** A random number from 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Calls back once after some milliseconds. @returns cancels that; cancelling twice is fine */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly fetch: typeof fetch;
  /** The socket that y-websocket's provider is to use. */
  readonly WebSocket: typeof WebSocket;
  readonly log: Log;
}

/** Where the extension says what went wrong. Never given a token, nor anybody's text. */
export interface Log {
  warn(message: string): void;
}
