/** What takes its time: silence, and readers that never read. The server runs here, on real sockets, by a clock that the test sets forward. */
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE, MESSAGE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import { type RunningServer, startServer } from '../../sync-server/sync-server';
import { caller } from '../support/rest';
import { type TempFolder, tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { openRaw, syncFrame } from './raw-socket';

let folder: TempFolder;
let server: RunningServer;
let ada: { readonly id: string; readonly token: string };
/** How far the clock was set forward. */
let ahead = 0;
beforeAll(async () => {
  folder = tempFolder('patience');
  const storage = openSqlite({ folder: folder.path });
  ada = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
  server = await startServer({
    storage,
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    organization: 'Tackboard',
    rateLimit: 0,
    allowOrigins: [],
    trashDays: 30,
    now: () => performance.now() + ahead,
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

test('[W9] a socket that hears nothing gets an empty awareness message before 20 s are over, and not much before', async () => {
  await using socket = await openRaw(server.url, ada.id, ada.token);
  const start = performance.now() + ahead;
  await socket.message('the question', ({ step }) => step === 0);
  const heard = () => socket.received.some(({ type }) => type === MESSAGE.awareness);
  // A second of its time in a few milliseconds: it is looked at every half second of ours.
  await waitFor(
    'a message',
    () => {
      if (performance.now() + ahead - start < 18_500) ahead += 100;
      return heard();
    },
    { every: 10 },
  );
  const waited = performance.now() + ahead - start;
  expect(waited).toBeGreaterThan(10_000);
  expect(waited).toBeLessThan(20_000);
});

test('[W9] a reader that never reads is closed with 1013, and the others do not wait for it', async () => {
  const { body } = await caller(server.url, ada.token)('POST', '/v1/workspaces', { name: 'Team' });
  const [writer, stuck, reader] = await Promise.all([1, 2, 3].map(() => openRaw(server.url, body.id, ada.token)));
  if (!writer || !stuck || !reader) throw new Error('there are three');
  try {
    await stuck.message('the question', ({ step }) => step === 0);
    const code = new Promise<number>((done) => stuck.ws.once('close', done));
    stuck.ws.pause();
    const start = performance.now() + ahead;
    const doc = new Y.Doc();
    const written: number[] = [];
    doc.on('update', (update: Uint8Array) => {
      written.push(update.length);
      writer.send(syncFrame(2, update));
    });
    const words = randomBytes(750_000).toString('base64');
    for (let n = 0; n < 40; n++) {
      doc.getMap('elsewhere').set(`${n}`, words);
      await writer.barrier();
    }
    const bytes = written.reduce((sum, length) => sum + length, 0);
    expect(bytes).toBeGreaterThan(25_000_000);
    const read = () => reader.received.reduce((sum, { step, content }) => (step === 2 ? sum + content.length : sum), 0);
    await waitFor('all of it at the other reader', () => read() >= bytes);
    const sockets = async (count: number) =>
      (await (await fetch(`${server.url}/metrics`)).text()).includes(`\ntackboard_sockets ${count}\n`);
    expect(await sockets(3)).toBe(true);
    await waitFor('it to be given up', () => {
      ahead += 1_000;
      return sockets(2);
    });
    // It is given 30 s, of which some pass by themselves on a machine that is busy.
    expect(performance.now() + ahead - start).toBeGreaterThan(25_000);
    // What waited comes, and the reason last.
    stuck.ws.resume();
    expect(await code).toBe(CLOSE.tryLater);
  } finally {
    for (const { ws } of [writer, stuck, reader]) ws.terminate();
  }
});
