/**
 * One server and several, on SQLite, PostgreSQL and Redis, in one run: `npm run bench -- cluster [--quick] [--only fan-out,rooms,rest] [--rounds n] [--record]`.
 * Writes test-results/bench/cluster.md and cluster.json; `--record` puts the table into docs/performance.md. Ends with 1 where a round failed.
 */
import { clusters, EMBEDDED } from './contenders/cluster';
import { ENGINE_SETTINGS, Engines } from './contenders/engines';
import { fanOut } from './measures/fan-out';
import { manyRooms } from './measures/many-rooms';
import { REST_SEEN, restSeen } from './measures/rest-seen';
import type { Scale } from './measures/scale';
import { benchProcess } from './report/bench-run';
import type { Goal } from './report/goal';

const engines = new Engines();
const CONTENDERS = clusters(engines);

function measuresOf(scale: Scale) {
  const ours = { ...scale, ...scale.cluster };
  return [fanOut(CONTENDERS, ours), manyRooms(CONTENDERS, ours), restSeen(CONTENDERS, ours)];
}

benchProcess({
  section: 'cluster',
  measures: measuresOf,
  entrants: [
    ...CONTENDERS.map(({ name, about }) => ({ name, about })),
    { name: 'the engines', about: `one of each for the whole run, on the same machine; ${ENGINE_SETTINGS}` },
  ],
  base: EMBEDDED,
  goals: CONTENDERS.map(
    ({ name }): Goal => ({
      what: `${REST_SEEN.missed}; ${name}`,
      figure: REST_SEEN.missed,
      entrant: name,
      than: 'number',
      bound: { atMost: 0 },
    }),
  ),
  prepare: () => engines.start(),
  engines,
});
