/** A team moves from its folder into a database: everything is there as it was, and nothing where something was wrong. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asId, type SpaceId } from '../../shared/ids';
import { copyStore } from '../../sync-server/command-line/copy';
import { checkStore } from '../../sync-server/command-line/safekeeping';
import { addressesOf } from '../../sync-server/command-line/store-place';
import { readAddress } from '../../sync-server/storage/postgres/address';
import { fillDatabases } from '../../sync-server/storage/postgres/fill-database';
import { openPostgres, servePostgres } from '../../sync-server/storage/postgres/postgres-storage';
import { lockFolder } from '../../sync-server/storage/sqlite/folder-lock';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import { openTables } from '../../sync-server/storage/sqlite/table-rows';
import type { Storage } from '../../sync-server/storage/storage';
import { type Row, TABLES } from '../../sync-server/storage/tables';
import { newDatabase, openDatabase, type Database as PostgresDatabase } from '../support/database';
import { caller } from '../support/rest';
import { newSpread } from '../support/spread';
import { startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { type Ground, startGround } from './ground';
import { run } from './run-command';

let ground: Ground;
let database: PostgresDatabase;
let task: string;
beforeAll(async () => {
  ground = await startGround();
  const { id, section } = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
  const body = { name: 'Before\0 it\u0010', status: 'open', priority: 'none', taskSection: { id: section } };
  task = (await ground.ada.call('POST', '/v1/tasks', body)).body.id;
  const gone = await ground.workspace();
  await ground.ada.call('POST', '/v1/projects', { name: 'Below', workspace: { id } });
  await ground.ada.call('DELETE', `/v1/workspaces/${gone.id}`);
  const members = { items: [{ email: 'eve@example.com', role: 'viewer' }] };
  const invited = (await ground.ada.call('POST', `/v1/workspaces/${id}/members`, members)).body.pendingInvites;
  await ground.ada.call('POST', `/v1/workspaces/${id}/invites/${invited[0].id}/link`);
  await ground.server.stop();
  // What no short run of a server leaves: a folded log, an entry that was set aside, a token that has ended.
  const storage = openSqlite({ folder: ground.data });
  const [space, other] = [ground.ada, ground.bob].map(({ id }) => asId<SpaceId>(id));
  if (!space || !other) throw new Error('nobody is there');
  const { log } = await storage.documents.load(space);
  const update = log[0]?.update ?? new Uint8Array();
  await storage.documents.append([{ space, update: randomBytes(200_000), merged: 5 }]);
  await storage.documents.quarantine(space, (log.at(-1)?.sequence ?? 0) + 1);
  await storage.documents.compact(other, { through: 1, update, coverage: Uint8Array.of(0, 0) });
  await storage.accounts.revokeToken((await storage.accounts.tokens())[1]?.id ?? '', 7);
  await storage.close();
});
afterAll(() => ground[Symbol.asyncDispose]());
beforeEach(async () => {
  database = await newDatabase();
});
afterEach(() => database[Symbol.asyncDispose]());

/** All that a storage tells of itself. */
async function everythingOf(storage: Storage): Promise<unknown> {
  const spaces = await storage.upkeep.spaces();
  const users = await storage.accounts.users();
  const ofSpace = async ({ id }: (typeof spaces)[number]) => ({
    document: await storage.documents.load(id),
    members: await storage.spaces.members(id),
    people: await storage.spaces.people(id),
    invites: await storage.spaces.invites(id),
    index: (({ through, times }) => ({ through, times: new Set(times) }))(await storage.records.load(id)),
  });
  const everything = {
    users,
    spaces,
    tokens: await storage.accounts.tokens(),
    last: await storage.documents.lastEntries(),
    ofUsers: await Promise.all(users.map(({ id }) => storage.spaces.spacesOf(id))),
    deleted: await Promise.all(users.map(({ id }) => storage.spaces.deletedOf(id))),
    ofSpaces: await Promise.all(spaces.map(ofSpace)),
  };
  await storage.close();
  return everything;
}

const addressOf = () => {
  const address = readAddress(database.address);
  if (!address) throw new Error('no address');
  return address;
};
/** The same without a process; what it says goes into the error. */
const copyFrom = (from: string) => copyStore({ from, to: database.address });

