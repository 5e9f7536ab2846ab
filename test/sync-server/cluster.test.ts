/** Several servers on one database: real processes, a real PostgreSQL, a real Redis. Any of them serves any space. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { inRoot } from '../../scripts/root';
import { CLOSE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { type Database, newDatabase, openDatabase } from '../support/database';
import { startNginx } from '../support/nginx';
import { type RedisServer, startRedis } from '../support/redis-server';
import { type Caller, caller } from '../support/rest';
import { type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { openRaw, syncFrame } from './raw-socket';
import { lines, run } from './run-command';
import { connectVanilla } from './vanilla-client';

let database: Database;
let redis: RedisServer;
let servers: SyncServer[];
let ada: NewUser;
let bob: NewUser;

const start = (options: readonly string[] = [], log?: string) =>
  startSyncServer({
    ...{ data: 'none', store: database.address, env: { TACKBOARD_BUS: redis.address }, ...(log ? { log } : {}) },
    options: ['--rate-limit', '0', ...options],
  });
/** Calls REST on one of the servers. */
const on = (at: number, who: Pick<NewUser, 'token'> = ada): Caller => caller(servers[at]?.url ?? '', who.token);

beforeAll(async () => {
  [database, redis] = await Promise.all([newDatabase(), startRedis()]);
  const storage = await openDatabase(database.address);
  try {
    ada = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
    bob = await makeUser(storage, { name: 'Bob', email: 'bob@example.com' });
  } finally {
    await storage.close();
  }
  servers = await Promise.all([start(), start(), start()]);
  await waitFor('the servers to hear each other', async () =>
    (await Promise.all(servers.map(busOf))).every((bus) => bus === 'ok'),
  );
}, 60_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await redis?.[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
});

const busOf = async ({ url }: SyncServer): Promise<string> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { bus: string }).bus;
const task = (section: string, name: string) => ({
  ...{ name, status: 'open', priority: 'none' },
  taskSection: { id: section },
});

async function newWorkspace(members: readonly { id: string; role: string }[] = []) {
  const made = await on(0)('POST', '/v1/workspaces', { name: 'Team', members });
  const list = made.body.taskLists[0].id;
  return { id: made.body.id, section: (await on(1)('GET', `/v1/tasklists/${list}`)).body.taskSections[0].id };
}

