/** Killed at any moment under load, the server has everything that anyone has seen: 20 rounds, or as many as `npm run torture` asks for. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';

const ROUNDS = Number(process.env.TACKBOARD_TORTURE_ROUNDS ?? 20);
const ROOT = 'elsewhere';

/** Servers side by side: one starts while another works. */
const LANES = 2;
/** After so many rounds the space is left for a new one, so that the last round is as quick as the first. */
const ROUNDS_A_SPACE = 25;

/** Every key that a new replica of a space gets. */
async function keysOf(ground: Ground, space: string): Promise<Set<string>> {
  await using reader = await openRaw(ground.server.url, space, ground.ada.token);
  reader.send(syncFrame(0, Uint8Array.of(0)));
  await reader.message('the answer', ({ step }) => step === 1);
  const doc = new Y.Doc();
  for (const { step, content } of reader.received) if (step === 1 || step === 2) Y.applyUpdate(doc, content);
  return new Set(doc.getMap(ROOT).keys());
}

/** Writes without end until told to stop; each key is an update of its own, so that logs are folded all the time. */
function writeOn(send: (update: Uint8Array) => void): { readonly keys: string[]; stop(): Promise<void> } {
  const doc = new Y.Doc();
  const keys: string[] = [];
  doc.on('update', send);
  let writing = true;
  const load = (async () => {
    while (writing) {
      for (let n = 0; n < 5; n++) {
        const key = randomUUID();
        keys.push(key);
        doc.getMap(ROOT).set(key, 1);
      }
      await pause(1);
    }
  })();
  return {
    keys,
    stop: () => {
      writing = false;
      return load;
    },
  };
}

test.concurrent.each(Array.from({ length: LANES }, (_, lane) => lane))(
  `[W6] killed under load (${ROUNDS} times in ${LANES} lanes), it has everything that another replica, a barrier or REST has shown: lane %i`,
  async (lane) => {
    await using ground = await startGround();
    let { id, section } = await ground.workspace();
    const seen = new Set<string>();
    const served: string[] = [];
    for (let round = lane; round < ROUNDS; round += LANES) {
      if (seen.size > 0 && Math.floor(round / LANES) % ROUNDS_A_SPACE === 0) {
        ({ id, section } = await ground.workspace());
        seen.clear();
      }
      await using writer = await openRaw(ground.server.url, id, ground.ada.token);
      await using reader = await openRaw(ground.server.url, id, ground.ada.token);
      await reader.message('the question', ({ step }) => step === 0);
      const copy = new Y.Doc();
      reader.ws.on('message', () => {
        const last = reader.received.at(-1);
        if (last?.step === 2) Y.applyUpdate(copy, last.content);
      });
      const load = writeOn((update) => {
        if (writer.ws.readyState === writer.ws.OPEN) writer.send(syncFrame(2, update));
      });
      const safe = load.keys.length;
      await writer.barrier();
      for (const key of load.keys.slice(0, safe)) seen.add(key);
      const body = { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section } };
      served.push((await ground.ada.call('POST', '/v1/tasks', body)).body.id);
      // Now and then it runs on, so that some kills come while a log is folded into its snapshot.
      const enough = round % 6 < LANES ? 600 : Math.ceil(Math.random() * 200);
      await waitFor('some updates to be seen', () => copy.getMap(ROOT).size > enough, { every: 1 });
      await pause(Math.random() * 40);
      ground.server.process.signal('SIGKILL');
      await waitFor('the sockets to be gone', () => reader.closed() !== undefined, { every: 1 });
      await load.stop();
      await ground.server.kill();
      for (const key of copy.getMap(ROOT).keys()) seen.add(key);
      ground.server = await ground.server.restart();
      const stored = await keysOf(ground, id);
      expect([...seen].filter((key) => !stored.has(key))).toEqual([]);
      const last = served.at(-1) ?? '';
      expect((await ground.ada.call('GET', `/v1/tasks/${last}`)).status).toBe(200);
    }
    for (const task of served) expect((await ground.ada.call('GET', `/v1/tasks/${task}`)).status).toBe(200);
  },
  60_000 + ROUNDS * 10_000,
);
