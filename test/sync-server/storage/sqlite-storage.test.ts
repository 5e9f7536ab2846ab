/** The embedded store keeps to the contract of storages; and what only it has: its lock and its steps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
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

test('[R20] a store of a newer version is refused', async () => {
  await using folder = tempFolder('store');
  await openSqlite({ folder: folder.path }).close();
  const db = new Database(join(folder.path, 'tackboard.sqlite'));
  db.pragma('user_version = 99');
  db.close();
  expect(() => openSqlite({ folder: folder.path })).toThrow('newer version');
});
