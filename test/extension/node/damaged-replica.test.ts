/** A replica with damaged files opens, has all that the damage does not touch, and says what was set aside. */
import { appendFile, copyFile, mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEntry } from '../../../extension/node/replica-entry';
import { LOOK_EVERY, SILENT_AFTER } from '../../../extension/node/replica-time';
import { HandTime } from '../../support/hand-time';
import { type FilePlace, filePlace } from '../../support/replica-files';
import { openOwner, type TestOwner } from '../../support/replica-owner';
import { waitFor } from '../../support/wait';

/** Writes records, each an update that depends on nothing, in a window that is closed then. Gives the log's path and bytes. */
async function closedLog(place: FilePlace, keys: readonly string[]): Promise<{ path: string; bytes: Buffer }> {
  for (const key of keys) {
    const window = place.window();
    await (await openOwner(window, key)).set(key, 1);
    await window.close();
  }
  const window = place.window();
  const all = await openOwner(window);
  for (const key of keys) {
    const single = await openOwner(place.window(), key);
    await all.replica.append(single.wholeState());
  }
  await window.close();
  return place.file('log-');
}

function keysOf(owner: TestOwner): string[] {
  return Object.keys(owner.records).sort();
}

/** Where an entry of a record starts in a log: a byte in its middle. */
function middleOf(bytes: Buffer, key: string): number {
  const at = bytes.indexOf(key);
  if (at === -1) throw new Error(`no ${key}`);
  return at;
}

describe('a damaged file', () => {
  it('costs the damaged edit only, and is said with file, place and length', async () => {
    await using place = filePlace();
    const { path, bytes } = await closedLog(place, ['first', 'second', 'third']);
    const at = middleOf(bytes, 'second');
    bytes[at] = 0xff;
    await writeFile(path, bytes);
    const owner = await openOwner(place.window());
    expect(keysOf(owner)).toEqual(['first', 'third']);
    const [problem, ...more] = owner.problems;
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ kind: 'damaged', file: path.split(/[/\\]/).at(-1) });
    expect(problem?.offset).toBeLessThan(at);
    expect((problem?.offset ?? 0) + (problem?.bytes ?? 0)).toBeGreaterThan(at);
    expect(problem?.message).toContain(`${problem?.bytes} bytes`);
    expect(owner.replica.problems).toEqual(owner.problems);
  });

  it('is made good by whoever still has the lost edit', async () => {
    await using place = filePlace();
    const { path, bytes } = await closedLog(place, ['first', 'second']);
    const other = await openOwner(place.window());
    bytes[middleOf(bytes, 'second')] = 0xff;
    await writeFile(path, bytes);
    const owner = await openOwner(place.window());
    expect(keysOf(owner)).toEqual(['first']);
    await other.replica.append(other.wholeState());
    await waitFor('the edit is back', () => 'second' in owner.records);
  });

  it('gives all that is undamaged, wherever and however bytes are damaged', { timeout: 60_000 }, async () => {
    await using place = filePlace();
    const keys = Array.from({ length: 8 }, (_, number) => `record ${number}`);
    const { path, bytes: whole } = await closedLog(place, keys);
    const starts = keys.map((key) =>
      whole.lastIndexOf(encodeEntry('update', new Uint8Array()).subarray(0, 4), middleOf(whole, key)),
    );
    const damages = fc.record({
      from: fc.nat(whole.length - 1),
      length: fc.integer({ min: 1, max: 120 }),
      how: fc.constantFrom('flip', 'zero', 'cut', 'zero to the end'),
    });
    await fc.assert(
      fc.asyncProperty(damages, async ({ from, length, how }) => {
        const bytes = Buffer.from(whole);
        const end = how.startsWith('zero to') ? whole.length : Math.min(whole.length, from + length);
        for (let at = from; at < end; at++) bytes[at] = how === 'flip' ? (bytes[at] ?? 0) ^ 0x3c : 0;
        const damaged = how === 'cut' ? bytes.subarray(0, from) : bytes;
        await writeFile(path, damaged);
        const survives = (_: string, number: number): boolean => {
          const [start, next] = [starts[number], starts[number + 1] ?? whole.length - 17];
          return whole.subarray(start, next).equals(damaged.subarray(start, next));
        };
        const time = new HandTime();
        time.pass(2 * SILENT_AFTER);
        const window = place.window({ time });
        const owner = await openOwner(window);
        expect(keysOf(owner)).toEqual(keys.filter(survives));
        // A cut between two entries cannot be seen.
        if (keys.some((key, number) => !survives(key, number)) && how !== 'cut') expect(owner.problems).toHaveLength(1);
        await window.close();
      }),
      { numRuns: 80, seed: 1128 },
    );
  });

  it('is kept aside by a compaction, and not told of again', async () => {
    await using place = filePlace();
    const { path, bytes } = await closedLog(place, ['first', 'second', 'third']);
    bytes[middleOf(bytes, 'second')] = 0xff;
    await writeFile(path, bytes);
    const owner = await openOwner(place.window());
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 1 });
    expect((await place.file('damaged-')).bytes.equals(bytes)).toBe(true);
    const next = await openOwner(place.window());
    expect(keysOf(next)).toEqual(['first', 'third']);
    expect(next.problems).toEqual([]);
  });

  it('may be a snapshot, or nothing but zeros, or empty', async () => {
    await using place = filePlace();
    await closedLog(place, ['first', 'second']);
    const first = await openOwner(place.window());
    await first.replica.compact();
    const snapshot = await place.file('snapshot-');
    await writeFile(join(place.spaceFolder(), 'snapshot-000000000009-aa'), Buffer.alloc(5000));
    await writeFile(join(place.spaceFolder(), 'log-bb-1'), '');
    await truncate(snapshot.path, snapshot.bytes.length - 30);
    const owner = await openOwner(place.window());
    expect(owner.problems.map(({ kind, bytes }) => [kind, bytes])).toEqual(
      expect.arrayContaining([
        ['damaged', 5000],
        ['unfinished', expect.any(Number)],
      ]),
    );
    // The other window still has it all.
    await first.replica.append(first.wholeState());
    await waitFor('all is back', () => keysOf(owner).length === 2);
  });

  it('of another space is not read, and left alone', async () => {
    await using place = filePlace();
    const { path } = await closedLog(place, ['first']);
    await mkdir(place.spaceFolder('other'));
    await copyFile(path, join(place.spaceFolder('other'), 'log-cc-1'));
    const owner = await openOwner(place.window(), 'other');
    expect(owner.records).toEqual({});
    expect(owner.problems.map(({ kind }) => kind)).toEqual(['foreign']);
    await owner.set('own', 1);
    await owner.replica.compact();
    expect(await place.files('other')).toContain('log-cc-1');
  });
});