describe('[W11] any server of three serves any space', () => {
  test('a write over REST on one is seen by the next read on any other', async () => {
    const { section } = await newWorkspace();
    for (let round = 0; round < 12; round++) {
      const [writer, reader, third] = [round % 3, (round + 1) % 3, (round + 2) % 3];
      const made = await on(writer)('POST', '/v1/tasks', task(section, `Task ${round}`));
      expect(made.status).toBe(201);
      // By its id and in its list, on who has never heard of it.
      const read = await on(reader)('GET', `/v1/tasks/${made.body.id}`);
      expect([read.status, read.body]).toEqual([200, made.body]);
      const listed = await on(third)('GET', `/v1/tasks/parent/${section}`);
      expect(listed.body.items.map(({ name }: { name: string }) => name)).toContain(`Task ${round}`);
      expect((await on(third)('PATCH', `/v1/tasks/${made.body.id}`, { name: `Renamed ${round}` })).status).toBe(200);
      expect((await on(reader)('GET', `/v1/tasks/${made.body.id}`)).body.name).toBe(`Renamed ${round}`);
    }
    const all = await Promise.all([0, 1, 2].map((at) => on(at)('GET', `/v1/tasks/parent/${section}`)));
    expect(all[1]?.body).toEqual(all[0]?.body);
    expect(all[2]?.body).toEqual(all[0]?.body);
    expect(all[0]?.body.items).toHaveLength(12);
  });

  test('all sockets of a space converge, wherever they are, and what they show of themselves is seen everywhere', async () => {
    const { id } = await newWorkspace([{ id: bob.id, role: 'contributor' }]);
    await using first = await connectVanilla(servers[0]?.url ?? '', id, ada.token);
    await using second = await connectVanilla(servers[1]?.url ?? '', id, bob.token);
    await using third = await connectVanilla(servers[2]?.url ?? '', id, ada.token);
    const clients = [first, second, third];
    clients.forEach(({ doc, provider }, at) => {
      provider.awareness.setLocalState({ at });
      for (let n = 0; n < 20; n++) doc.getMap('elsewhere').set(`${at}-${n}`, n);
    });
    await waitFor('all to have all', () => clients.every(({ doc }) => doc.getMap('elsewhere').size === 60));
    const seeing = (count: number) => (one: (typeof clients)[number]) =>
      one.provider.awareness.getStates().size === count;
    await waitFor('all to see all', () => clients.every(seeing(3)));
    first.provider.disconnect();
    await waitFor('the others to see that one has gone', () => clients.slice(1).every(seeing(2)));
  });

  test('[W7] a changed role, a revoked token and a deleted space bite on every server within a second', async () => {
    const { id } = await newWorkspace([{ id: bob.id, role: 'contributor' }]);
    const token = JSON.parse(
      lines((await run(['token', 'add', '--user', bob.id], { TACKBOARD_STORE: database.address })).out)[0] ?? '',
    );
    await using second = await openRaw(servers[1]?.url ?? '', id, bob.token);
    await using third = await openRaw(servers[2]?.url ?? '', id, token.token);
    await third.message('the question', ({ step }) => step === 0);
    await second.message('the question', ({ step }) => step === 0);
    const within = { timeout: 1_000, every: 5 };
    await run(['token', 'revoke', '--id', token.id], { TACKBOARD_STORE: database.address });
    await waitFor('the close of the one', () => third.closed(), within);
    expect(third.closed()).toBe(CLOSE.forbidden);
    expect((await on(0)('DELETE', `/v1/workspaces/${id}/members`, { items: [{ id: bob.id }] })).status).toBeLessThan(
      300,
    );
    await waitFor('the close of the other', () => second.closed(), within);
    expect(second.closed()).toBe(CLOSE.forbidden);
    expect((await on(2, bob)('GET', `/v1/workspaces/${id}`)).status).toBe(403);
    await using owner = await openRaw(servers[2]?.url ?? '', id, ada.token);
    await owner.message('the question', ({ step }) => step === 0);
    expect((await on(1)('DELETE', `/v1/workspaces/${id}`)).status).toBe(204);
    await waitFor('the close of a space that is deleted', () => owner.closed(), within);
    expect(owner.closed()).toBe(CLOSE.notFound);
  });

  test('with the bus gone they go on from the database, say so, and come back by themselves', async () => {
    const { id, section } = await newWorkspace();
    await using near = await connectVanilla(servers[0]?.url ?? '', id, ada.token);
    await using far = await connectVanilla(servers[1]?.url ?? '', id, ada.token);
    const buses = () => Promise.all(servers.map(busOf));
    await redis.kill();
    await waitFor('it to be said', async () => (await buses()).every((bus) => bus.startsWith('away')));
    near.doc.getMap('elsewhere').set('without', 1);
    await waitFor('it to come without the bus', () => far.doc.getMap('elsewhere').get('without'));
    const made = await on(2)('POST', '/v1/tasks', task(section, 'Without'));
    expect((await on(0)('GET', `/v1/tasks/${made.body.id}`)).status).toBe(200);
    await redis.start();
    await waitFor('it to be back', async () => (await buses()).every((bus) => bus === 'ok'));
    far.doc.getMap('elsewhere').set('again', 1);
    await waitFor('it to come', () => near.doc.getMap('elsewhere').get('again'));
  });

  test('a server that is killed loses nothing that anyone has seen', async () => {
    const { id, section } = await newWorkspace();
    const server = await start();
    await using writer = await openRaw(server.url, id, ada.token);
    await using reader = await openRaw(servers[0]?.url ?? '', id, ada.token);
    await reader.message('the question', ({ step }) => step === 0);
    const doc = new Y.Doc();
    doc.getMap('elsewhere').set('kept', 1);
    writer.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await writer.barrier();
    const made = await caller(server.url, ada.token)('POST', '/v1/tasks', task(section, 'Kept'));
    await server.kill();
    expect((await on(0)('GET', `/v1/tasks/${made.body.id}`)).body).toEqual(made.body);
    await waitFor('the news of the other', () => reader.received.some(({ step }) => step === 2));
  });
});

