/** One room, one writer, many receivers: how many deliveries a second, what each costs, and how long the last receiver waits. */
import type { Contender } from '../contenders/contender';
import { metered } from '../load/accounts';
import { Flight } from '../load/flight';
import { paced, within } from '../load/pace';
import { authorOf, benchSpace } from '../load/space';
import type { Figure, Measure, Round } from './measure';
import { quantile } from './quantile';
import { besideFigures, run } from './running';
import type { Scale } from './scale';

/** Edits on their way at once. */
const WINDOW = 32;
/** Edits before anything is measured. */
const WARM_UP = 500;
/** Edits a second in the gentle part. */
const GENTLE = 50;

/** The names of its figures. */
export const FAN_OUT = {
  cpu: 'fan-out: server CPU per delivery',
  rate: 'fan-out: deliveries per second',
  latency: 'fan-out: to the last receiver at 50 edits/s, p50',
  late: 'fan-out: to the last receiver at 50 edits/s, p99',
  load: 'fan-out: load generator, share of a core',
  merged: 'fan-out: edits per frame',
} as const;

/** A delivery is one edit that one receiver got, however it was framed. */
export function fanOut(contenders: readonly Contender[], scale: Scale): Measure {
  const entrants = contenders.map((contender) => ({
    name: contender.name,
    run: (round: Round) => runFanOut(contender, round, scale.fanOut),
  }));
  return { name: 'fan-out', rounds: scale.rounds.many, entrants };
}

/** One round with so many clients, the one who writes among them. */
export async function runFanOut(contender: Contender, round: Round, { clients, ms, gentleMs }: Scale['fanOut']) {
  await using running = await run(contender, round.folder('fan-out'));
  const space = benchSpace('fan-out', 50);
  await running.server.makeRoom(space.id);
  const writer = running.replica(space.id);
  await within('the first sync', 20_000, writer.synced);
  writer.send(space.state);
  const flight = new Flight(authorOf(space, 77));
  const receivers = Array.from({ length: clients - 1 }, () =>
    running.replica(space.id, { onUpdate: flight.receiver() }),
  );
  await within('the sync of all receivers', 30_000, Promise.all(receivers.map(({ synced }) => synced)));
  // Until its code is warm, a server's compiler is what is measured; so many edits, since a slow one would warm up the less in a time.
  await within('the edits before', 60_000, flight.keepFull(writer, WINDOW, { ms: 60_000, edits: WARM_UP }));

  flight.deliveries = 0;
  flight.frames = 0;
  const { cpu, beside, seconds, loadCpu } = await metered(running, () =>
    within('the edits of the full load', 60_000, flight.keepFull(writer, WINDOW, { ms })),
  );
  const { deliveries, frames } = flight;

  flight.latencies = [];
  await paced(Math.round((gentleMs / 1_000) * GENTLE), GENTLE, () => flight.send(writer));
  await within('the gentle edits', 20_000, flight.landed());
  const figures: Figure[] = [
    { name: FAN_OUT.cpu, unit: 'µs', value: (cpu * 1e6) / deliveries },
    { name: FAN_OUT.rate, unit: '/s', value: deliveries / seconds },
    { name: FAN_OUT.latency, unit: 'ms', value: quantile(flight.latencies, 0.5) },
    { name: FAN_OUT.late, unit: 'ms', value: quantile(flight.latencies, 0.99) },
    { name: FAN_OUT.load, unit: '%', value: (loadCpu / seconds) * 100 },
    { name: FAN_OUT.merged, unit: '', value: deliveries / frames },
    ...besideFigures('fan-out', beside, deliveries),
  ];
  return figures;
}