test('[W6] a copy is all that there was, and a server goes on with it', async () => {
  const { code, out, err } = await run(['copy', '--from', ground.data], { TACKBOARD_TO: database.address });
  expect([code, err]).toEqual([0, '']);
  const told = JSON.parse(out);
  expect(told).toMatchObject({
    ok: true,
    compared: 'every row',
    copied: { users: 2, tokens: 2, quarantine: 1, snapshots: 1 },
  });
  for (const { name } of TABLES.filter(({ name }) => name !== 'requests')) expect(told.copied[name]).toBeGreaterThan(0);
  expect(await everythingOf(await openDatabase(database.address))).toEqual(
    await everythingOf(openSqlite({ folder: ground.data })),
  );
  const server = await startSyncServer({ data: 'none', store: database.address });
  try {
    const call = caller(server.url, ground.ada.token);
    expect((await call('GET', `/v1/tasks/${task}`)).body.name).toBe('Before\0 it\u0010');
    expect((await call('PATCH', `/v1/tasks/${task}`, { name: 'After it' })).status).toBe(200);
    await expect(copyFrom(ground.data)).rejects.toThrow('A server runs on the database');
  } finally {
    await server.stop();
  }
  await expect(copyFrom(ground.data)).rejects.toThrow('is not empty (there are rows in the table users)');
});

test('[W12] a copy is spread over several databases, and one of those is put into another again', async () => {
  await using spread = await newSpread();
  const there = { from: ground.data, to: spread.store };
  const back = { from: spread.store, to: database.address };
  const here = await everythingOf(openSqlite({ folder: ground.data }));
  for (const { from, to } of [there, back]) {
    const { code, out, err } = await run(['copy'], { TACKBOARD_FROM: from, TACKBOARD_TO: to });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ ok: true, copied: { users: 2, tokens: 2, quarantine: 1, snapshots: 1 } });
    const place = { kind: 'database', ...addressesOf(to, 'to') } as const;
    expect((await checkStore(place)).faults).toEqual([]);
    expect(await everythingOf(await openPostgres(place))).toEqual(here);
  }
  await expect(copyStore(there)).rejects.toThrow('is not empty (there are rows in the table users)');
  await expect(copyStore(back)).rejects.toThrow('is not empty (there are rows in the table users)');
  const served = await servePostgres(addressesOf(spread.store, 'store'));
  await expect(copyStore(back)).rejects.toThrow('A server runs on the database at');
  await served?.storage.close();
});

test('[W6] where a row is not as it was, nothing is kept', async () => {
  const tables = openTables(ground.data);
  let reads = 0;
  try {
    const filling = await fillDatabases({ address: addressOf(), others: [] }, (table) => {
      const second = table.name === 'log' && ++reads === 2;
      const spoil = (row: Row): Row => row.map((cell) => (cell instanceof Uint8Array ? cell.subarray(1) : cell));
      return [...tables.rows(table)].map((rows) => (second ? rows.map(spoil) : rows));
    });
    expect(filling).toMatchObject({ kind: 'differs', table: 'log' });
  } finally {
    tables.close();
  }
  const storage = await openDatabase(database.address);
  expect([await storage.accounts.users(), await storage.upkeep.spaces()]).toEqual([[], []]);
  await storage.close();
});

test('[R20] a database that is named twice is refused in a line, and no server is blamed for it', async () => {
  await using database = await newDatabase();
  const { address } = database;
  for (const [from, to] of [
    [address, address],
    ['none', `${address},${address}`],
  ] as const)
    await expect(copyStore({ from, to })).rejects.toThrow(/^The database at \S+ is named twice; /);
});

test('[W9] a folder that is served, damaged or none is not copied', async () => {
  const lock = lockFolder(ground.data);
  await expect(copyFrom(ground.data)).rejects.toThrow(`A server runs on the data folder ${ground.data}; end it first.`);
  lock?.release();
  await using folder = tempFolder('copy');
  await expect(copyFrom(folder.path)).rejects.toThrow(`There is no store in the folder ${folder.path}.`);
  await openSqlite({ folder: folder.path }).close();
  const db = new Database(join(folder.path, 'tackboard.sqlite'));
  db.exec(`INSERT INTO log VALUES ('s', 1, 1, x'00', 99)`);
  db.close();
  await expect(copyFrom(folder.path)).rejects.toThrow('is damaged');
  expect(await database.run(`SELECT FROM pg_tables WHERE schemaname = 'tackboard'`)).toEqual([]);
});
