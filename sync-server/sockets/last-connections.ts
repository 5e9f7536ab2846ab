/** The last connections of a server that goes down: those that had come when it was told so, and wait to be accepted. */
import type { Server } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** Nobody has come for so long: then nobody waits to be accepted either. */
const LULL_MS = 20;
/** A busy server accepts nothing for that long, whoever waits: so many turns of its loop count, too. The last reads what was sent. */
const LULL_TURNS = 3;
/** Who goes on coming is not waited for: without a balancer in front they do not know that we go. */
const LULL_WITHIN_MS = 500;

/**
 * Waits until no connection has come for a moment: to be called before a server stops listening, since the system ends those that are not
 * accepted by then, and Node.js those of which nothing was read, with the requests that were sent on them.
 */
export async function untilNobodyComes(server: Server): Promise<void> {
  let came = 0;
  const onConnection = (): void => void came++;
  server.on('connection', onConnection);
  const until = performance.now() + LULL_WITHIN_MS;
  for (let before = -1; before !== came && performance.now() < until; ) {
    before = came;
    await pause(LULL_MS);
    for (let turns = 0; turns < LULL_TURNS; turns++) await turn();
  }
  server.off('connection', onConnection);
}
