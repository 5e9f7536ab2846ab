/** A full disk: a small file system of the test's own where it may mount one. Writes are refused whole, and all goes on when there is room. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE } from '../../shared/wire';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { openRaw, syncFrame } from './raw-socket';
import { lines, run } from './run-command';

/** Mounts a file system of a few megabytes. @returns unmounts it; undefined where that is not allowed: rooms.test.ts then stands for it, with a store that fails */
function mountSmall(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => void execFileSync('umount', [folder], { stdio: 'ignore' });
}

test('[W9] on a full disk writes get 507, sockets 1013 with a reason, nothing is half written, and all goes on when there is room', async ({
  annotate,
}) => {
  await using folder = tempFolder('full');
  const disk = join(folder.path, 'disk');
  await mkdir(disk);
  const unmount = mountSmall(disk);
  if (!unmount) {
    await annotate('no file system can be mounted here');
    return;
  }
  try {
    const data = join(disk, 'data');
    const ada = await addUser(data, 'Ada', 'ada@example.com');
    const server = await startSyncServer({ data, options: ['--rate-limit', '0'] });
    try {
      const call = caller(server.url, ada.token);
      const ready = async () => (await fetch(`${server.url}/readyz`)).status;
      const list = (name: string) => call('POST', '/v1/tasklists', { name, user: { id: ada.id } });
      expect([(await list('Before')).status, await ready()]).toEqual([201, 200]);
      const ballast = join(disk, 'ballast');
      // Fills what is left; the write itself fails in the end.
      await writeFile(ballast, Buffer.alloc(8 * 1024 * 1024)).catch(() => undefined);
      const doc = new Y.Doc();
      doc.getMap('elsewhere').set('large', randomBytes(300_000).toString('base64'));
      const update = Y.encodeStateAsUpdate(doc);
      await using reader = await openRaw(server.url, ada.id, ada.token);
      await using socket = await openRaw(server.url, ada.id, ada.token);
      await reader.message('the question', ({ step }) => step === 0);
      const reason = new Promise((done) => socket.ws.once('close', (_code, text) => done(String(text))));
      socket.send(syncFrame(2, update));
      expect(await reason).toContain('disk');
      expect(socket.closed()).toBe(CLOSE.tryLater);
      expect(reader.received.some(({ step }) => step === 2)).toBe(false);
      let tries = 0;
      const refused = await waitFor('a refused write', async () => {
        const answer = await list(`Try ${++tries}`);
        return answer.status === 507 && answer;
      });
      expect(refused.body.errors[0].type).toBe('insufficient-storage');
      expect(await ready()).toBe(503);
      for (const command of [
        ['user', 'add', '--name', 'Bob', '--email', 'bob@example.com'],
        ['token', 'add', '--user', ada.id],
      ]) {
        const { code, out, err } = await run([...command, '--data', data]);
        expect([code, out, lines(err).length]).toEqual([1, '', 1]);
        expect(err).toContain('no room left on the disk');
      }
      const names = async () =>
        (await call('GET', `/v1/tasklists/parent/${ada.id}`)).body.items.map((one: { name: string }) => one.name);
      expect(await names()).not.toContain(`Try ${tries}`);
      await rm(ballast);
      await waitFor('it to be ready', async () => (await ready()) === 200);
      expect((await list('After')).status).toBe(201);
      await using again = await openRaw(server.url, ada.id, ada.token);
      again.send(syncFrame(2, update));
      await again.barrier();
      expect(again.closed()).toBeUndefined();
      expect(await names()).toContain('After');
    } finally {
      await server.stop();
    }
  } finally {
    unmount();
  }
}, 60_000);
