/** The world outside as a test hands it to the extension: time by hand, ids that count up, real sockets and requests. */

import type { Environment } from '../../extension/app/environment';
import { NodeWebSocket } from '../../extension/node/web-socket';
import { toIsoDate } from '../../shared/dates';
import { HandTime } from './hand-time';

/** An environment with what it was told to log. */
export interface HandEnvironment extends Environment {
  readonly time: StillTime;
  readonly logged: readonly string[];
  /** Whether a socket waits for a server to take it: that takes real time, however much the test lets pass. */
  isConnecting(): boolean;
}

/** Time that stands still until the test moves it: it is the first of January as people’s calendars have it, wherever the test runs. */
class StillTime extends HandTime {
  #now = new Date(2026, 0, 1).getTime();

  override now(): number {
    return this.#now;
  }

  override pass(milliseconds: number): void {
    this.#now += milliseconds;
    super.pass(0);
  }

  /** Moves the clock alone, as when the machine sleeps or someone sets it: the timers have as long to go as before. */
  setClock(byMilliseconds: number): void {
    this.#now += byMilliseconds;
    this.delay(byMilliseconds);
  }
}

let made = 0;

/**
 * Makes an environment whose timers run only when the test lets time pass.
 * @param choice parts that are not the usual ones
 */
export function handEnvironment(choice: Partial<Environment> & { readonly time?: StillTime } = {}): HandEnvironment {
  const { time = new StillTime(), ...parts } = choice;
  const logged: string[] = [];
  const connecting = new Set<WebSocket>();
  class CountedSocket extends NodeWebSocket {
    constructor(...made: ConstructorParameters<typeof NodeWebSocket>) {
      super(...made);
      connecting.add(this);
      for (const event of ['open', 'error', 'close'] as const)
        this.addEventListener(event, () => connecting.delete(this));
    }
  }
  return {
    now: () => toIsoDate(time.now()),
    newId: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
    random: () => 0.5,
    after: (ms, callback) => time.after(ms, callback),
    fetch,
    WebSocket: CountedSocket,
    log: { warn: (text) => logged.push(text) },
    ...parts,
    time,
    logged,
    isConnecting: () => connecting.size > 0,
  };
}
