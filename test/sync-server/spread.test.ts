/** A server on two databases: real processes, two real PostgreSQLs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { openPostgres } from '../../sync-server/storage/postgres/postgres-storage';
import { freePort } from '../support/free-port';
import { type PostgresServer, startPostgres } from '../support/postgres-server';
import { type Caller, caller } from '../support/rest';
import { choiceOf, newSpread, type Spread } from '../support/spread';
import { type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { waitFor } from '../support/wait';
import { openRaw, syncFrame } from './raw-socket';
import { lines, run } from './run-command';

interface Place {
  readonly id: string;
  readonly section: string;
}

let postgres: PostgresServer;
let spread: Spread;
let server: SyncServer;
/** Their own space is in the directory. */
let ada: NewUser;
let call: Caller;
/** A workspace in the first database, and one in the other. */
let near: Place;
let far: Place;

beforeAll(async () => {
  postgres = await startPostgres({ port: await freePort(), password: 'only-of-the-second' });
  spread = await newSpread(postgres.place);
  const storage = await openPostgres(choiceOf(spread.databases));
  try {
    for (let n = 0; !ada || (await spread.partOf(ada.id)) !== 0; n++)
      ada = await makeUser(storage, { name: `Ada ${n}`, email: `ada${n}@example.com` });
  } finally {
    await storage.close();
  }
  server = await startSyncServer({ data: 'none', store: spread.store, options: ['--rate-limit', '0'] });
  call = caller(server.url, ada.token);
  const places: (Place | undefined)[] = [];
  for (let made = 0; !places[0] || !places[1]; made++) {
    expect(made).toBeLessThan(100);
    const place = await newWorkspace();
    places[await spread.partOf(place.id)] = place;
    if (places[0] && places[1]) [near, far] = [places[0], places[1]];
  }
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await spread?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

async function newWorkspace(): Promise<Place> {
  const made = await call('POST', '/v1/workspaces', { name: 'Team', members: [] });
  const list = await call('GET', `/v1/tasklists/${made.body.taskLists[0].id}`);
  return { id: made.body.id, section: list.body.taskSections[0].id };
}
const addTask = ({ section }: Place, name: string) =>
  call('POST', '/v1/tasks', { name, status: 'open', priority: 'none', taskSection: { id: section } });
const taskNames = async ({ section }: Place) =>
  (await call('GET', `/v1/tasks/parent/${section}`)).body.items.map(({ name }: { name: string }) => name);
const edit = (key: string): Uint8Array => {
  const doc = new Y.Doc();
  doc.getMap('elsewhere').set(key, 1);
  return syncFrame(2, Y.encodeStateAsUpdate(doc));
};
/** What sockets have put into a space. */
async function editsOf({ id }: Place): Promise<string[]> {
  await using socket = await openRaw(server.url, id, ada.token);
  socket.send(syncFrame(0, Uint8Array.of(0)));
  await socket.message('the answer', ({ step }) => step === 1);
  const copy = new Y.Doc();
  for (const { step, content } of socket.received) if (step === 1 || step === 2) Y.applyUpdate(copy, content);
  return [...copy.getMap('elsewhere').keys()].sort();
}
const check = async () => JSON.parse(lines((await run(['check'], { TACKBOARD_STORE: spread.store })).out)[0] ?? '');
const readyz = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as { status: string; databases?: string }) };
};

test('[W12] spaces of both are served over REST and sockets, and a server that is killed loses nothing that anyone has seen', async () => {
  for (const place of [near, far]) {
    expect((await addTask(place, 'Seen')).status).toBe(201);
    await using socket = await openRaw(server.url, place.id, ada.token);
    await socket.message('the question', ({ step }) => step === 0);
    socket.send(edit('seen'));
    await socket.barrier();
  }
  await server.kill();
  server = await server.restart();
  for (const place of [near, far]) expect([await taskNames(place), await editsOf(place)]).toEqual([['Seen'], ['seen']]);
  const refused = await run(['serve', '--port', '0'], { TACKBOARD_STORE: spread.store });
  const [first, second] = spread.databases.map(({ address }) => new URL(address));
  expect([refused.code, refused.err]).toEqual([
    1,
    `Another server runs on the databases at ${first?.host}${first?.pathname}, ${second?.host}${second?.pathname}; end it first, or have both share it (--bus).\n`,
  ]);
  const checked = await check();
  expect(checked).toMatchObject({ ok: true, faults: [] });
  for (const { run: on } of spread.databases)
    expect((await on('SELECT FROM tackboard.heads')).length).toBeGreaterThan(0);
});

