/** What a store in several databases has beside the contract of storages: where things lie, what is refused, and who writes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { LOCK } from '../../../sync-server/storage/postgres/migrations';
import { openPostgres, servePostgres } from '../../../sync-server/storage/postgres/postgres-storage';
import type { Storage } from '../../../sync-server/storage/storage';
import { StoreUnavailable } from '../../../sync-server/storage/storage-failures';
import { CUT_OFF, type Database, newDatabase } from '../../support/database';
import { choiceOf, newSpread, type Spread } from '../../support/spread';
import { waitFor } from '../../support/wait';

let spread: Spread;
const open: Storage[] = [];
const strange: Database[] = [];
beforeEach(async () => {
  spread = await newSpread();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  for (const one of strange.splice(0)) await one[Symbol.asyncDispose]();
  await spread[Symbol.asyncDispose]();
});

const openOn = async (databases: readonly Database[]) => {
  const storage = await openPostgres(choiceOf(databases));
  open.push(storage);
  return storage;
};
const serve = async () => {
  const served = await servePostgres(choiceOf(spread.databases));
  if (served) open.push(served.storage);
  return served;
};
const another = async () => {
  const made = await newDatabase();
  strange.push(made);
  return made;
};
const token = () => ({ id: randomUUID(), hash: randomBytes(32), readOnly: false, expires: undefined });
const addUser = async (storage: Storage, id: string = randomUUID()) => {
  const user = { id: asId<UserId>(id), name: 'Ada', email: `${id}@example.com`, created: 1, modified: 1 };
  expect(await storage.accounts.addUser(user, token(), Uint8Array.of(1))).toBe(true);
  return user;
};
const entry = (space: SpaceId) => ({ space, update: Uint8Array.of(1), merged: 1 });
/** Cuts everybody off from a database, and keeps servers from coming back. @returns lets them */
const keepFrom = async ({ address }: Database) => {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(`${CUT_OFF}; SELECT pg_advisory_lock(${LOCK.server})`);
  return () => client.end();
};
/** How many rows of each are in each database. */
const amounts = (...tables: string[]) =>
  Promise.all(
    spread.databases.map(async ({ run }) => {
      const rows = await Promise.all(
        tables.map((table) => run(`SELECT count(*)::INT AS amount FROM tackboard.${table}`)),
      );
      return rows.map(([row]) => row?.amount);
    }),
  );

