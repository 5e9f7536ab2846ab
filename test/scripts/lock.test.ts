/** The lock between processes: one holder, waiters that go on when it lets go or dies. */
import { expect, test } from 'vitest';
import { lock, tryLock } from '../../scripts/lock.mjs';
import { inRoot } from '../../scripts/root';
import { startGroup } from '../support/child-group';
import { tempFolder } from '../support/temp-folder';

/** A process that takes the lock, says so, and keeps it until it is ended. */
function holder(path: string) {
  const code = `
    const { lock } = await import(${JSON.stringify(inRoot('scripts', 'lock.mjs'))});
    await lock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1_000);`;
  return startGroup({ command: process.execPath, args: ['--input-type=module', '--eval', code] });
}

test('one process has it at a time', async () => {
  await using folder = tempFolder('lock');
  const held = await tryLock(folder.path);
  expect(held).toBeDefined();
  expect(await tryLock(folder.path)).toBeUndefined();
  await held?.release();
  const again = await tryLock(folder.path);
  expect(again).toBeDefined();
  await again?.release();
});

test('a killed holder holds nothing, and who waits goes on at once', async () => {
  await using folder = tempFolder('lock');
  const other = await holder(folder.path);
  try {
    await other.line(/^held$/);
    expect(await tryLock(folder.path)).toBeUndefined();
    let waited = 0;
    const mine = lock(folder.path, () => {
      waited++;
      other.signal('SIGKILL');
    });
    await (await mine).release();
    expect(waited).toBe(1);
  } finally {
    await other.stop();
  }
});

test('of many waiters each gets it, one after the other', async () => {
  await using folder = tempFolder('lock');
  let inside = 0;
  const most: number[] = [];
  const take = async (): Promise<void> => {
    const held = await lock(folder.path);
    most.push(++inside);
    await new Promise((done) => setImmediate(done));
    inside--;
    await held.release();
  };
  await Promise.all(Array.from({ length: 8 }, take));
  expect(most).toEqual(Array(8).fill(1));
});
