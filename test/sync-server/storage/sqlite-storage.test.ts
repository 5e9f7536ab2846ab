/** The embedded store keeps to the contract of storages; and what only it has: its lock and its steps. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { asId, type SpaceId } from '../../../shared/ids';
import { makeUser } from '../../../sync-server/command-line/accounts';
import { backUpSqlite } from '../../../sync-server/storage/sqlite/backup';
import { lockFolder } from '../../../sync-server/storage/sqlite/folder-lock';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import { storageContract } from '../../contracts/storage.contract';
import { tempFolder } from '../../support/temp-folder';

describe('the contract', () =>
  storageContract('SQLite', async () => {
    const folder = tempFolder('store');
    return { open: async () => openSqlite({ folder: folder.path }), [Symbol.asyncDispose]: () => folder.remove() };
  }));

test('[W6] a backup holds all that was there, into a new file only', async () => {
  await using folder = tempFolder('backup');
  const storage = openSqlite({ folder: folder.path });
  const { email } = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
  const file = join(folder.path, 'copy');
  backUpSqlite(folder.path, file);
  await storage.close();
  expect(readFileSync(file).includes(email)).toBe(true);
  expect(() => backUpSqlite(folder.path, file)).toThrow('it exists already');
});

test('[W9] one lock a folder, free again when it is released', async () => {
  await using folder = tempFolder('lock');
  const lock = lockFolder(folder.path);
  expect(lock).toBeDefined();
  expect(lockFolder(folder.path)).toBeUndefined();
  lock?.release();
  const next = lockFolder(folder.path);
  expect(next).toBeDefined();
  next?.release();
});

test('[W6] commits reach the device with fsync, and the log is written ahead either way', async () => {
  await using folder = tempFolder('store');
  await openSqlite({ folder: folder.path, fsync: true }).close();
  const db = new Database(join(folder.path, 'tackboard.sqlite'));
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  db.close();
});

/** Counts in how many turns of the event loop something is done. */
async function turnsOf<T>(done: Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const value = await done;
  isDone = true;
  return { value, turns };
}

test('[D4] [R15] what is asked of all spaces finds every one, and others are served before the answer', async () => {
  await using folder = tempFolder('store');
  const storage = openSqlite({ folder: folder.path });
  const { id: owner } = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
  const own = asId<SpaceId>(owner);
  await storage.records.save(own, 1, []);
  const ids = Array.from({ length: 1_000 }, () => asId<SpaceId>(randomUUID()));
  for (const id of ids) {
    const row = { id, kind: 'workspace', workspace: undefined, created: 1, modified: 1, deleted: undefined } as const;
    await storage.spaces.create(row, asId(owner), [], Buffer.from('an-id'));
  }
  const all = async (asked: Promise<readonly SpaceId[]>) => {
    const { value, turns } = await turnsOf(asked);
    return { found: value.toSorted(), turns };
  };
  const answer = { found: ids.toSorted(), turns: expect.toSatisfy((count: number) => count > 2) };
  expect(await all(storage.records.behind())).toEqual(answer);
  expect(await all(storage.records.behind('an-id'))).toEqual(answer);
  expect(await all(storage.records.deletedBy(Date.now()))).toEqual(answer);
  for (const id of ids) await storage.spaces.remove(id, 2);
  // Restored when it was found to be due already.
  const [restored = own, ...purged] = ids.toSorted();
  const asked = all(storage.upkeep.purgeSpaces(3, 4));
  await storage.spaces.restore(restored, 3);
  expect(await asked).toEqual({ ...answer, found: purged });
  expect((await storage.upkeep.spaces()).map(({ id }) => id).toSorted()).toEqual([own, restored].toSorted());
  await storage.close();
});

test('[R15] the times of many records are saved while others are served, and none by who comes late', async () => {
  await using folder = tempFolder('store');
  const storage = openSqlite({ folder: folder.path });
  const space = asId<SpaceId>(randomUUID());
  const times = (modified: number) =>
    Array.from({ length: 2_600 }, (_, at) => ({ kind: 'task' as const, id: `${at}`, created: 1, modified }));
  const saved = async () => {
    const { through, times } = await storage.records.load(space);
    return [through, times.length, ...new Set(times.map(({ modified }) => modified))];
  };
  expect((await turnsOf(storage.records.save(space, 4, times(4)))).turns).toBeGreaterThan(3);
  expect(await saved()).toEqual([4, 2_600, 4]);
  await storage.records.save(space, 3, times(3));
  expect(await saved()).toEqual([4, 2_600, 4]);
  // Two at once are one after the other.
  await Promise.all([storage.records.save(space, 5, times(5)), storage.records.save(space, 6, times(6).slice(0, 1))]);
  const { times: both } = await storage.records.load(space);
  expect(both.filter(({ id, modified }) => modified === (id === '0' ? 6 : 5))).toHaveLength(2_600);
  await storage.close();
});

test('[R20] a store of a newer version is refused', async () => {
  await using folder = tempFolder('store');
  await openSqlite({ folder: folder.path }).close();
  const db = new Database(join(folder.path, 'tackboard.sqlite'));
  db.pragma('user_version = 99');
  db.close();
  expect(() => openSqlite({ folder: folder.path })).toThrow('newer version');
});