describe('[W12] where things lie', () => {
  test('users, spaces and members in the first, a document with all that follows from it where its space’s id says', async () => {
    const storage = await openOn(spread.databases);
    const users = [await addUser(storage, await spread.idIn(0)), await addUser(storage, await spread.idIn(1))];
    for (const { id } of users) {
      const space = asId<SpaceId>(id);
      expect(await storage.documents.append([entry(space), entry(space)])).toEqual([2, 3]);
      await storage.documents.compact(space, { through: 2, update: Uint8Array.of(2), coverage: Uint8Array.of() });
      await storage.documents.quarantine(space, 3);
      await storage.records.save(space, 2, [{ kind: 'task', id: space, created: 1, modified: 1 }]);
    }
    expect(await amounts('users', 'tokens', 'spaces')).toEqual([
      [2, 2, 2],
      [0, 0, 0],
    ]);
    const content = ['heads', 'snapshots', 'quarantine', 'records', 'indexed'];
    expect(await amounts(...content)).toEqual([
      [1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
    ]);
  });

  test('entries of several databases at once, in the order in which they were given; a list in another order finds all', async () => {
    const third = await another();
    const [directory, second] = spread.databases;
    const all = [directory, second, third];
    const storage = await openOn(all);
    const spaces = Array.from({ length: 12 }, () => asId<SpaceId>(randomUUID()));
    const entries = [...spaces, ...spaces].map(entry);
    expect(await storage.documents.append(entries)).toEqual([...spaces.map(() => 1), ...spaces.map(() => 2)]);
    const other = await openOn([directory, third, second]);
    for (const space of spaces) expect((await other.documents.load(space)).log).toHaveLength(2);
    expect(await other.documents.lastEntries()).toEqual(new Map(spaces.map((space) => [space, 2])));
  });

  test('where a space cannot be made to the end, there is none; a first entry without one is no damage', async () => {
    const storage = await openOn(spread.databases);
    const [directory, second] = spread.databases;
    const id = await spread.idIn(1);
    await second.run('ALTER TABLE tackboard.log ADD CONSTRAINT none CHECK (false)');
    const user = { id: asId<UserId>(id), name: 'Ada', email: 'ada@example.com', created: 1, modified: 1 };
    await expect(storage.accounts.addUser(user, token(), Uint8Array.of(1))).rejects.toThrow();
    expect(await storage.accounts.users()).toEqual([]);
    await second.run('ALTER TABLE tackboard.log DROP CONSTRAINT none');
    await directory.run('ALTER TABLE tackboard.changes ADD CONSTRAINT none CHECK (false)');
    await expect(storage.accounts.addUser(user, token(), Uint8Array.of(1))).rejects.toThrow();
    expect([await storage.accounts.users(), await storage.upkeep.spaces()]).toEqual([[], []]);
    expect(await storage.documents.lastEntries()).toEqual(new Map([[id, 1]]));
    expect(await storage.upkeep.faults()).toEqual([]);
  });

  test('[D4] what a purge cannot reach is removed by the next one', async () => {
    const storage = await openOn(spread.databases);
    const [, second] = spread.databases;
    const { id } = await addUser(storage, await spread.idIn(1));
    await storage.upkeep.removeUser(id, undefined, 5);
    await second.run('ALTER TABLE tackboard.heads RENAME TO elsewhere');
    await expect(storage.upkeep.purgeSpaces(9, 9)).rejects.toThrow();
    await second.run('ALTER TABLE tackboard.elsewhere RENAME TO heads');
    expect(await amounts('heads', 'log')).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(await storage.upkeep.purgeSpaces(9, 10)).toEqual([]);
    expect(await amounts('heads', 'log', 'clearing')).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('[R20] what lies in the wrong database is found out', async () => {
    const storage = await openOn(spread.databases);
    const [directory] = spread.databases;
    const space = await spread.idIn(1);
    await directory.run(`INSERT INTO tackboard.heads VALUES ('${space}', 1);
      INSERT INTO tackboard.log VALUES ('${space}', 1, 1, '', 0)`);
    const shown = new URL(directory.address);
    expect(await storage.upkeep.faults()).toEqual([
      `the document of the space ${space} is not in the database in which it is looked for (in ${shown.host}${shown.pathname})`,
    ]);
  });
});

describe('[W12] a list that is not exactly the databases of the store is refused', () => {
  const refused = async (databases: readonly Database[], ...words: (string | RegExp)[]) => {
    const failure = await openPostgres(choiceOf(databases)).then(
      (storage) => storage.close(),
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    for (const word of words) expect(String(failure)).toMatch(word);
    expect(String(failure)).not.toContain(inject('postgres').password);
    const serving = await servePostgres(choiceOf(databases)).catch((error: unknown) => error);
    expect(String(serving)).toBe(String(failure));
  };
  const nameOf = ({ address }: Database) => new URL(address).pathname.slice(1);

  test('one that lacks one, a stranger’s, a new one, another order of the first', async () => {
    const [directory, second] = spread.databases;
    await (await openPostgres(choiceOf(spread.databases))).close();
    await refused([directory], 'spread over 2 databases, and 1 of them is not named', nameOf(second));
    await refused([second], 'whose directory is another database');
    await refused(
      [second, directory],
      `${nameOf(directory)} is the directory of this store, and has to be named first`,
    );
    await refused([directory, second, second], 'are the same database');
    const fresh = await another();
    await refused([directory, second, fresh], `${nameOf(fresh)} is none of its databases, but a new one`, '--to');
    await refused([directory, fresh], nameOf(second), 'a new one');
    const own = await another();
    const storage = await openPostgres(choiceOf([own]));
    await addUser(storage);
    await storage.close();
    await refused([directory, second, own], `${nameOf(own)} is none of its databases, but a store by itself`);
    await refused([own, fresh], `${nameOf(own)} holds a store by itself`, 'copy the store into new ones');
    await refused([fresh, own], `${nameOf(own)} is not empty`);
    const [first, other] = [await another(), await another()];
    await (await openPostgres(choiceOf([first, other]))).close();
    await refused([directory, second, other], 'another store’s');
    await refused([fresh, other], `${nameOf(other)} belongs to another store`);
    // Nothing of that has changed anything.
    await (await openPostgres(choiceOf(spread.databases))).close();
    await (await openPostgres(choiceOf([own]))).close();
  });

  test('of those that begin a store at once, with whichever first, one does', async () => {
    const [directory, second] = spread.databases;
    const lists = [
      [directory, second],
      [second, directory],
      [directory, second],
      [second, directory],
    ];
    const all = await Promise.allSettled(lists.map(openOn));
    const begun = all.map(({ status }) => status === 'fulfilled');
    expect([begun, begun.map((one) => !one)]).toContainEqual([true, false, true, false]);
    const [first, other] = begun[0] ? lists : lists.slice(1);
    await openOn(first ?? []);
    await expect(openPostgres(choiceOf(other ?? []))).rejects.toThrow('is the directory of this store');
  });

  test('a store whose beginning was cut short is one when it is opened again', async () => {
    const [directory, second] = spread.databases;
    await openOn(spread.databases);
    await second.run('UPDATE tackboard.store SET directory = NULL');
    await openOn(spread.databases);
    await expect(openPostgres(choiceOf([second]))).rejects.toThrow('whose directory is another database');
    await directory.run('DELETE FROM tackboard.databases');
    await openOn(spread.databases);
    await expect(openPostgres(choiceOf([directory]))).rejects.toThrow('1 of them is not named');
  });
});

describe('[W9] one server a store', () => {
  test('also where it is in several databases; one that is refused changes nothing for the one that runs', async () => {
    const first = await serve();
    if (!first) throw new Error('not served');
    expect(await serve()).toBeUndefined();
    for (const at of [0, 1]) await first.storage.documents.append([entry(await spread.idIn(at))]);
    await first.storage.close();
    expect(await serve()).toBeDefined();
  });

  test('who has lost the line to the directory writes nowhere, and goes on where no other has served meanwhile', async () => {
    const served = await serve();
    if (!served) throw new Error('not served');
    const [directory] = spread.databases;
    const [near, far] = [await spread.idIn(0), await spread.idIn(1)];
    await served.storage.documents.append([entry(far)]);
    const letGo = await keepFrom(directory);
    try {
      const append = () => served.storage.documents.append([entry(far)]);
      await waitFor(
        'the line to be missed',
        () =>
          append().then(
            () => false,
            (error) => error instanceof StoreUnavailable,
          ),
        { every: 5 },
      );
      expect(await served.storage.partlyAway()).toBeDefined();
    } finally {
      await letGo();
    }
    await waitFor('an append that works', () => served.storage.documents.append([entry(far)]), { every: 5 });
    expect(await served.storage.documents.append([entry(near)])).toEqual([1]);
  });

  test('who has lost the line to any of the databases writes nowhere once another has served', async () => {
    const first = await serve();
    if (!first) throw new Error('not served');
    const second = await waitFor(
      'the locks',
      async () => {
        await Promise.all(spread.databases.map(({ run }) => run(CUT_OFF)));
        return serve();
      },
      { every: 1 },
    );
    await second.storage.close();
    await first.lost;
    for (const at of [0, 1])
      await expect(first.storage.documents.append([entry(await spread.idIn(at))])).rejects.toThrow(StoreUnavailable);
  });
});
