/** When a replica is compacted by itself, by whom, of what, and what that costs the other windows. */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../extension/node/node-disk';
import {
  COMPACT_BETWEEN,
  GONE_AFTER,
  LOOK_EVERY,
  SILENT_AFTER,
  STALE_AFTER,
} from '../../../extension/node/replica-time';
import { HandTime } from '../../support/hand-time';
import { type FilePlace, filePlace } from '../../support/replica-files';
import { openOwner } from '../../support/replica-owner';
import { waitFor } from '../../support/wait';

const [SOONEST, LATEST] = COMPACT_BETWEEN;

/** Windows that each write one record and close. */
async function closedWindows(place: FilePlace, count: number, name = 'window'): Promise<void> {
  for (let number = 0; number < count; number++) {
    const window = place.window();
    await (await openOwner(window)).set(`${name} ${number}`, number);
    await window.close();
  }
}

async function kinds(place: FilePlace): Promise<string[]> {
  return (await place.files()).map((name) => name.split('-')[0] ?? '');
}

/** Lets time pass in steps as long as a look takes to be due, each look done before the next. */
async function pass(time: HandTime, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 4 * LOOK_EVERY) {
    time.pass(4 * LOOK_EVERY);
    await waitFor('the next look is planned', () => time.pending > 0, { every: 1 });
  }
}

describe('compacting by itself', () => {
  it('happens when there are many files, after a time by chance', async () => {
    await using place = filePlace();
    await closedWindows(place, 13);
    const time = new HandTime(0.5);
    await openOwner(place.window({ time }));
    await pass(time, (SOONEST + LATEST) / 2 - 5000);
    expect(await kinds(place)).toHaveLength(13);
    await pass(time, 10_000);
    await waitFor('one snapshot', async () => (await kinds(place)).join() === 'snapshot');
    expect(Object.keys((await openOwner(place.window())).records)).toHaveLength(13);
  });

  it('does not happen when there are few, and again only when there are many more', async () => {
    await using place = filePlace();
    await closedWindows(place, 12);
    const time = new HandTime();
    const owner = await openOwner(place.window({ time }));
    await pass(time, LATEST);
    expect(await kinds(place)).toHaveLength(12);
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 12 });
    await closedWindows(place, 3);
    await pass(time, LATEST);
    expect(await kinds(place)).toEqual(['log', 'log', 'log', 'snapshot']);
  });

  it('happens when there is much in logs beside the snapshot', async () => {
    await using place = filePlace();
    const write = async (name: string, kilobytes: number) => {
      const window = place.window();
      await (await openOwner(window)).set(name, 'x'.repeat(kilobytes * 1_000));
      await window.close();
    };
    await write('little', 100);
    const time = new HandTime();
    await openOwner(place.window({ time }));
    await pass(time, LATEST);
    expect(await kinds(place)).toEqual(['log']);
    await write('much', 2_000);
    await pass(time, LATEST);
    await waitFor('a snapshot', async () => (await kinds(place)).join() === 'snapshot');
    await write('an eighth of it, nearly', 250);
    await pass(time, LATEST);
    expect(await kinds(place)).toEqual(['log', 'snapshot']);
    await write('and more', 50);
    await pass(time, LATEST);
    await waitFor('a snapshot', async () => (await kinds(place)).join() === 'snapshot');
  });

  it('is left alone when another window was quicker', async () => {
    await using place = filePlace();
    await closedWindows(place, 13);
    const [early, late] = [new HandTime(0), new HandTime(0.9)];
    await openOwner(place.window({ time: early }));
    await openOwner(place.window({ time: late }));
    await pass(early, SOONEST + 5000);
    await waitFor('one snapshot', async () => (await kinds(place)).join() === 'snapshot');
    await closedWindows(place, 1, 'later');
    const files = await place.files();
    await pass(late, LATEST + 5000);
    expect(await place.files()).toEqual(files);
  });

  it('takes the long logs of a window that goes on, which ends them one after the other', async () => {
    await using place = filePlace();
    const time = new HandTime();
    const owner = await openOwner(place.window({ time }));
    for (let number = 0; number < 4; number++) await owner.set(`large ${number}`, 'x'.repeat(600_000));
    expect(await kinds(place)).toEqual(['log', 'log']);
    await pass(time, SOONEST + 5000);
    await waitFor('a snapshot', async () => (await kinds(place)).join() === 'snapshot');
    await owner.set('small', 1);
    expect(await kinds(place)).toEqual(['log', 'snapshot']);
    expect(Object.keys((await openOwner(place.window())).records)).toHaveLength(5);
  });

  it('takes damaged files too, and puts them aside', async () => {
    await using place = filePlace();
    await closedWindows(place, 2);
    await writeFile(join(place.spaceFolder(), 'snapshot-000000000001-aa'), 'damaged');
    const time = new HandTime();
    await openOwner(place.window({ time }));
    await pass(time, SOONEST + 5000);
    await waitFor('a snapshot', async () => (await kinds(place)).join() === 'damaged,snapshot');
  });
});

