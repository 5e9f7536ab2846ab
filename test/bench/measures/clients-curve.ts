/** One room of ever more clients: what a delivery costs, and how long the last receiver waits. */
import type { Contender } from '../contenders/contender';
import { curveMeasure } from './curve-steps';
import { runFanOut } from './fan-out';
import type { Measure } from './measure';
import type { Scale } from './scale';

/** As the fan-out, with so many who receive beside the one who writes. */
export function clientsCurve(contender: Contender, { curves, rounds, fanOut }: Scale): Measure {
  return curveMeasure('clients', curves.clients, rounds.few, (round, clients) =>
    runFanOut(contender, round, { ...fanOut, clients: clients + 1 }),
  );
}
