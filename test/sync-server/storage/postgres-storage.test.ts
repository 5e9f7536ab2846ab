/** The store in PostgreSQL keeps to the contract of storages; and what only it has. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asId, type SpaceId } from '../../../shared/ids';
import { readAddress } from '../../../sync-server/storage/postgres/address';
import { openPostgres, servePostgres } from '../../../sync-server/storage/postgres/postgres-storage';
import type { Storage } from '../../../sync-server/storage/storage';
import { StoreUnavailable } from '../../../sync-server/storage/storage-failures';
import { TABLES } from '../../../sync-server/storage/tables';
import { storageContract } from '../../contracts/storage.contract';
import { CUT_OFF, type Database, newDatabase } from '../../support/database';
import { choiceOf, newSpread, type Spread } from '../../support/spread';
import { waitFor } from '../../support/wait';

const addressOf = (text: string) => {
  const address = readAddress(text);
  if (!address) throw new Error('no address');
  return address;
};

describe('the contract', () =>
  storageContract('PostgreSQL', async () => {
    const database = await newDatabase();
    return {
      open: () => openPostgres({ address: addressOf(database.address) }),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }));

describe('the contract, spread', () => {
  let spread: Spread;
  beforeAll(async () => {
    spread = await newSpread();
  });
  afterAll(() => spread[Symbol.asyncDispose]());

  storageContract('PostgreSQL in two databases', async () => ({
    open: () => openPostgres(choiceOf(spread.databases)),
    // Far cheaper than to make a store anew.
    [Symbol.asyncDispose]: async () => {
      const tables = ['heads', 'changes', 'clearing', ...TABLES.map(({ name }) => name).reverse()];
      const empty = tables.map((name) => `DELETE FROM tackboard.${name}`).join(';');
      await Promise.all(spread.databases.map(({ run }) => run(empty)));
    },
  }));
});

describe('one database', () => {
  let database: Database;
  const open: Storage[] = [];
  beforeEach(async () => {
    database = await newDatabase();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await database[Symbol.asyncDispose]();
  });

  const serve = async () => {
    const served = await servePostgres({ address: addressOf(database.address) });
    if (served) open.push(served.storage);
    return served;
  };
  const entry = (space = asId<SpaceId>(randomUUID())) => ({ space, update: Uint8Array.of(1), merged: 1 });
  /** As a line does that breaks. */
  const cutOff = () => database.run(CUT_OFF);
  /** Appends until it works. */
  const appendAgain = (storage: Storage) =>
    waitFor('an append that works', () => storage.documents.append([entry()]), { every: 5 });

  test('[W9] one server a database, free again when it ends; others may look and write meanwhile', async () => {
    const first = await serve();
    expect(first).toBeDefined();
    expect(await serve()).toBeUndefined();
    expect(await first?.storage.servers()).toBe(1);
    const beside = await openPostgres({ address: addressOf(database.address) });
    open.push(beside);
    expect(await beside.writable()).toBe(true);
    await first?.storage.close();
    expect(await serve()).toBeDefined();
  });

  test('[W9] a server whose line broke goes on where no other has served meanwhile', async () => {
    const served = await serve();
    if (!served) throw new Error('not served');
    const { space } = entry();
    await served.storage.documents.append([entry(space)]);
    await cutOff();
    const failure = await served.storage.documents.append([entry(space)]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    await appendAgain(served.storage);
    expect((await served.storage.documents.load(space)).log).toHaveLength(1);
    expect(await served.storage.writable()).toBe(true);
  });

  test('[W9] a line that breaks in the midst of a transaction fails that call, and nothing else', async () => {
    const storage = await openPostgres({ address: addressOf(database.address) });
    open.push(storage);
    const times = Array.from({ length: 2_000 }, (_, n) => ({
      ...{ kind: 'task' as const, id: `${n}`, created: 1, modified: 1, deleted: undefined },
    }));
    const spaces = Array.from({ length: 30 }, () => asId<SpaceId>(randomUUID()));
    const saves = Promise.allSettled(spaces.map((space) => storage.records.save(space, 1, times)));
    await cutOff();
    for (const [at, save] of (await saves).entries()) {
      if (save.status === 'rejected') expect(save.reason).toBeInstanceOf(StoreUnavailable);
      const { times: kept } = await storage.records.load(spaces[at] ?? asId<SpaceId>(''));
      // Where the line broke at the last word, it may have been kept after all; never half of it.
      if (save.status === 'rejected') expect([0, times.length]).toContain(kept.length);
      else expect(kept).toHaveLength(times.length);
    }
  });

  test('[W9] a server whose line broke never writes again where another has served meanwhile', async () => {
    const first = await serve();
    if (!first) throw new Error('not served');
    // The lock is taken as soon as it is free: before the first has found a line again.
    const second = await waitFor(
      'the lock',
      async () => {
        await cutOff();
        return serve();
      },
      { every: 1 },
    );
    await second.storage.close();
    expect(await first.lost).toBe('served');
    await expect(first.storage.documents.append([entry()])).rejects.toThrow(StoreUnavailable);
    expect(await first.storage.writable()).toBe(false);
  });

  test('[R20] a store of a newer version is refused, also by its commands', async () => {
    await (await openPostgres({ address: addressOf(database.address) })).close();
    await database.run('UPDATE tackboard.store SET step = 99');
    await expect(openPostgres({ address: addressOf(database.address) })).rejects.toThrow('newer version');
    await expect(serve()).rejects.toThrow('newer version');
  });

  test('[R20] tables of an older version are brought up to date by nobody while a server runs on them, also by no command', async () => {
    const first = await serve();
    await database.run('UPDATE tackboard.store SET step = step - 1');
    await expect(openPostgres({ address: addressOf(database.address) })).rejects.toThrow('servers of an older one run');
    // As it was, so that what the last step makes is not made twice.
    await database.run('UPDATE tackboard.store SET step = step + 1');
    await first?.storage.close();
  });

  test('[W9] a server whose line broke goes on no more where a newer version has changed the tables meanwhile', async () => {
    const served = await servePostgres({ address: addressOf(database.address), shared: true });
    if (!served) throw new Error('not served');
    open.push(served.storage);
    const beside = await servePostgres({ address: addressOf(database.address), shared: true });
    expect(await served.storage.servers()).toBe(2);
    await beside?.storage.close();
    await database.run(`UPDATE tackboard.store SET step = step + 1; ${CUT_OFF}`);
    expect(await served.lost).toBe('newer tables');
    await expect(served.storage.documents.append([entry()])).rejects.toThrow(StoreUnavailable);
  });

  test('[R20] two that open a new database at once make its tables once', async () => {
    open.push(...(await Promise.all([1, 2, 3].map(() => openPostgres({ address: addressOf(database.address) })))));
    for (const one of open) expect(await one.accounts.users()).toEqual([]);
  });
});

test('[R2] an address is shown without user and password', () => {
  const shown = (text: string) => readAddress(text)?.shown;
  expect(shown('postgres://ada:s3cret@db.example:5433/team?sslmode=verify-full')).toBe('db.example:5433/team');
  expect(shown('postgresql:///team?host=/run/postgresql&password=s3cret')).toBe('/run/postgresql/team');
  expect(shown('postgres://db.example')).toBe('db.example');
  for (const none of ['mysql://ada:s3cret@db/x', 's3cret', '', 'postgres://a:%zz@b/c', 'http://x'])
    expect(readAddress(none)).toBeUndefined();
});
