/** Whatever a window is killed at, what it said to be written is there, and so is all that there was before. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeDisk } from '../../../extension/node/node-disk';
import { GONE_AFTER } from '../../../extension/node/replica-time';
import { type ChildGroup, startGroup } from '../../support/child-group';
import { HandTime } from '../../support/hand-time';
import { type FilePlace, filePlace } from '../../support/replica-files';
import { openOwner } from '../../support/replica-owner';
import { tempFolder } from '../../support/temp-folder';
import { DyingDisk } from '../../support/troubled-disk';

const programs = tempFolder('programs');
const WINDOW = join(programs.path, 'window.mjs');

/** Bundled once: a window starts in a tenth of a second then, and this file starts thirty. */
beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL('../../support/replica-window.ts', import.meta.url))],
    outfile: WINDOW,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  }),
);
afterAll(() => programs.remove());

/** Starts a window in a process that ends with its test at the latest, however that goes. */
async function startWindow(place: FilePlace, ...args: string[]): Promise<ChildGroup> {
  const child = await startGroup({ command: process.execPath, args: [WINDOW, place.folder, ...args] });
  onTestFinished(async () => {
    await child.stop();
  });
  return child;
}

/** Writes one record in a window of its own, so that it is in a log of its own, ended with its mark. */
async function endedWindow(place: FilePlace, key: string): Promise<void> {
  const window = place.window();
  await (await openOwner(window)).set(key, 1);
  await window.close();
}

async function keysOf(place: FilePlace): Promise<string[]> {
  const window = place.window();
  const owner = await openOwner(window);
  expect(owner.problems.filter(({ kind }) => kind !== 'unfinished')).toEqual([]);
  await window.close();
  return Object.keys(owner.records).sort();
}

/** How a window lives: how many steps, how much of the last one if that is a write, and by which clock. */
interface Life {
  readonly steps: number;
  readonly part: number;
  readonly ahead: boolean;
}

/** A deterministic choice, so that a failing run can be repeated. */
function chooser(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

describe('a window that is killed', () => {
  it('has lost no edit that it said to be written, killed at random moments beside one that compacts', {
    timeout: 60_000,
  }, async () => {
    await using place = filePlace();
    const choose = chooser(20261128);
    const compacting = await openOwner(place.window());
    for (let round = 0; round < 4; round++) {
      const child = await startWindow(place, 'append', `round ${round}`);
      const enough = 1 + choose(400);
      await Promise.all([child.line(new RegExp(`^written ${enough}$`)), compacting.replica.compact()]);
      child.signal('SIGKILL');
      expect(await child.ended).toBe('SIGKILL');
      await child.stop();
      const said = child.output().split('\n').at(-1)?.replace('written ', '');
      const keys = new Set(await keysOf(place));
      const all = Array.from({ length: Number(said) + 1 }, (_, number) => `round ${round} ${number}`);
      expect(all.filter((key) => !keys.has(key))).toEqual([]);
    }
  });

  it('has its last edit on disk when it is killed 200 ms after it', { timeout: 20_000 }, async () => {
    await using place = filePlace();
    const child = await startWindow(place, 'stay', 'the edit');
    await child.line(/^written$/);
    child.signal('SIGKILL');
    await child.stop();
    expect(await keysOf(place)).toEqual(['the edit']);
  });

  it('loses nothing at any step of a compaction', { timeout: 120_000 }, async () => {
    let step = 0;
    for (let finished = false; !finished; step++) {
      await using place = filePlace();
      for (const key of ['a', 'b', 'c']) await endedWindow(place, key);
      const child = await startWindow(place, 'compact', String(step));
      finished = (await child.ended) !== 'SIGKILL';
      await child.stop();
      if (finished) expect(child.output()).toBe('compacted');
      expect(await keysOf(place)).toEqual(['a', 'b', 'c']);
    }
    // Temporary file, writing, flushing, renaming, flushing the folder, three logs to remove.
    expect(step).toBeGreaterThan(7);
  });

  it('loses nothing at any step of anything, in the middle of writes too, with two at once', {
    timeout: 120_000,
  }, async () => {
    const life = fc.record({
      steps: fc.integer({ min: 5, max: 60 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      ahead: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(life, life, async (one, other) => {
        await using place = filePlace();
        for (const key of ['a', 'b']) await endedWindow(place, key);
        const written = ['a', 'b'];
        const live = async (name: string, { steps, part, ahead }: Life): Promise<void> => {
          // With a clock that is ahead it takes all others for gone, and their logs from under them.
          const time = new HandTime();
          if (ahead) time.pass(2 * GONE_AFTER);
          const { disk, death } = new DyingDisk(nodeDisk(), steps, part);
          const edits = async (): Promise<void> => {
            const owner = await openOwner(place.mortalWindow({ disk, time }));
            for (let number = 0; number < 6; number++) {
              const { kind } = await owner.set(`${name} ${number}`, number);
              if (kind === 'written') written.push(`${name} ${number}`);
              await endedWindow(place, `beside ${name} ${number}`);
              written.push(`beside ${name} ${number}`);
              await owner.replica.compact();
            }
          };
          await Promise.race([edits(), death]);
        };
        await Promise.all([live('one', one), live('other', other)]);
        expect(await keysOf(place)).toEqual(expect.arrayContaining(written));
      }),
      { numRuns: 60, seed: 1128 },
    );
  });
});

describe('many windows', () => {
  it('ten that start at once on an empty folder see each other', { timeout: 60_000 }, async () => {
    await using place = filePlace();
    const windows = await Promise.all(
      Array.from({ length: 10 }, (_, number) => startWindow(place, 'meet', `w${number}`, '10')),
    );
    await Promise.all(windows.map((window) => window.line(/^met$/)));
    for (const window of windows) expect(await window.ended).toBe(0);
    await Promise.all(windows.map((window) => window.stop()));
    expect(await keysOf(place)).toHaveLength(10);
  });

  it('one that slept until the others took it for gone writes its state anew when it goes on', {
    timeout: 30_000,
  }, async () => {
    await using place = filePlace();
    const sleeper = await startWindow(place, 'stay', 'sleeper');
    await sleeper.line(/^written$/);
    sleeper.signal('SIGSTOP');

    const time = new HandTime();
    const other = await openOwner(place.window({ time }));
    expect((await other.replica.compact()).kind).toBe('nothing-to-do');
    time.pass(GONE_AFTER + 15_000);
    // The first beat after so long a pause says that this window has slept itself: it gives the others time.
    expect((await other.replica.compact()).kind).toBe('nothing-to-do');
    const awake = await openOwner(place.window({ time }));
    expect((await awake.replica.compact()).kind).toBe('compacted');
    expect((await place.files()).map((name) => name.split('-')[0])).toEqual(['snapshot']);

    sleeper.signal('SIGCONT');
    await sleeper.line(/^awake: written$/);
    const written = await place.file('log-');
    const next = await openOwner(place.window());
    expect(Object.keys(next.records).sort()).toEqual(['sleeper', 'sleeper awake']);
    // The new log alone says all that the sleeper knows.
    expect(written.bytes.includes('sleeper awake')).toBe(true);
    await rm((await place.file('snapshot-')).path);
    await sleeper.stop();
    expect(await keysOf(place)).toEqual(['sleeper', 'sleeper awake']);
  });
});
