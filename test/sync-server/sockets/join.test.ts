/** A socket that joins a room while that ends: the server runs here, on a store whose answers the test holds back. */
import pino from 'pino';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { CLOSE } from '../../../shared/wire';
import { makeUser } from '../../../sync-server/command-line/accounts';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import type { Storage } from '../../../sync-server/storage/storage';
import { startServer } from '../../../sync-server/sync-server';
import { overridden } from '../../support/overridden';
import { tempFolder } from '../../support/temp-folder';
import { waitFor } from '../../support/wait';
import { openRaw, syncFrame } from '../raw-socket';

test('[W6] who joins a room that has begun anew meanwhile is told to come back: in the old one nobody would hear the others', async () => {
  await using folder = tempFolder('join');
  const store = openSqlite({ folder: folder.path });
  const ada = await makeUser(store, { name: 'Ada', email: 'ada@example.com' });
  let rights = Promise.resolve();
  let asked = 0;
  let isFull = false;
  const storage: Storage = {
    ...store,
    accounts: overridden(store.accounts, {
      livingToken: async (...of) => {
        asked++;
        await rights;
        return store.accounts.livingToken(...of);
      },
    }),
    documents: overridden(store.documents, {
      append: async (...of) => {
        if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        return store.documents.append(...of);
      },
    }),
  };
  const server = await startServer({
    ...{ storage, log: pino({ level: 'silent' }), host: '127.0.0.1', port: 0, organization: 'Tackboard' },
    ...{ rateLimit: 0, allowOrigins: [], trashDays: 30, now: () => performance.now() },
  });
  try {
    await using first = await openRaw(server.url, ada.id, ada.token);
    await first.message('the question', ({ step }) => step === 0);
    let answer: () => void = () => undefined;
    rights = new Promise((done) => {
      answer = done;
    });
    const before = asked;
    await using late = await openRaw(server.url, ada.id, ada.token);
    await waitFor('its rights to be asked for', () => asked > before, { every: 5 });
    isFull = true;
    const doc = new Y.Doc();
    doc.getMap('elsewhere').set('key', 1);
    first.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await waitFor('the room to begin anew', () => first.closed() !== undefined, { every: 5 });
    isFull = false;
    answer();
    await waitFor('the late one to be told', () => late.closed() !== undefined, { every: 5 });
    expect(late.closed()).toBe(CLOSE.restart);
    expect(late.received).toEqual([]);
  } finally {
    await server.stop();
  }
});
