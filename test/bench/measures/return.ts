/** Everyone is back at once after a restart: how long until all have what they need, and what it takes of the server. */
import * as Y from 'yjs';
import type { Contender, RunningContender } from '../contenders/contender';
import { cpuSeconds, memory, settled } from '../load/accounts';
import { type Clocks, Coverage } from '../load/clocks';
import { Flight } from '../load/flight';
import { within } from '../load/pace';
import type { Replica } from '../load/replica';
import { authorOf, type History, history } from '../load/space';
import { keptHistory } from './kept-history';
import type { Figure, Measure, Round } from './measure';
import { keepers, type Running, run } from './running';
import type { Scale } from './scale';

/** What those who come back hold. */
type Holding = 'document' | 'nothing';

/** The names of its figures. */
export const RETURN = {
  time: {
    document: 'all back holding the document: until an edit reaches all',
    nothing: 'all back holding nothing: until an edit reaches all',
  },
  cpu: { document: 'all back holding the document: server CPU', nothing: 'all back holding nothing: server CPU' },
  memory: { document: 'all back holding the document: peak memory', nothing: 'all back holding nothing: peak memory' },
} as const;

/** So many are there before the restart, so that a planned stop has a room in use to save. */
const BEFORE = 10;

/**
 * From the start of the server's process on: who waits for a server waits for its start too. Until an edit that one makes then has reached
 * all the others: some servers answer before they have read their disk.
 */
export function comingBack(contenders: readonly Contender[], scale: Scale): Measure {
  const entrants = keepers(contenders).map((contender) => ({
    name: contender.name,
    run: async (round: Round) => [
      ...(await comeBack(contender, round, scale, 'document')),
      ...(await comeBack(contender, round, scale, 'nothing')),
    ],
  }));
  return { name: 'return', rounds: scale.rounds.few, entrants };
}

async function comeBack(contender: Contender, round: Round, { tasks, crowd }: Scale, holding: Holding) {
  const space = history(tasks);
  const author = authorOf(space, 7_001);
  author.prepare(1);
  const folder = await keptHistory(contender, round, tasks, 'clean');
  {
    await using running = await run(contender, folder);
    await within('the sync before the restart', 60_000, Promise.all(connect(running, space, BEFORE, holding)));
    await settled(running.pid);
    await running.stop();
  }
  await using running = await run(contender, folder);
  const flight = new Flight(author);
  const [first, ...others] = connect(running, space, crowd, holding, flight);
  const writer = await within('the sync of the first who came back', 60_000, first);
  await within('the sync of all who came back', 120_000, Promise.all(others));
  flight.send(writer);
  await within('an edit at all who came back', 60_000, flight.landed());
  const figures: Figure[] = [
    { name: RETURN.time[holding], unit: 'ms', value: performance.now() - running.startedAt },
    { name: RETURN.cpu[holding], unit: 'ms', value: cpuSeconds(running.pid) * 1_000 },
    { name: RETURN.memory[holding], unit: 'MiB', value: memory(running.pid, 'peak') },
  ];
  return figures;
}

/** Connects so many. @returns of each, when it has the whole space; the flight counts at all but the first */
function connect(
  running: Running<RunningContender>,
  space: History,
  count: number,
  holding: Holding,
  flight?: Flight,
): [Promise<Replica>, ...Promise<Replica>[]] {
  const answer = holding === 'document' ? answersFrom(space) : undefined;
  const one = async (arrive?: (clocks: Clocks, at: number) => void): Promise<Replica> => {
    const coverage = answer ? undefined : new Coverage(space.clocks);
    const replica = running.replica(space.id, {
      ...(answer && { stateVector: space.stateVector, answer }),
      onUpdate: (clocks, at) => {
        coverage?.add(clocks, at);
        arrive?.(clocks, at);
      },
    });
    await replica.synced;
    await coverage?.whole;
    return replica;
  };
  return [one(), ...Array.from({ length: count - 1 }, () => one(flight?.receiver()))];
}

/** Answers a server's question as a replica that holds the space; the same question is worked out once for all. */
function answersFrom({ state }: History): (stateVector: Uint8Array) => Uint8Array {
  const answers = new Map<string, Uint8Array>();
  return (stateVector) => {
    const key = Buffer.from(stateVector).toString('base64');
    const answer = answers.get(key) ?? Y.diffUpdate(state, stateVector);
    answers.set(key, answer);
    return answer;
  };
}