test('[W11] behind nginx, servers that are told to end or killed one after the other cost their clients a reconnect and nothing else', async () => {
  const { id, section } = await newWorkspace();
  await using balancer = await startNginx(servers.map(({ port }) => port));
  const call = caller(balancer.url, ada.token);
  await using near = await connectVanilla(balancer.url, id, ada.token);
  await using far = await connectVanilla(balancer.url, id, ada.token);
  const clients = [near, far];
  const answers = new Map<number, number>();
  let asking = true;
  const asks = [0, 1].map(async () => {
    while (asking) {
      const { status } = await call('GET', `/v1/tasks/parent/${section}`);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  for (const [at, server] of servers.entries()) {
    for (const [from, { doc }] of clients.entries()) doc.getMap('elsewhere').set(`${from} before ${at}`, 1);
    if (at === 2) await server.kill();
    else expect(await server.stop()).toBe(0);
    for (const [from, { doc }] of clients.entries()) doc.getMap('elsewhere').set(`${from} without ${at}`, 1);
    expect((await call('POST', '/v1/tasks', task(section, `Without ${at}`))).status).toBe(201);
    await waitFor('both to have all', () => clients.every(({ doc }) => doc.getMap('elsewhere').size === 4 * (at + 1)));
    const anew = await server.restart();
    servers[at] = anew;
    // It has no room open before someone is sent there.
    const rooms = async () => /^tackboard_rooms [1-9]/m.test(await (await fetch(`${anew.url}/metrics`)).text());
    await waitFor('nginx to use it again', rooms, { every: 20 });
  }
  asking = false;
  await Promise.all(asks);
  expect([...answers.keys()]).toEqual([200]);
  const { body } = await call('GET', `/v1/tasks/parent/${section}`);
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Without 0', 'Without 1', 'Without 2']);
}, 60_000);

test('[W9] what is under way when a server is told to end is answered', async () => {
  const server = await start();
  const body = JSON.stringify({ name: 'Under way' });
  const request = httpRequest(`${server.url}/v1/workspaces`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const status = new Promise((done, fail) =>
    request.on('response', (answer) => done(answer.statusCode)).on('error', fail),
  );
  request.write(body.slice(0, 5));
  await waitFor('it to be under way', async () => (await fetch(`${server.url}/healthz`)).ok);
  const ended = server.stop();
  await waitFor('no more to be taken', async () => !(await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok);
  request.end(body.slice(5));
  expect([await status, await ended]).toEqual([201, 0]);
});

test('[W9] what was sent to a server before it was told to end is answered, also what it had not come to', async () => {
  const { section } = await newWorkspace();
  await using folder = tempFolder('log');
  const log = join(folder.path, 'log');
  const server = await start([], log);
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
  const posts = Array.from({ length: 20 }, (_, n) => {
    const request = httpRequest(`${server.url}/v1/tasks`, { method: 'POST', headers, agent: false });
    const sent = new Promise<void>((done) => request.on('finish', done));
    const status = new Promise<unknown>((done) =>
      request.on('response', (answer) => done(answer.resume().statusCode)).on('error', done),
    );
    request.end(JSON.stringify(task(section, `Late ${n}`)));
    return { sent, status };
  });
  await Promise.all(posts.map(({ sent }) => sent));
  const ended = server.stop();
  expect(new Set(await Promise.all(posts.map(({ status }) => status)))).toEqual(new Set([201]));
  expect(await ended).toBe(0);
  // That it lets go of the bus is no alarm.
  const told = (await readFile(log, 'utf8')).split('\n').filter((line) => /"level":[4-9]/.test(line));
  expect(told).toEqual([]);
});

describe('[R20] what cannot be is refused in a line', () => {
  const serve = (env: NodeJS.ProcessEnv, ...args: string[]) => run(['serve', '--port', '0', ...args], env);

  test('a server alone beside others, a bus without a database, an address that is none, a port that is taken', async () => {
    const secret = randomUUID();
    const [alone, folder, address, taken] = await Promise.all([
      serve({ TACKBOARD_STORE: database.address }),
      serve({ TACKBOARD_BUS: redis.address }, '--data', 'none'),
      serve({ TACKBOARD_STORE: database.address }, '--bus', `redsi://ada:${secret}@127.0.0.1`),
      serve({ TACKBOARD_STORE: database.address, TACKBOARD_BUS: redis.address }, '--port', String(servers[0]?.port)),
    ]);
    expect([alone.code, folder.code, address.code, taken.code]).toEqual([1, 1, 1, 1]);
    expect(taken.err).toContain('it is in use');
    expect(alone.err).toMatch(/^Another server runs on the database at [^\n]+\n$/);
    expect(folder.err).toBe(
      'Several servers (--bus) need a database: name one with --store. A data folder is served by one.\n',
    );
    expect(address.err).toMatch(/^--bus has to name a Redis or Valkey, like redis:\/\/host:6379; [^\n]+\n$/);
    expect(address.err).not.toContain(secret);
  });

  test('[W11] a clock that is minutes off, and tables that others use as they are', async () => {
    const shared = { TACKBOARD_STORE: database.address, TACKBOARD_BUS: redis.address };
    const shifted = {
      NODE_OPTIONS: `--require ${inRoot('test', 'support', 'shift-clock.cjs')}`,
      TACKBOARD_TEST_CLOCK: '300000',
    };
    const early = await serve({ ...shared, ...shifted });
    expect([early.code, early.err]).toEqual([
      1,
      "The clock of this machine is 5 min ahead of the database's; with several servers it has to be right.\n",
    ]);
    const [{ step } = {}] = await database.run('SELECT step FROM tackboard.store');
    // As a version of which more is to be done would find it.
    await database.run('UPDATE tackboard.store SET step = step - 1');
    try {
      for (const newer of await Promise.all([serve(shared), run(['user', 'list'], shared)]))
        expect([newer.code, newer.err]).toEqual([
          1,
          expect.stringMatching(
            /^The database at \S+ cannot be used: it has to be brought up to date for this version, [^\n]+\n$/,
          ),
        ]);
    } finally {
      await database.run(`UPDATE tackboard.store SET step = ${step}`);
    }
  });
});
