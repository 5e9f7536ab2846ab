/** A disk that is full, forbidden or slow: edits wait in line, are written in order as soon as it works, and harm nobody. */
import { describe, expect, it } from 'vitest';
import { whenNotBusy } from '../../../extension/node/busy-disk';
import { nodeDisk } from '../../../extension/node/node-disk';
import { LOOK_EVERY } from '../../../extension/node/replica-time';
import { HandTime } from '../../support/hand-time';
import { filePlace } from '../../support/replica-files';
import { openOwner } from '../../support/replica-owner';
import { type DiskStep, diskError, watchedDisk } from '../../support/troubled-disk';
import { waitFor } from '../../support/wait';

/** A disk with trouble that can be switched on: all steps of some kinds fail then, writes after a part of their bytes. */
function troubled(code: string, steps: readonly DiskStep[]) {
  const state = { on: false, part: 0 };
  const fail = async (): Promise<never> => {
    throw diskError(code, 'the disk is in trouble');
  };
  const disk = watchedDisk(nodeDisk(), async (step) => {
    if (!state.on || !steps.includes(step)) return undefined;
    return step === 'write' ? { part: state.part, broken: fail } : fail();
  });
  return { disk, state };
}

describe('a full disk', () => {
  for (const part of [0, 0.4, 1]) {
    it(`loses nothing of what could not be written, when ${part * 100}% of each write gets through`, async () => {
      await using place = filePlace();
      const { disk, state } = troubled('ENOSPC', ['write']);
      const owner = await openOwner(place.window({ disk, time: new HandTime() }));
      const other = await openOwner(place.window());
      await owner.set('before', 1);
      Object.assign(state, { on: true, part });
      expect(await owner.set('one', 1)).toMatchObject({ kind: 'full', message: expect.stringContaining('ENOSPC') });
      expect(await owner.set('two', 2)).toMatchObject({ kind: 'full' });
      expect(owner.replica.unwritten).toBe(2);
      await waitFor('the other has what was written', () => 'before' in other.records);
      expect(Object.keys((await openOwner(place.window())).records)).toContain('before');

      state.on = false;
      expect(await owner.set('three', 3)).toEqual({ kind: 'written' });
      expect(owner.replica.unwritten).toBe(0);
      expect(owner.states.map(({ kind }) => kind)).toEqual(['full', 'written']);
      const all = { before: 1, one: 1, two: 2, three: 3 };
      await waitFor('the other has all', () => Object.keys(other.records).length === 4);
      const next = await openOwner(place.window());
      expect([other.records, next.records]).toEqual([all, all]);
      expect([...other.problems, ...next.problems]).toEqual([]);
      // In their order: each update of this window builds on the one before.
      expect(next.count).toBe(4);
    });
  }

  it('is tried again without another edit', async () => {
    await using place = filePlace();
    const { disk, state } = troubled('ENOSPC', ['write', 'create', 'makeFolder']);
    const time = new HandTime();
    state.on = true;
    const owner = await openOwner(place.window({ disk, time }));
    expect((await owner.set('one', 1)).kind).toBe('full');
    time.pass(LOOK_EVERY);
    await waitFor('the next try is planned', () => time.pending > 0);
    expect(owner.replica.unwritten).toBe(1);
    state.on = false;
    time.pass(LOOK_EVERY);
    await waitFor('it is written', () => owner.replica.unwritten === 0);
    expect(owner.states.map(({ kind }) => kind)).toEqual(['full', 'written']);
    expect((await openOwner(place.window())).records).toEqual({ one: 1 });
  });

  it('leaves everything in place when it fills up during a compaction', async () => {
    await using place = filePlace();
    for (const key of ['a', 'b']) {
      const window = place.window();
      await (await openOwner(window)).set(key, 1);
      await window.close();
    }
    const { disk, state } = troubled('ENOSPC', ['write']);
    const owner = await openOwner(place.window({ disk }));
    Object.assign(state, { on: true, part: 0.5 });
    const before = await place.files();
    expect(await owner.replica.compact()).toMatchObject({ kind: 'full' });
    expect(await place.files()).toEqual(before);
    state.on = false;
    expect(await owner.replica.compact()).toEqual({ kind: 'compacted', pieces: 2 });
  });

  it('does not keep a window from closing', async () => {
    await using place = filePlace();
    const { disk, state } = troubled('ENOSPC', ['write', 'flush']);
    const window = place.window({ disk });
    const owner = await openOwner(window);
    await owner.set('one', 1);
    state.on = true;
    await owner.set('two', 1);
    await window.close();
    expect((await openOwner(place.window())).records).toEqual({ one: 1 });
  });
});

describe('a folder that may not be written', () => {
  it('opens with all that can be read, and says so at the first edit', async () => {
    await using place = filePlace();
    await (await openOwner(place.window())).set('kept', 1);
    const { disk, state } = troubled('EACCES', ['makeFolder', 'create', 'touch', 'rename', 'remove']);
    state.on = true;
    const owner = await openOwner(place.window({ disk }));
    expect(owner.records).toEqual({ kept: 1 });
    const failure = await owner.set('edit', 1);
    expect(failure).toMatchObject({ kind: 'denied', message: expect.stringContaining(place.spaceFolder()) });
    expect(owner.states).toEqual([failure]);
  });
});

describe('a disk that is busy', () => {
  it('is waited for, when it says so in words that pass by themselves', async () => {
    let left = 4;
    const busy = async (): Promise<string> => {
      if (left-- > 0) throw diskError('EBUSY', 'resource busy');
      return 'done';
    };
    expect(await whenNotBusy('win32', busy)).toBe('done');
  });

  it('is given up in the end, and at once on systems where the words mean something else', async () => {
    for (const [platform, code, tries] of [
      ['win32', 'EPERM', 7],
      ['linux', 'EMFILE', 7],
      ['linux', 'EPERM', 1],
      ['win32', 'ENOSPC', 1],
    ] as const) {
      let tried = 0;
      const failing = async (): Promise<never> => {
        tried++;
        throw diskError(code, 'no');
      };
      await expect(whenNotBusy(platform, failing)).rejects.toThrow(code);
      expect(tried).toBe(tries);
    }
  });

  it('that cannot read a file for a while gives it later, and nothing twice', async () => {
    await using place = filePlace();
    const first = await openOwner(place.window());
    await first.set('one', 1);
    const real = nodeDisk();
    let broken = true;
    const disk = {
      ...real,
      read: async (path: string, from: number, to: number) => {
        if (broken) throw diskError('EIO', 'the disk has a scratch');
        return real.read(path, from, to);
      },
    };
    const owner = await openOwner(place.window({ disk }));
    expect(owner.problems).toMatchObject([{ kind: 'unreadable', message: expect.stringContaining('EIO') }]);
    broken = false;
    await waitFor('it was read', () => owner.records.one === 1);
    expect(owner.count).toBe(1);
  });

  it('that cannot list the folder for a while loses nothing of what it had read before', async () => {
    await using place = filePlace();
    const first = await openOwner(place.window());
    const real = nodeDisk();
    let listings = 0;
    // Each look whose first listing shows something new needs a second one.
    let broken = false;
    const disk = {
      ...real,
      list: async (folder: string) => {
        if (broken && folder === place.spaceFolder() && ++listings % 2 === 0 && listings < 6) {
          throw diskError('EIO', 'the folder is away');
        }
        return real.list(folder);
      },
    };
    const owner = await openOwner(place.window({ disk }));
    broken = true;
    await first.set('one', 1);
    await waitFor('it came', () => owner.records.one === 1);
    expect(owner.count).toBe(1);
  });
});
