/** kill -9 with edits that another replica has already: how many of them the server has afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Contender } from '../contenders/contender';
import { settled } from '../load/accounts';
import { Flight } from '../load/flight';
import { within } from '../load/pace';
import { authorOf, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { keepers, run } from './running';
import type { Scale } from './scale';

/** The name of its figure. */
export const LOST = 'edits lost at kill -9';

/** Edits on their way at once. */
const WINDOW = 32;
/** From the last arrival to the kill, in ms, round by round: mostly at once. The same for every contender. */
const DELAYS = [0, 5, 20, 0, 50, 100, 2, 200, 500, 1_000];

/** A crash of the process: what it has handed to the operating system survives, so this says nothing about a power cut. */
export function crash(contenders: readonly Contender[], scale: Scale): Measure {
  const entrants = keepers(contenders).map((contender) => ({
    name: contender.name,
    run: (round: Round) => runCrash(contender, round, scale.crash.edits),
  }));
  return { name: 'crash', rounds: scale.crash.rounds, entrants };
}

async function runCrash(contender: Contender, round: Round, edits: number): Promise<Figure[]> {
  const folder = round.folder('crash');
  const space = benchSpace('crash', 50);
  const author = authorOf(space, 78);
  {
    await using running = await run(contender, folder);
    await running.server.makeRoom(space.id);
    const flight = new Flight(author);
    const writer = running.replica(space.id);
    const reader = running.replica(space.id, { onUpdate: flight.receiver() });
    await within('the first sync', 20_000, Promise.all([writer.synced, reader.synced]));
    writer.send(space.state);
    await within('the edits', 60_000, flight.keepFull(writer, WINDOW, { ms: 60_000, edits }));
    await pause(DELAYS[round.number % DELAYS.length]);
    await running.kill();
  }
  await using running = await run(contender, folder);
  let kept = 0;
  const reader = running.replica(space.id, {
    onUpdate: (clocks) => {
      kept = author.arrived(clocks.get(author.id) ?? 0, kept);
    },
  });
  await within('the sync after the crash', 30_000, reader.synced);
  // Some answer before they have read their disk, and send the rest after.
  await settled(running.pid);
  return [{ name: LOST, unit: 'edits', value: edits - kept }];
}
