/** What was seen is still there: the real process, stopped as an operator would, and its log folded. Kills under load are in kill.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { inRoot } from '../../scripts/root';
import { CLOSE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import { startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const ROOT = 'elsewhere';

/** Every key that a new replica of a space gets. */
async function keysOf(space: string): Promise<Set<string>> {
  await using reader = await openRaw(ground.server.url, space, ground.ada.token);
  reader.send(syncFrame(0, Uint8Array.of(0)));
  await reader.message('the answer', ({ step }) => step === 1);
  const doc = new Y.Doc();
  for (const { step, content } of reader.received) if (step === 1 || step === 2) Y.applyUpdate(doc, content);
  return new Set(doc.getMap(ROOT).keys());
}

test('[W9] told to end, it closes sockets with 1012, keeps what came, and exits with 0 within 5 s', async () => {
  const { id } = await ground.workspace();
  await using socket = await openRaw(ground.server.url, id, ground.ada.token);
  const doc = new Y.Doc();
  for (let n = 0; n < 500; n++) doc.getMap(ROOT).set(`key ${n}`, n);
  socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
  await socket.barrier();
  const start = performance.now();
  expect(await ground.server.stop()).toBe(0);
  expect(performance.now() - start).toBeLessThan(5_000);
  await waitFor('the close', () => socket.closed());
  expect(socket.closed()).toBe(CLOSE.restart);
  ground.server = await ground.server.restart();
  expect((await keysOf(id)).size).toBe(500);
});

test('[W6] a long log is folded into a snapshot, and nothing of it is lost, times included', async () => {
  const { id, section } = await ground.workspace();
  const body = { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section } };
  const task = (await ground.ada.call('POST', '/v1/tasks', body)).body;
  await using socket = await openRaw(ground.server.url, id, ground.ada.token);
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) => socket.send(syncFrame(2, update)));
  for (let n = 0; n < 1_200; n++) doc.getMap(ROOT).set(`key ${n % 700}`, n);
  await socket.barrier();
  // A log of 1,200 entries comes in 19 messages; folded at any moment, what is left of it (500 at most) in 8 beside the snapshot.
  await waitFor('a snapshot that a new replica gets before the rest of the log', async () => {
    await using reader = await openRaw(ground.server.url, id, ground.ada.token);
    reader.send(syncFrame(0, Uint8Array.of(0)));
    await reader.message('the answer', ({ step }) => step === 1);
    return reader.received.filter(({ step }) => step === 2).length <= 8;
  });
  expect((await keysOf(id)).size).toBe(700);
  await ground.server.kill();
  ground.server = await ground.server.restart();
  expect((await keysOf(id)).size).toBe(700);
  expect((await ground.ada.call('GET', `/v1/tasks/${task.id}`)).body).toEqual(task);
});

describe('compaction killed at each step', { timeout: 60_000 }, () => {
  const SAFE = 400;
  const steps = ['before put', 'after put', 'after trim', 'after commit'];
  test.concurrent.each(steps)('[W6] %s: nothing is lost, and it is done again', async (step) => {
    await using folder = tempFolder('compaction');
    const storage = openSqlite({ folder: folder.path });
    const ada = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
    await storage.close();
    const choice = { data: folder.path, options: ['--rate-limit', '0'] };
    const preload = `--require ${JSON.stringify(inRoot('test', 'support', 'kill-at.cjs'))}`;
    const env = { NODE_OPTIONS: preload, TACKBOARD_TEST_KILL_AT: step };
    const killed = await startSyncServer({ ...choice, env });
    const doc = new Y.Doc();
    try {
      await using socket = await openRaw(killed.url, ada.id, ada.token);
      doc.on('update', (update: Uint8Array) => socket.send(syncFrame(2, update)));
      // Too little for the log to be folded; then enough.
      for (let n = 0; n < SAFE; n++) doc.getMap(ROOT).set(`key ${n}`, n);
      await socket.barrier();
      for (let n = SAFE; n < SAFE + 300; n++) doc.getMap(ROOT).set(`key ${n}`, n);
      expect(await killed.process.ended).toBe('SIGKILL');
    } finally {
      await killed.stop();
    }
    const server = await startSyncServer(choice);
    try {
      // Folded, it comes in one message and not in the ten that the log makes.
      await waitFor('the log to be folded', async () => {
        await using reader = await openRaw(server.url, ada.id, ada.token);
        reader.send(syncFrame(0, Uint8Array.of(0)));
        await reader.message('the answer', ({ step }) => step === 1);
        const copy = new Y.Doc();
        const sent = reader.received.filter(({ step }) => step === 1 || step === 2);
        for (const { content } of sent) Y.applyUpdate(copy, content);
        expect(
          Array.from({ length: SAFE }, (_, n) => n).filter((n) => copy.getMap(ROOT).get(`key ${n}`) !== n),
        ).toEqual([]);
        // Somebody has to use the space for its log to be looked at.
        await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${ada.token}` } });
        return sent.length <= 2;
      });
    } finally {
      await server.stop();
    }
  });
});
