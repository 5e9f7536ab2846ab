// The connection that a window is handed by whoever started it: once a start, and only where it has none. Over a real sync server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HandOver, takeOver } from '../../extension/app/hand-over';
import { DeskPlace, type DeskWindow } from '../support/desk-place';
import { stands } from '../support/desk-waits';
import { MemoryValue } from '../support/memory-value';
import { addToken, addUser, type NewUser, revokeToken, type SyncServer, startSyncServer } from '../support/sync-server';
import { type TempFolder, tempFolder } from '../support/temp-folder';

let data: TempFolder;
let server: SyncServer;
let ada: NewUser;
let here: DeskPlace;
let kept: MemoryValue;
let asked: string[];
let shown: number;
beforeAll(async () => {
  data = tempFolder('server');
  server = await startSyncServer({ data: data.path });
  ada = await addUser(data.path, 'Ada', 'ada@example.org');
}, 60_000);
afterAll(async () => {
  await server.stop();
  await data.remove();
});
beforeEach(() => {
  here = new DeskPlace();
  kept = new MemoryValue();
  asked = [];
  shown = 0;
});
afterEach(() => here[Symbol.asyncDispose]());

/** What the start of that id hands over, in a window of the profile. */
async function handedBy(id: string, window: DeskWindow, token = ada.token): Promise<void> {
  const handOver: HandOver = {
    id,
    ask: async () => {
      asked.push(id);
      return token === '' ? undefined : { url: server.url, token };
    },
  };
  await takeOver(handOver, { ...window, kept, show: async () => ++shown });
}

test('connects a new profile, and not again in that start after it has disconnected', async () => {
  const window = await here.window();
  await handedBy('first', window);
  await stands(window, 'synced', 0);
  expect([asked, shown]).toEqual([['first'], 1]);
  await window.desk.disconnect();
  await handedBy('first', await here.window());
  expect([asked, shown]).toEqual([['first'], 1]);
  await handedBy('second', window);
  await stands(window, 'synced', 0);
});

test('leaves a profile that is connected as it is, also where it disconnects later in that start', async () => {
  const window = await here.window();
  await window.desk.connect(server.url, ada.token);
  await handedBy('first', window);
  expect([asked, shown]).toEqual([[], 1]);
  await window.desk.disconnect();
  await handedBy('first', window);
  expect([asked, shown]).toEqual([[], 1]);
});

test('connects a profile whose token has ended', async () => {
  const { id, token } = await addToken(data.path, ada.id);
  const window = await here.window();
  await window.desk.connect(server.url, token);
  await stands(window, 'synced', 0);
  await revokeToken(data.path, id);
  await stands(window, 'refused', 0);
  await handedBy('next', window);
  await stands(window, 'synced', 0);
});

test('connects a profile whose server is gone', async () => {
  const window = await here.window();
  await window.desk.connect(server.url, ada.token);
  await server.stop();
  await stands(window, 'offline', 0);
  server = await startSyncServer({ data: data.path });
  await handedBy('next', window);
  await stands(window, 'synced', 0);
  expect(window.desk.account?.url).toBe(server.url);
});

test('asks again at the next reload where nobody answered', async () => {
  const window = await here.window();
  await handedBy('first', window, '');
  expect(window.desk.account).toBeUndefined();
  await handedBy('first', window);
  expect(asked).toEqual(['first', 'first']);
});
