/** What the sync server is held to, as ratios of one run. */
import { NAME } from '../contenders/contender';
import { LOST } from '../measures/crash';
import { FAN_OUT } from '../measures/fan-out';
import { GROWTH } from '../measures/growth';
import { MANY_ROOMS } from '../measures/many-rooms';
import { REOPENING, YJS } from '../measures/reopening';
import { FASTIFY, REST_LIST } from '../measures/rest-list';
import { REST_PATCH } from '../measures/rest-patch';
import { RETURN } from '../measures/return';
import type { Goal } from './goal';

const { tackboard: entrant } = NAME;
const KEEPERS = [NAME.referenceKept, NAME.hocuspocus];

/** A goal beside others, for the same figure. */
function beside(figure: string, entrants: readonly string[], bound: Goal['bound']): Goal {
  return { what: figure, figure, entrant, than: { entrants }, bound };
}

/** The goals of the sync server, in the order of the table. */
export const SERVER_GOALS: readonly Goal[] = [
  beside(FAN_OUT.cpu, [NAME.hocuspocus], { atMost: 0.75 }),
  beside(FAN_OUT.cpu, [NAME.reference], { atMost: 0.12 }),
  beside(FAN_OUT.rate, [NAME.hocuspocus], { atLeast: 1.1 }),
  beside(FAN_OUT.rate, [NAME.reference], { atLeast: 5 }),
  beside(FAN_OUT.latency, [NAME.broadcast], { atMost: 1.2 }),
  beside(MANY_ROOMS.cpu, [NAME.reference], { atMost: 0.8 }),
  beside(MANY_ROOMS.cpu, [NAME.referenceKept], { atMost: 0.5 }),
  beside(MANY_ROOMS.cpu, [NAME.broadcast], { atMost: 2.5 }),
  beside(MANY_ROOMS.memory, [NAME.reference], { atMost: 0.7 }),
  beside(REOPENING.clean, [NAME.hocuspocus], { atMost: 0.1 }),
  beside(REOPENING.killed, [YJS], { atMost: 1 }),
  beside(RETURN.time.document, KEEPERS, { atMost: 0.6 }),
  beside(RETURN.memory.document, KEEPERS, { atMost: 1 }),
  beside(RETURN.time.nothing, KEEPERS, { atMost: 0.6 }),
  beside(RETURN.memory.nothing, KEEPERS, { atMost: 1 }),
  { what: LOST, figure: LOST, entrant, than: 'number', bound: { atMost: 0 } },
  beside(REST_LIST.edited, [FASTIFY], { atLeast: 1 }),
  beside(REST_LIST.resting, [FASTIFY], { atLeast: 2 }),
  {
    what: 'REST, PATCH in the large section beside a small one: p50',
    figure: REST_PATCH.large,
    entrant,
    than: { figure: REST_PATCH.small, entrants: [entrant] },
    bound: { atMost: 3 },
  },
  { what: GROWTH.bytes, figure: GROWTH.bytes, entrant, than: 'number', bound: { atMost: 12 } },
  {
    // Linear in what is stored: the same for each MiB, with room for what every opening costs.
    what: 'growth: opening per MiB, after all overwrites beside a quarter of them',
    figure: GROWTH.whole,
    entrant,
    than: { figure: GROWTH.quarter, entrants: [entrant] },
    bound: { atMost: 1.25 },
  },
];