describe('a compaction', () => {
  it('is not noticed by a window that has read everything', async () => {
    await using place = filePlace();
    await closedWindows(place, 3);
    const [reader, compacting] = [await openOwner(place.window()), await openOwner(place.window())];
    const own = place.window();
    await (await openOwner(own)).set('own', 1);
    await waitFor('read', () => 'own' in reader.records);
    await own.close();
    await compacting.replica.compact();
    await closedWindows(place, 1, 'later');
    await waitFor('a look after it', () => 'later 0' in reader.records);
    // Three at the opening, then one each.
    expect(reader.received.map(({ updates }) => updates.length)).toEqual([3, 1, 1]);
    // The whole state is not written anew because of it.
    expect(await kinds(place)).toEqual(['log', 'snapshot']);
  });

  it('takes nothing from a window that opens the replica at the same moment', async () => {
    await using place = filePlace();
    await closedWindows(place, 3);
    const compacting = await openOwner(place.window());
    const real = nodeDisk();
    let pending = true;
    const disk = {
      ...real,
      // Between its listing and its reading, all that was listed goes into a snapshot.
      list: async (folder: string) => {
        const names = await real.list(folder);
        if (pending && folder === place.spaceFolder()) {
          pending = false;
          expect((await compacting.replica.compact()).kind).toBe('compacted');
        }
        return names;
      },
    };
    const owner = await openOwner(place.window({ disk, time: new HandTime() }));
    expect(Object.keys(owner.records)).toHaveLength(3);
    expect(owner.received.map(({ source }) => source)).toEqual(['disk']);
  });

  it('leaves the logs of windows that live, and of those that are silent for a while', async () => {
    await using place = filePlace();
    const living = await openOwner(place.window());
    await living.set('living', 1);
    await writeFile(join(place.spaceFolder(), 'log-dead-1'), (await place.file('log-')).bytes);
    await closedWindows(place, 2);
    const minutesAgo = new Date(Date.now() - GONE_AFTER + 30_000);
    await utimes(join(place.spaceFolder(), 'log-dead-1'), minutesAgo, minutesAgo);
    const owner = await openOwner(place.window());
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 2 });
    expect(await kinds(place)).toEqual(['log', 'log', 'snapshot']);
  });

  it('takes the logs of windows that are long gone', async () => {
    await using place = filePlace();
    const living = await openOwner(place.window());
    await living.set('living', 1);
    const { bytes, path } = await place.file('log-');
    const dead = join(place.spaceFolder(), 'log-dead-1');
    await writeFile(dead, bytes.subarray(0, bytes.length - 3));
    const longAgo = new Date(Date.now() - GONE_AFTER - 30_000);
    await utimes(dead, longAgo, longAgo);
    // Its own file is as old; its heartbeat is not.
    await utimes(path, longAgo, longAgo);
    const owner = await openOwner(place.window());
    expect(owner.problems.map(({ kind }) => kind)).toEqual(['unfinished']);
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 1 });
    expect((await place.files()).map((name) => name.replace(/-\d{12}-.*/, ''))).toEqual([
      'damaged-retired-log-dead-1',
      path.split(/[/\\]/).at(-1),
      'snapshot',
    ]);
  });

  it('reads a log that another compaction has left halfway', async () => {
    await using place = filePlace();
    const window = place.window();
    await (await openOwner(window)).set('one', 1);
    await window.close();
    const { path, bytes } = await place.file('log-');
    await rm(path);
    await writeFile(join(place.spaceFolder(), 'retired-log-dead-7'), bytes);
    const owner = await openOwner(place.window());
    expect(owner.records).toEqual({ one: 1 });
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 1 });
    expect(await kinds(place)).toEqual(['snapshot']);
  });

  it('removes what killed ones have left half-made, when it is old', async () => {
    await using place = filePlace();
    const [old, young] = ['temporary-aa', 'temporary-bb'].map((name) => join(place.spaceFolder(), name));
    const owner = await openOwner(place.window());
    for (const path of [old ?? '', young ?? '']) await writeFile(path, 'half a snapshot');
    const longAgo = new Date(Date.now() - STALE_AFTER - 1000);
    await utimes(old ?? '', longAgo, longAgo);
    expect((await owner.replica.compact()).kind).toBe('nothing-to-do');
    expect(await place.files()).toEqual(['temporary-bb']);
  });

  it('keeps what cannot be read as an update, as it is', async () => {
    await using place = filePlace();
    await closedWindows(place, 2);
    const window = place.window();
    const answer = await window.open('space', {
      receive: () => [],
      wholeState: () => new Uint8Array([0, 0]),
      problem: () => {},
      writing: () => {},
    });
    if (answer.kind !== 'opened') throw new Error(answer.message);
    const strange = new Uint8Array([255, 255, 255, 1, 2, 3]);
    await answer.replica.append(strange);
    await answer.replica.close();
    const updates: Uint8Array[] = [];
    const receive = (given: readonly Uint8Array[]) => {
      updates.push(...given);
      return [];
    };
    const owner = { receive, wholeState: () => new Uint8Array([0, 0]), problem: () => {}, writing: () => {} };
    const other = await place.window().open('space', owner);
    if (other.kind !== 'opened') throw new Error(other.message);
    expect(await other.replica.compact()).toEqual({ kind: 'compacted', pieces: 3 });
    updates.length = 0;
    await place.window().open('space', owner);
    expect(updates).toHaveLength(2);
    expect(updates).toContainEqual(strange);
  });
});

describe('signs of life', () => {
  it('are given every two seconds while the window lives, and end with it', async () => {
    await using place = filePlace();
    const time = new HandTime();
    const window = place.window({ time });
    await openOwner(window);
    const folder = join(place.folder, 'format-1', 'windows');
    const [name, ...more] = await readdir(folder);
    expect(more).toEqual([]);
    const first = (await stat(join(folder, name ?? ''))).mtimeMs;
    await pass(time, 10_000);
    expect((await stat(join(folder, name ?? ''))).mtimeMs - first).toBeGreaterThan(7000);
    await window.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of windows that were killed long ago are removed', async () => {
    await using place = filePlace();
    const window = place.window();
    await openOwner(window);
    const folder = join(place.folder, 'format-1', 'windows');
    for (const [name, age] of [
      ['dead', GONE_AFTER + 1000],
      ['silent', SILENT_AFTER + 1000],
    ] as const) {
      await writeFile(join(folder, name), '');
      const then = new Date(Date.now() - age);
      await utimes(join(folder, name), then, then);
    }
    await window.close();
    expect(await readdir(folder)).toEqual(['silent']);
  });
});
