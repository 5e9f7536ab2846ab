/** Many rooms of two replicas, each writing once a second: what a delivery costs where there is nothing to share, and what open rooms weigh. */
import type { Contender, RunningContender } from '../contenders/contender';
import { memory, metered, settled } from '../load/accounts';
import { Flight } from '../load/flight';
import { paced, within } from '../load/pace';
import { authorOf, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { quantile, sum } from './quantile';
import { besideFigures, type Running, run } from './running';
import type { Scale } from './scale';

/** The names of its figures. */
export const MANY_ROOMS = {
  cpu: 'many rooms: server CPU per delivery',
  latency: 'many rooms: to the other replica, p50',
  late: 'many rooms: to the other replica, p99',
  memory: 'many rooms: memory with all of them open',
} as const;

/** Both replicas of a room write; a delivery is an edit that the other one got. */
export function manyRooms(contenders: readonly Contender[], scale: Scale): Measure {
  const entrants = contenders.map((contender) => ({
    name: contender.name,
    run: (round: Round) => runManyRooms(contender, round, scale.rooms),
  }));
  return { name: 'rooms', rounds: scale.rounds.few, entrants };
}

async function runManyRooms(contender: Contender, round: Round, { count, seconds }: Scale['rooms']) {
  await using running = await run(contender, round.folder('rooms'));
  const writers: (() => void)[] = [];
  const flights: Flight[] = [];
  for (let at = 0; at < count; at++) {
    const room = await openRoom(running, at, seconds);
    flights.push(...room.flights);
    writers.push(...room.writers);
  }
  await Promise.all(running.pids.map((pid) => settled(pid)));
  const total = writers.length * seconds;
  const { cpu, beside } = await metered(running, async () => {
    // 7 shares no factor with their number, so that neighbours in time are no neighbours in rooms.
    await paced(total, writers.length, (at) => writers[(at * 7) % writers.length]?.());
    await within('the edits of all rooms', 30_000, Promise.all(flights.map((flight) => flight.landed())));
  });
  const latencies = flights.flatMap((flight) => flight.latencies);
  const figures: Figure[] = [
    { name: MANY_ROOMS.cpu, unit: 'µs', value: (cpu * 1e6) / total },
    { name: MANY_ROOMS.latency, unit: 'ms', value: quantile(latencies, 0.5) },
    { name: MANY_ROOMS.late, unit: 'ms', value: quantile(latencies, 0.99) },
    { name: MANY_ROOMS.memory, unit: 'MiB', value: sum(running.pids.map((pid) => memory(pid, 'now'))) },
    ...besideFigures('many rooms', beside, total),
  ];
  return figures;
}

/** Two replicas in a room that holds 50 tasks, each with the edits that it will send. */
async function openRoom({ server, replica }: Running<RunningContender>, at: number, edits: number) {
  const space = benchSpace(`room ${at}`, 50);
  await server.makeRoom(space.id);
  const [first, second] = [authorOf(space, 5_001), authorOf(space, 5_002)];
  for (const author of [first, second]) author.prepare(edits);
  const [fromFirst, fromSecond] = [new Flight(first), new Flight(second)];
  const one = replica(space.id, { onUpdate: fromSecond.receiver() });
  const other = replica(space.id, { onUpdate: fromFirst.receiver() });
  await within(`the sync of room ${at}`, 20_000, Promise.all([one.synced, other.synced]));
  one.send(space.state);
  return {
    flights: [fromFirst, fromSecond],
    writers: [() => fromFirst.send(one), () => fromSecond.send(other)],
  };
}
