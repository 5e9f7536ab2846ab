/** What takes its time: silence, readers that never read, handshakes that never finish. Waited for side by side. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import * as Y from 'yjs';
import { CLOSE, MESSAGE } from '../../shared/wire';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
}, 60_000);
afterAll(() => ground[Symbol.asyncDispose]());

describe.concurrent('patience', (it) => {
  it('[W9] a socket that hears nothing gets an empty awareness message before 20 s are over', {
    timeout: 60_000,
  }, async () => {
    await using socket = await openRaw(ground.server.url, ground.bob.id, ground.bob.token);
    await socket.message('the question', ({ step }) => step === 0);
    const start = performance.now();
    await waitFor('a message', () => socket.received.some(({ type }) => type === MESSAGE.awareness), {
      timeout: 25_000,
    });
    expect(performance.now() - start).toBeLessThan(20_500);
  });

  it('[W9] a request whose head never comes whole is given up', { timeout: 60_000 }, async () => {
    const { hostname, port } = new URL(ground.server.url);
    const heads = ['', 'GET /sync/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n'];
    await Promise.all(
      heads.map(async (head) => {
        const socket = connect({ host: hostname, port: Number(port) });
        let ended = false;
        socket
          .on('error', () => undefined)
          .on('close', () => {
            ended = true;
          });
        socket.resume();
        socket.write(head);
        await waitFor(`the end of a connection that said ${JSON.stringify(head)}`, () => ended, { timeout: 25_000 });
      }),
    );
  });

  it('[W9] a reader that never reads is closed with 1013, and the others do not wait for it', {
    timeout: 100_000,
  }, async () => {
    const { id } = await ground.workspace();
    const { url } = ground.server;
    await using writer = await openRaw(url, id, ground.ada.token);
    await using stuck = await openRaw(url, id, ground.ada.token);
    await using reader = await openRaw(url, id, ground.ada.token);
    await stuck.message('the question', ({ step }) => step === 0);
    const code = new Promise<number>((done) => stuck.ws.once('close', done));
    stuck.ws.pause();
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
    await waitFor('all of it at the other reader', () => read() >= bytes, { timeout: 20_000 });
    // It is given 30 s; then what waited comes, and the reason last.
    // The writer and the reader are left.
    const sockets = async () => (await (await fetch(`${url}/metrics`)).text()).includes('\ntackboard_sockets 2\n');
    await waitFor('it to be given up', sockets, { timeout: 50_000, every: 250 });
    stuck.ws.resume();
    expect(await code).toBe(CLOSE.tryLater);
  });
});
