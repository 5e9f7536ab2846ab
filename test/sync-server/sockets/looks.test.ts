/** Rights and news that are looked at twice at once, where the older look ends last: the server runs here, on a store that holds one answer back. */
import pino from 'pino';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { MESSAGE } from '../../../shared/wire';
import { makeUser } from '../../../sync-server/command-line/accounts';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import type { Storage } from '../../../sync-server/storage/storage';
import { type RunningServer, startServer } from '../../../sync-server/sync-server';
import { overridden } from '../../support/overridden';
import { caller } from '../../support/rest';
import { tempFolder } from '../../support/temp-folder';
import { waitFor } from '../../support/wait';
import { frameOf, openRaw, syncFrame } from '../raw-socket';

/** Counts questions, and holds back an answer. */
class Held {
  #asked = 0;
  #wanted = 0;
  #release: () => void = () => undefined;
  /** whether an answer is held back */
  holds = false;

  /** Asks, and holds the answer back if that was wanted. */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    const isWanted = ++this.#asked === this.#wanted;
    const answer = await ask();
    if (!isWanted) return answer;
    this.holds = true;
    await new Promise<void>((done) => {
      this.#release = done;
    });
    return answer;
  }

  /** How often was asked. */
  get asked(): number {
    return this.#asked;
  }

  /** Holds back the answer to the question after so many. */
  after(questions: number): void {
    this.#wanted = this.#asked + questions + 1;
  }

  release(): void {
    this.#release();
  }
}

interface Ground {
  readonly server: RunningServer;
  /** As if another process had changed something: everyone is looked at. */
  readonly changedOutside: () => void;
  readonly asAda: ReturnType<typeof caller>;
  readonly bob: { readonly id: string; readonly token: string };
  readonly workspace: string;
}

/** A server on which Bob is a contributor of Ada's workspace. @param own what of its store's spaces is the test's */
async function onGround(
  own: (spaces: Storage['spaces']) => Partial<Storage['spaces']>,
  use: (ground: Ground) => Promise<void>,
): Promise<void> {
  await using folder = tempFolder('looks');
  const store = openSqlite({ folder: folder.path });
  let changedOutside: () => void = () => undefined;
  const storage: Storage = {
    ...store,
    spaces: overridden(store.spaces, own(store.spaces)),
    onOutsideChange: (then) => {
      changedOutside = then;
      return store.onOutsideChange(then);
    },
  };
  const ada = await makeUser(store, { name: 'Ada', email: 'ada@example.com' });
  const bob = await makeUser(store, { name: 'Bob', email: 'bob@example.com' });
  const server = await startServer({
    ...{ storage, log: pino({ level: 'silent' }), host: '127.0.0.1', port: 0, organization: 'Tackboard' },
    ...{ rateLimit: 0, allowOrigins: [], trashDays: 30, now: () => performance.now() },
  });
  try {
    const asAda = caller(server.url, ada.token);
    const members = [{ id: bob.id, role: 'contributor' }];
    const { body } = await asAda('POST', '/v1/workspaces', { name: 'Team', members });
    await use({ server, changedOutside: () => changedOutside(), asAda, bob, workspace: body.id });
  } finally {
    await server.stop();
  }
}

test('[W7] a right that was taken away stays so, though a look from before ends after that which has seen it', async () => {
  const held = new Held();
  const own = (of: Storage['spaces']) => ({
    role: (...asked: Parameters<typeof of.role>) => held.answer(() => of.role(...asked)),
  });
  await onGround(own, async ({ server, asAda, bob, workspace }) => {
    // The first look is whether it may open the space at all; the second whether that has changed since.
    held.after(1);
    await using socket = await openRaw(server.url, workspace, bob.token);
    await waitFor('the second look to have read', () => held.holds, { every: 5 });
    const items = [{ id: bob.id, role: 'viewer' }];
    expect((await asAda('PATCH', `/v1/workspaces/${workspace}/members`, { items })).status).toBe(200);
    held.release();
    await socket.message('the question', ({ step }) => step === 0);
    const doc = new Y.Doc();
    doc.getMap('space').set('description', 'Written by a viewer');
    socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await socket.message('the refusal', ({ type }) => type === MESSAGE.auth);
    expect((await asAda('GET', `/v1/workspaces/${workspace}`)).body.description).not.toBe('Written by a viewer');
  });
});

test('[W10] the news that came last are the newest, though a look from before ends after that which has seen more', async () => {
  const held = new Held();
  const own = (of: Storage['spaces']) => ({ spacesOf: (user: string) => held.answer(() => of.spacesOf(user)) });
  await onGround(own, async ({ server, asAda, bob, workspace }) => {
    await using socket = await openRaw(server.url, bob.id, bob.token);
    await socket.message('the question', ({ step }) => step === 0);
    held.after(0);
    socket.send(frameOf(MESSAGE.news, () => undefined));
    await waitFor('the first look to have read', () => held.holds, { every: 5 });
    const items = [{ id: bob.id, role: 'viewer' }];
    expect((await asAda('PATCH', `/v1/workspaces/${workspace}/members`, { items })).status).toBe(200);
    held.release();
    await socket.barrier();
    const news = socket.received.filter(({ type }) => type === MESSAGE.news);
    expect(new TextDecoder().decode(news.at(-1)?.frame)).toContain('"viewer"');
  });
});

test('[W7] a change asks the store once a user for the rights of all their sockets, and once more however many changes come meanwhile', async () => {
  const spaces = new Held();
  const roles = new Held();
  const own = (of: Storage['spaces']) => ({
    spacesOf: (user: string) => spaces.answer(() => of.spacesOf(user)),
    role: (...asked: Parameters<typeof of.role>) => roles.answer(() => of.role(...asked)),
  });
  await onGround(own, async ({ server, changedOutside, asAda, bob, workspace }) => {
    const open = () => openRaw(server.url, workspace, bob.token);
    await using one = await open();
    await using other = await open();
    await using third = await open();
    for (const socket of [one, other, third]) await socket.message('the question', ({ step }) => step === 0);
    const before = [spaces.asked, roles.asked];
    spaces.after(0);
    changedOutside();
    await waitFor('the look to have read', () => spaces.holds, { every: 5 });
    for (let times = 0; times < 10; times++) changedOutside();
    const items = [{ id: bob.id, role: 'viewer' }];
    const answer = asAda('PATCH', `/v1/workspaces/${workspace}/members`, { items });
    spaces.release();
    expect((await answer).status).toBe(200);
    expect(spaces.asked - (before[0] ?? 0)).toBeLessThanOrEqual(3);
    // Who asks over REST is looked at, too; the sockets are not.
    expect(roles.asked - (before[1] ?? 0)).toBeLessThanOrEqual(1);
  });
});
