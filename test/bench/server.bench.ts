/**
 * The sync server beside others, in one run on one machine: `npm run bench -- [--quick] [--only fan-out,rooms] [--rounds n] [--record]`.
 * Writes test-results/bench/server.md and server.json; `--record` puts the table into docs/performance.md. Ends with 1 where a round failed.
 */
import { existsSync } from 'node:fs';
import { broadcast } from './contenders/broadcast';
import type { Contender } from './contenders/contender';
import { hocuspocus } from './contenders/hocuspocus';
import { installOthers } from './contenders/others';
import { reference, referenceKept } from './contenders/reference';
import { tackboard } from './contenders/tackboard';
import { crash } from './measures/crash';
import { fanOut } from './measures/fan-out';
import { growth } from './measures/growth';
import { manyRooms } from './measures/many-rooms';
import { reopening } from './measures/reopening';
import { restList } from './measures/rest-list';
import { restPatch } from './measures/rest-patch';
import { comingBack } from './measures/return';
import type { Scale } from './measures/scale';
import { benchProcess } from './report/bench-run';
import { SERVER_GOALS } from './report/server-goals';

const CONTENDERS: readonly Contender[] = [tackboard, reference, referenceKept, hocuspocus, broadcast];

function measuresOf(scale: Scale) {
  return [
    fanOut(CONTENDERS, scale),
    manyRooms(CONTENDERS, scale),
    reopening(CONTENDERS, scale),
    comingBack(CONTENDERS, scale),
    crash(CONTENDERS, scale),
    restList(tackboard, scale),
    restPatch(tackboard, scale),
    growth(tackboard, scale),
  ];
}

if (!existsSync('/proc/self/stat')) throw new Error('It reads what processes use from /proc: run it on Linux.');
benchProcess({
  section: 'server',
  measures: measuresOf,
  entrants: CONTENDERS.map(({ name, about }) => ({ name, about })),
  goals: SERVER_GOALS,
  prepare: async () => installOthers(),
});