test('[W12] while one of the databases is away its spaces are, and no others; all goes on by itself', async () => {
  const { body: seen } = await addTask(near, 'Near');
  const { body: hidden } = await addTask(far, 'Far');
  await using nearby = await openRaw(server.url, near.id, ada.token);
  await using away = await openRaw(server.url, far.id, ada.token);
  for (const socket of [nearby, away]) await socket.message('the question', ({ step }) => step === 0);
  await postgres.kill();
  const reason = new Promise((done) => away.ws.once('close', (_code, text) => done(String(text))));
  away.send(edit('lost'));
  nearby.send(edit('kept'));
  await nearby.barrier();
  expect([await reason, away.closed(), nearby.closed()]).toEqual([
    'The server cannot reach its database.',
    CLOSE.tryLater,
    undefined,
  ]);
  expect((await addTask(near, 'Meanwhile')).status).toBe(201);
  expect((await call('GET', `/v1/tasks/${seen.id}`)).status).toBe(200);
  // What is not found in the others may be in the one that is away.
  for (const path of [`/v1/tasks/${hidden.id}`, `/v1/tasks/${near.id}`, `/v1/workspaces/${far.id}`]) {
    const { status, body } = await call('GET', path);
    expect([path, status, body.type]).toEqual([path, 503, 'urn:tackboard:problem:unavailable']);
  }
  await using early = await openRaw(server.url, far.id, ada.token);
  await waitFor('the refusal', () => early.closed(), { every: 5 });
  expect(early.closed()).toBe(CLOSE.tryLater);
  expect(await readyz()).toEqual({
    ...{ code: 200, status: 'ok' },
    databases: '1 of 2 away; the spaces in them cannot be used now',
  });
  const { code, err } = await run(['user', 'list'], { TACKBOARD_STORE: spread.store });
  const [, second] = spread.databases;
  expect([code, err]).toEqual([
    1,
    `The database at 127.0.0.1:${postgres.place.port}${new URL(second.address).pathname} cannot be used: nothing answers there.\n`,
  ]);
  await postgres.start();
  await waitFor('all to be ready', async () => (await readyz()).databases === undefined, { every: 20 });
  expect((await addTask(far, 'After')).status).toBe(201);
  expect([await taskNames(near), await taskNames(far)]).toEqual([
    ['Seen', 'Near', 'Meanwhile'],
    ['Seen', 'Far', 'After'],
  ]);
  expect([await editsOf(near), await editsOf(far)]).toEqual([['kept', 'seen'], ['seen']]);
  expect(await check()).toMatchObject({ ok: true, faults: [] });
  expect(server.process.output()).not.toContain('only-of-the-second');
}, 60_000);

test('[W12] where one of the databases is silent, what lies in the others is served, over REST and sockets', async () => {
  const { body: seen } = await addTask(near, 'Before the silence');
  await using nearby = await openRaw(server.url, near.id, ada.token);
  await nearby.message('the question', ({ step }) => step === 0);
  const letGoOn = postgres.freeze();
  try {
    expect((await call('GET', `/v1/tasks/${seen.id}`)).status).toBe(200);
    expect((await addTask(near, 'In the silence')).status).toBe(201);
    nearby.send(edit('in the silence'));
    await nearby.barrier();
    expect((await call('GET', `/v1/tasks/${far.id}`)).status).toBe(503);
  } finally {
    letGoOn();
  }
  await waitFor('the other to be asked again', async () => (await call('GET', `/v1/tasks/${far.id}`)).status === 404);
}, 60_000);
