/** The server and its commands on PostgreSQL: real processes, a real database. */
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { CommandFailure } from '../../sync-server/command-line/command';
import { backUp, restoreBackup } from '../../sync-server/command-line/safekeeping';
import { openStore, placeOf } from '../../sync-server/command-line/store-place';
import { type Database, newDatabase, openDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { addressOf, type PostgresServer, startPostgres } from '../support/postgres-server';
import { caller } from '../support/rest';
import { type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { waitFor } from '../support/wait';
import { openRaw, syncFrame } from './raw-socket';
import { lines, run } from './run-command';

/** A database, as `TACKBOARD_STORE` names it. */
const placeAt = (store: string) => placeOf({ data: 'none', dataFrom: 'default', store, storeFrom: 'env' });
/** A command on a database. */
const command = (address: string, ...args: string[]) => run(args, { TACKBOARD_STORE: address });
const json = (out: string) => lines(out).map((line) => JSON.parse(line));
/** Makes a user without a process for it. */
async function addUser(database: string, name: string): Promise<NewUser> {
  const storage = await openDatabase(database);
  try {
    return await makeUser(storage, { name, email: `${name}@example.com` });
  } finally {
    await storage.close();
  }
}
const serve = (store: string) => startSyncServer({ data: 'none', store, options: ['--rate-limit', '0'] });

/** The names of the tasks in a user's first section. */
async function tasksOf(url: string, { id, token }: NewUser): Promise<string[]> {
  const section = await sectionOf(url, { id, token });
  const { body } = await caller(url, token)('GET', `/v1/tasks/parent/${section}`);
  return body.items.map((task: { name: string }) => task.name);
}
async function sectionOf(url: string, { token }: Pick<NewUser, 'id' | 'token'>): Promise<string> {
  const call = caller(url, token);
  const { taskLists } = (await call('GET', '/v1/user')).body;
  return (await call('GET', `/v1/tasklists/${taskLists[0].id}`)).body.taskSections[0].id;
}
const task = (section: string, name: string) => ({
  ...{ name, status: 'open', priority: 'none' },
  taskSection: { id: section },
});

describe('on one database', () => {
  let database: Database;
  const servers: SyncServer[] = [];
  beforeEach(async () => {
    database = await newDatabase();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await database[Symbol.asyncDispose]();
  });

  test('[R2] the commands print what they print on a folder, and work beside a running server', async () => {
    const on = (...args: string[]) => command(database.address, ...args);
    const ada = await addUser(database.address, 'Ada');
    const server = await serve(database.address);
    servers.push(server);
    await using socket = await openRaw(server.url, ada.id, ada.token);
    await socket.message('the question', ({ step }) => step === 0);
    const [added, second] = await Promise.all([
      on('user', 'add', '--name', 'Bob', '--email', 'bob@example.com'),
      on('token', 'add', '--user', ada.id, '--read-only'),
    ]);
    const [bob, made] = [json(added.out)[0], json(second.out)[0]];
    expect(Object.keys(bob)).toEqual(['id', 'name', 'email', 'token']);
    // What another process has made is there at once.
    expect(await tasksOf(server.url, bob)).toEqual([]);
    expect(await tasksOf(server.url, { ...ada, token: made.token })).toEqual([]);
    const listed = json((await on('token', 'list')).out).filter(({ user }) => user === ada.id);
    expect(listed.map(({ id, readOnly }) => [id === made.id, readOnly])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await on('token', 'revoke', '--id', listed[0].id)).toEqual({ code: 0, out: '', err: '' });
    await waitFor('the close', () => socket.closed(), { timeout: 1_000, every: 5 });
    expect(socket.closed()).toBe(CLOSE.forbidden);
    const [users, spaces, checked] = await Promise.all([on('user', 'list'), on('space', 'list'), on('check')]);
    expect(json(users.out).map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    expect(json(spaces.out).map(({ name, kind, owners }) => [name, kind, owners])).toEqual([
      ['Ada', 'user', []],
      ['Bob', 'user', []],
    ]);
    expect(json(checked.out)[0]).toMatchObject({ ok: true, users: 2, tokens: 3, spaces: 2, faults: [] });
  });

  test('[R20] what only a folder can do is said, and how a database does it', async () => {
    const place = placeAt(database.address);
    await expect(backUp(place, 'x')).rejects.toThrow('pg_dump');
    await expect(restoreBackup(place, 'x')).rejects.toThrow('pg_restore');
  });

  test('[W6] killed and started again, it has all that REST has shown; [W9] a second server is refused', async () => {
    const ada = await addUser(database.address, 'Ada');
    const before = await serve(database.address);
    servers.push(before);
    const section = await sectionOf(before.url, ada);
    const made = await caller(before.url, ada.token)('POST', '/v1/tasks', task(section, 'Seen'));
    expect(made.status).toBe(201);
    await before.kill();
    // The database notices that the process is gone, and gives its lock to the next.
    const server = await before.restart();
    servers.push(server);
    const { code, out, err } = await command(database.address, 'serve', '--port', '0');
    expect([code, out, lines(err).length]).toEqual([1, '', 1]);
    expect(err).toBe(
      `Another server runs on the database at 127.0.0.1:${inject('postgres').port}/${new URL(database.address).pathname.slice(1)}; end it first, or have both share it (--bus).\n`,
    );
    expect(await tasksOf(server.url, ada)).toEqual(['Seen']);
  });

  test('[R20] what is wrong with an address is said in one line, without the password', async () => {
    const { port, password } = inject('postgres');
    const silent = await freePort();
    await database.run('CREATE SCHEMA tackboard; CREATE TABLE tackboard.store AS SELECT 99 AS step');
    const rows: readonly (readonly [string, ...string[]])[] = [
      [`postgres://ada:${password}@127.0.0.1:${silent}/team`, `127.0.0.1:${silent}/team`, 'nothing answers there'],
      [addressOf({ port, password }, 'none'), `127.0.0.1:${port}/none`, 'there is no such database'],
      [addressOf({ port, password: `${password}x` }, 'postgres'), 'the password is wrong'],
      [`postgres://ada:${password}@no-such-host.invalid/team`, 'no-such-host.invalid/team'],
      [database.address, 'newer version'],
      [`${database.address}?sslmode=verify-full&sslrootcert=/none/ca.pem`, 'there is no file /none/ca.pem'],
      [`mysql://ada:${password}@127.0.0.1/team`, 'TACKBOARD_STORE', 'postgres://user@host:5432/database'],
    ];
    const opened = rows.map(async ([address, ...says]) => {
      const refused = await (async () => openStore(placeAt(address)))().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(CommandFailure);
      for (const part of says) expect(String(refused)).toContain(part);
      expect(String(refused)).not.toContain(password);
    });
    await Promise.all(opened);
    const { code, out, err } = await command(rows[0]?.[0] ?? '', 'serve', '--port', '0');
    expect([code, out, err]).toEqual([
      ...[1, ''],
      `The database at 127.0.0.1:${silent}/team cannot be used: nothing answers there.\n`,
    ]);
    const both = { data: 'x', dataFrom: 'cli', store: database.address, storeFrom: 'cli' };
    expect(() => placeOf(both)).toThrow('Name a data folder (--data) or a database (--store), not both.');
  });
});

test('[W9] while the database is away writes get 503 and sockets 1013 with a reason, nothing is half written, and all goes on by itself', async () => {
  await using postgres: PostgresServer = await startPostgres({ port: await freePort(), password: 'only-this-server' });
  const database = await newDatabase(postgres.place);
  const ada = await addUser(database.address, 'Ada');
  const server = await serve(database.address);
  try {
    const call = caller(server.url, ada.token);
    const section = await sectionOf(server.url, ada);
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    const write = (key: string): Uint8Array => {
      const doc = new Y.Doc();
      doc.getMap('elsewhere').set(key, 1);
      return Y.encodeStateAsUpdate(doc);
    };
    await using reader = await openRaw(server.url, ada.id, ada.token);
    await reader.message('the question', ({ step }) => step === 0);
    const seen: string[] = [];
    for (let round = 0; round < 2; round++) {
      await using writer = await openRaw(server.url, ada.id, ada.token);
      await writer.message('the question', ({ step }) => step === 0);
      writer.send(syncFrame(2, write(`kept ${round}`)));
      await writer.barrier();
      expect((await call('POST', '/v1/tasks', task(section, `Kept ${round}`))).status).toBe(201);
      seen.push(`Kept ${round}`);
      await postgres.kill();
      const reason = new Promise((done) => writer.ws.once('close', (_code, text) => done(String(text))));
      writer.send(syncFrame(2, write(`lost ${round}`)));
      expect([await reason, writer.closed()]).toEqual(['The server cannot reach its database.', CLOSE.tryLater]);
      const refused = await call('POST', '/v1/tasks', task(section, `Refused ${round}`));
      expect([refused.status, refused.body.type]).toEqual([503, 'urn:tackboard:problem:unavailable']);
      expect([(await call('GET', '/v1/user')).status, await ready()]).toEqual([503, 503]);
      await using early = await openRaw(server.url, ada.id, ada.token);
      await waitFor('the refusal', () => early.closed(), { every: 5 });
      expect([early.closed(), early.received]).toEqual([CLOSE.tryLater, []]);
      await postgres.start();
      await waitFor('the server to be ready', async () => (await ready()) === 200, { every: 20 });
      expect(await tasksOf(server.url, ada)).toEqual(seen);
    }
    expect((await call('POST', '/v1/tasks', task(section, 'After'))).status).toBe(201);
    await using anew = await openRaw(server.url, ada.id, ada.token);
    anew.send(syncFrame(0, Uint8Array.of(0)));
    await anew.message('the answer', ({ step }) => step === 1);
    const copy = new Y.Doc();
    for (const { step, content } of anew.received) if (step === 1 || step === 2) Y.applyUpdate(copy, content);
    expect([...copy.getMap('elsewhere').keys()].sort()).toEqual(['kept 0', 'kept 1']);
    expect(json((await command(database.address, 'check')).out)[0]).toMatchObject({ ok: true });
    expect(server.process.output()).not.toContain('only-this-server');
  } finally {
    expect(await server.stop()).toBe(0);
  }
}, 60_000);
