/** What was seen is still there: the real process, killed at any moment under load, and stopped as an operator would. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE } from '../../shared/wire';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';

let ground: Ground;
beforeEach(async () => {
  ground = await startGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

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

const ROUNDS = 5;
/** What a round may take: two processes come and go in it. */
const START_AND_KILL_MS = 12_000;

test(
  `[W6] killed ${ROUNDS} times under load, it has everything that another replica, a barrier or REST has shown`,
  async () => {
    const { id, section } = await ground.workspace();
    const seen = new Set<string>();
    const served: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await using writer = await openRaw(ground.server.url, id, ground.ada.token);
      await using reader = await openRaw(ground.server.url, id, ground.ada.token);
      await reader.message('the question', ({ step }) => step === 0);
      const copy = new Y.Doc();
      reader.ws.on('message', () => {
        const last = reader.received.at(-1);
        if (last?.step === 2) Y.applyUpdate(copy, last.content);
      });
      const doc = new Y.Doc();
      doc.on('update', (update: Uint8Array) => {
        if (writer.ws.readyState === writer.ws.OPEN) writer.send(syncFrame(2, update));
      });
      let writing = true;
      const load = (async () => {
        while (writing) {
          for (let n = 0; n < 5; n++) doc.getMap(ROOT).set(randomUUID(), 1);
          await pause(1);
        }
      })();
      const body = { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section } };
      served.push((await ground.ada.call('POST', '/v1/tasks', body)).body.id);
      await waitFor('some updates to be seen', () => copy.getMap(ROOT).size > 50, { every: 1 });
      ground.server.process.signal('SIGKILL');
      await waitFor('the sockets to be gone', () => reader.closed() !== undefined, { every: 1 });
      writing = false;
      await load;
      await ground.server.kill();
      for (const key of copy.getMap(ROOT).keys()) seen.add(key);
      ground.server = await ground.server.restart();
      const stored = await keysOf(id);
      expect([...seen].filter((key) => !stored.has(key))).toEqual([]);
      for (const task of served) expect((await ground.ada.call('GET', `/v1/tasks/${task}`)).status).toBe(200);
    }
  },
  ROUNDS * START_AND_KILL_MS,
);

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