describe('the end of a log', () => {
  it('may be half an entry while its window lives: it is read when it is whole, and no damage', async () => {
    await using place = filePlace();
    const { bytes } = await closedLog(place, ['first', 'second']);
    const half = middleOf(bytes, 'second');
    const path = join(place.spaceFolder(), 'log-dd-1');
    await rm((await place.file('log-')).path);
    await writeFile(path, bytes.subarray(0, half));
    const owner = await openOwner(place.window());
    expect(keysOf(owner)).toEqual(['first']);
    await appendFile(path, bytes.subarray(half));
    await waitFor('the second', () => 'second' in owner.records, { timeout: 1000, every: 10 });
    expect(owner.problems).toEqual([]);
  });

  it('may show zeros before it shows what its living window wrote', async () => {
    await using place = filePlace();
    const { bytes } = await closedLog(place, ['first', 'second']);
    await rm((await place.file('log-')).path);
    const path = join(place.spaceFolder(), 'log-dd-1');
    const shown = Buffer.from(bytes).fill(0, middleOf(bytes, 'second') - 30);
    await writeFile(path, shown);
    const owner = await openOwner(place.window());
    expect(keysOf(owner)).toEqual(['first']);
    await writeFile(path, bytes);
    await waitFor('the second', () => 'second' in owner.records, { timeout: 1000, every: 10 });
    expect(owner.problems).toEqual([]);
  });

  it('is said to be cut off when its window gives no sign of life any more, once', async () => {
    await using place = filePlace();
    const { bytes } = await closedLog(place, ['first', 'second']);
    await rm((await place.file('log-')).path);
    const half = middleOf(bytes, 'second');
    await writeFile(join(place.spaceFolder(), 'log-dd-1'), bytes.subarray(0, half));
    const time = new HandTime();
    const owner = await openOwner(place.window({ time }));
    expect(owner.problems).toEqual([]);
    for (let tick = 0; tick < (3 * SILENT_AFTER) / LOOK_EVERY; tick++) {
      time.pass(LOOK_EVERY);
      await waitFor('the next look is planned', () => time.pending > 0, { every: 1 });
    }
    expect(owner.problems.map(({ kind, file }) => [kind, file])).toEqual([['unfinished', 'log-dd-1']]);
    expect(keysOf(owner)).toEqual(['first']);
  });

  it('is read on even then, should its window live after all', async () => {
    await using place = filePlace();
    const { bytes } = await closedLog(place, ['first', 'second']);
    await rm((await place.file('log-')).path);
    const half = middleOf(bytes, 'second');
    const path = join(place.spaceFolder(), 'log-dd-1');
    await writeFile(path, bytes.subarray(0, half));
    const longAgo = new Date(Date.now() - 3 * SILENT_AFTER);
    await utimes(path, longAgo, longAgo);
    const owner = await openOwner(place.window());
    expect(owner.problems.map(({ kind }) => kind)).toEqual(['unfinished']);
    await appendFile(path, bytes.subarray(half));
    await waitFor('the second', () => 'second' in owner.records);
  });
});

describe('files that go away', () => {
  it('the log of a living window is written anew, with all that the window knows', async () => {
    await using place = filePlace();
    await closedLog(place, ['first']);
    const owner = await openOwner(place.window());
    await owner.set('second', 1);
    for (const name of await place.files()) await rm(join(place.spaceFolder(), name));
    await waitFor('a new log', async () => (await place.files()).length > 0);
    expect(Object.keys((await openOwner(place.window())).records).sort()).toEqual(['first', 'second']);
  });

  it('so is the whole folder, by a window that has only read', async () => {
    await using place = filePlace();
    await closedLog(place, ['first']);
    const owner = await openOwner(place.window());
    await rm(place.folder, { recursive: true });
    await waitFor('a new log', async () => (await place.files()).length > 0);
    expect((await openOwner(place.window())).records).toEqual(owner.records);
  });

  it('an edit after the removal is written with all that came before', async () => {
    await using place = filePlace();
    const time = new HandTime();
    const owner = await openOwner(place.window({ time }));
    await owner.set('first', 1);
    await rm((await place.file('log-')).path);
    expect(await owner.set('second', 1)).toEqual({ kind: 'written' });
    expect(Object.keys((await openOwner(place.window())).records)).toEqual(['first', 'second']);
  });

  it('a log that was cut off from outside is written anew too', async () => {
    await using place = filePlace();
    const owner = await openOwner(place.window());
    for (const key of ['first', 'second']) await owner.set(key, 1);
    const { path } = await place.file('log-');
    await truncate(path, 10);
    await waitFor('another log', async () => (await place.files()).length > 1);
    expect(Object.keys((await openOwner(place.window())).records).sort()).toEqual(['first', 'second']);
  });
});
