/**
 * A window on a space of 10,000 tasks and 20,000 changes that five sittings have left on its disk, without VS Code, beside Yjs: as the store
 * leaves it, with what came since the last snapshot; as one snapshot; and as updates alone, where no sitting was long enough for a snapshot.
 */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildLikeExtension } from '../../../scripts/build';
import { inRoot } from '../../../scripts/root';
import type { Figure, Measure, Round } from './measure';
import { updatesFigures, windowFigures, yjsFigures } from './window-figures';

/** The names of its figures; the first two are Yjs's as well. */
export const WINDOW = {
  ready: 'window: from the start until the rows of a section of 10,000 are known',
  memory: 'window: memory with all of them open',
  opened: 'window: what each of the 10,000 rows shows',
  edit: 'window: one edit from elsewhere, p50',
  slowEdit: 'window: one edit from elsewhere, p99',
  redraws: 'window: redraws a second in a burst of 500 edits from elsewhere in 2 s',
  burst: 'window: CPU of that burst',
} as const;

/** The names of those who take part. */
export const ENTRANT = {
  extension: 'Tackboard',
  compacted: 'Tackboard, one snapshot',
  hurried: 'Tackboard, no snapshot',
  yjs: 'Yjs alone',
  updates: 'Yjs alone, update by update',
} as const;

let built: Promise<string> | undefined;
let filled: Promise<string> | undefined;
let compacted: Promise<string> | undefined;
let hurried: Promise<string> | undefined;

/** The folder that holds the space's replicas in `replicas`, written once in a run. */
export function largeReplica(round: Round): Promise<string> {
  filled ??= (async () => {
    const folder = round.folder('window');
    await program('fill', folder, round);
    return folder;
  })();
  return filled;
}

/** The same in sittings that are too short for the store to make snapshots. */
function hurriedReplica(round: Round): Promise<string> {
  hurried ??= (async () => {
    const folder = round.folder('window-hurried');
    await program('hurry', folder, round);
    return folder;
  })();
  return hurried;
}

/** The same as one snapshot. */
function compactedReplica(round: Round): Promise<string> {
  compacted ??= (async () => {
    const folder = round.folder('window-compacted');
    await cp(await largeReplica(round), folder, { recursive: true, preserveTimestamps: true });
    await program('compact', folder, round);
    return folder;
  })();
  return compacted;
}

/** @param rounds how often each is started */
export function windowOnDisk(rounds: number): Measure {
  return {
    name: 'window',
    rounds,
    entrants: [
      { name: ENTRANT.yjs, run: async (round) => yjs(await largeReplica(round), round) },
      { name: ENTRANT.extension, run: async (round) => extension(await largeReplica(round), round) },
      { name: ENTRANT.compacted, run: async (round) => ready(await compactedReplica(round), round) },
      { name: ENTRANT.hurried, run: async (round) => ready(await hurriedReplica(round), round) },
      { name: ENTRANT.updates, run: async (round) => updateByUpdate(await hurriedReplica(round), round) },
    ],
  };
}

async function yjs(folder: string, round: Round): Promise<Figure[]> {
  const { applied, memory } = yjsFigures.parse(JSON.parse(await program('yjs', folder, round)));
  return [
    { name: WINDOW.ready, unit: 'ms', value: applied },
    { name: WINDOW.memory, unit: 'MiB', value: memory },
  ];
}

async function updateByUpdate(folder: string, round: Round): Promise<Figure[]> {
  const { applied } = updatesFigures.parse(JSON.parse(await program('updates', folder, round)));
  return [{ name: WINDOW.ready, unit: 'ms', value: applied }];
}

async function ready(folder: string, round: Round): Promise<Figure[]> {
  const figures = windowFigures.parse(JSON.parse(await program('desk', folder, round)));
  return [{ name: WINDOW.ready, unit: 'ms', value: figures.ready }];
}

async function extension(folder: string, round: Round): Promise<Figure[]> {
  const figures = windowFigures.parse(JSON.parse(await program('desk', folder, round)));
  const { ready, memory, opened, edit, slowEdit, redraws, burst } = figures;
  return [
    { name: WINDOW.ready, unit: 'ms', value: ready },
    { name: WINDOW.memory, unit: 'MiB', value: memory },
    { name: WINDOW.opened, unit: 'ms', value: opened },
    { name: WINDOW.edit, unit: 'ms', value: edit },
    { name: WINDOW.slowEdit, unit: 'ms', value: slowEdit },
    { name: WINDOW.redraws, unit: '', value: redraws },
    { name: WINDOW.burst, unit: 'ms', value: burst },
  ];
}

/** @returns the line that it printed */
async function program(
  what: 'fill' | 'hurry' | 'compact' | 'yjs' | 'updates' | 'desk',
  folder: string,
  round: Round,
): Promise<string> {
  // As it is delivered: a loader that translates each file for itself has every call into another one go through a getter.
  built ??= (async () => {
    const file = join(round.folder('window-program'), 'window.js');
    await buildLikeExtension(inRoot('test', 'bench', 'programs', 'window.ts'), file);
    return file;
  })();
  return (await promisify(execFile)(process.execPath, ['--expose-gc', await built, what, folder])).stdout;
}
