// A session without a server: what it opens, what it does when it ends, and what it says of a store that fails.
import { afterEach, expect, test } from 'vitest';
import type { WebSocket as ServerSocket } from 'ws';
import type { Account } from '../../../extension/app/account';
import type { KnownSpace } from '../../../extension/app/known-spaces';
import type { ReplicaStore } from '../../../extension/app/replica-store';
import { Session, type SessionOptions } from '../../../extension/app/session';
import { NodeWebSocket } from '../../../extension/node/web-socket';
import { asId, type SpaceId } from '../../../shared/ids';
import { CLOSE } from '../../../shared/wire';
import { addTask, firstSection } from '../../shared/replica';
import { handEnvironment } from '../../support/hand-environment';
import { MemoryPlace, MemoryReplicaStore } from '../../support/memory-replica-store';
import { answerNews, answerNothing, openSocketServer, sendNews } from '../../support/socket-server';
import { waitFor } from '../../support/wait';

const account: Account = {
  url: 'http://127.0.0.1:1',
  user: { id: asId('5f0c0f1e-0000-4000-8000-000000000001'), name: 'Ada' },
};
const signedIn = { account, token: 'secret' };
const known = (id: string, role: KnownSpace['role'] = 'owner'): KnownSpace => ({
  id: asId<SpaceId>(id),
  kind: 'workspace',
  role,
  workspace: undefined,
});

/** A space as the server names it. */
const item = (id: string, role: KnownSpace['role'] = 'owner') => ({ id, kind: 'workspace', role });

const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

async function session(options: Partial<SessionOptions> = {}) {
  const environment = handEnvironment();
  const opened = await Session.open({
    store: new MemoryReplicaStore(),
    signedIn: undefined,
    known: [],
    keepKnown: () => {},
    environment,
    ...options,
  });
  open.push(opened);
  return { session: opened, environment };
}

const ids = ({ spaces }: Session) => spaces.map((space) => space.known.id);

test('of nobody has the personal space of this machine, seeded, and no line', async () => {
  const { session: local, environment } = await session();
  expect(ids(local)).toEqual(['local']);
  expect(local.status).toEqual({ kind: 'local' });
  expect(
    local
      .space('local')
      ?.replica.view.lists('task')
      .map(({ name }) => name),
  ).toEqual(['Personal Tasks']);
  expect(environment.time.pending).toBe(0);
});

test('of an account opens the spaces that were known, the personal one first, without any server', async () => {
  const { session: mine } = await session({ signedIn, known: [known('w'), known(account.user.id), known('v')] });
  expect(ids(mine)).toEqual([account.user.id, 'w', 'v']);
  expect(mine.status.kind).toBe('connecting');
  expect(mine.space('w')?.replica.view.lists('task')).toEqual([]);
});

test('opens a space once, however often it is named', async () => {
  let opened = 0;
  const store = new MemoryReplicaStore();
  const counting: ReplicaStore = {
    open: (space, owner) => {
      if (!['unsent-edits', 'team', 'set-aside'].includes(space)) opened++;
      return store.open(space, owner);
    },
    spaces: () => store.spaces(),
    close: () => store.close(),
  };
  const { session: mine } = await session({ store: counting, signedIn, known: [known('w'), known('w', 'viewer')] });
  expect(ids(mine)).toEqual([account.user.id, 'w']);
  expect(opened).toBe(2);
});

test('follows the news: opens what is new, closes what is gone, and keeps the list', async () => {
  let personal: ServerSocket | undefined;
  await using server = await openSocketServer((socket, { url }) => {
    answerNothing(socket);
    if (url?.endsWith(account.user.id)) {
      personal = socket;
      answerNews(socket, [item('w'), item('v')]);
    }
  });
  const memory = new MemoryPlace();
  const kept: string[][] = [];
  const { session: mine } = await session({
    store: new MemoryReplicaStore(memory),
    signedIn: { account: { ...account, url: server.url }, token: 'secret' },
    known: [known('gone')],
    keepKnown: (spaces) => kept.push(spaces.map(({ id }) => id)),
  });
  await waitFor('both spaces', () => ids(mine).join() === [account.user.id, 'w', 'v'].join());
  await waitFor('all lines', () => mine.status.kind === 'synced');
  const before = mine.space('v')?.replica;
  if (personal) sendNews(personal, [item('v', 'viewer')]);
  await waitFor('the other to go', () => ids(mine).join() === [account.user.id, 'v'].join());
  await waitFor('its line to end', () => server.open === 2);
  expect(mine.space('v')?.replica).toBe(before);
  expect(mine.space('v')?.known.role).toBe('viewer');
  expect(kept).toEqual([['w', 'v'], ['v']]);
  expect([...memory.open].map(({ space }) => space).sort()).toEqual(
    [account.user.id, 'set-aside', 'team', 'unsent-edits', 'v'].sort(),
  );
});

test('tells of news that say what was known to nobody, so that no tree is drawn anew', async () => {
  let personal: ServerSocket | undefined;
  await using server = await openSocketServer((socket, { url }) => {
    answerNothing(socket);
    if (url?.endsWith(account.user.id)) {
      personal = socket;
      answerNews(socket, [item('w')]);
    }
  });
  const kept: string[][] = [];
  const { session: mine } = await session({
    signedIn: { account: { ...account, url: server.url }, token: 'secret' },
    keepKnown: (spaces) => kept.push(spaces.map(({ id }) => id)),
  });
  await waitFor('all lines', () => ids(mine).some((id) => id === 'w') && mine.status.kind === 'synced');
  let told = 0;
  mine.onSpaces(() => told++);
  if (personal) sendNews(personal, [item('w')]);
  await waitFor('the news to be kept', () => kept.length === 2);
  if (personal) sendNews(personal, [item('w', 'viewer')]);
  await waitFor('the role', () => mine.space('w')?.known.role === 'viewer' && told > 0);
  expect(told).toBe(1);
});

test('passes over news that it does not understand', async () => {
  await using server = await openSocketServer((socket) => {
    answerNothing(socket);
    answerNews(socket, [{ ...item('w'), kind: 'galaxy' }]);
  });
  const { session: mine, environment } = await session({
    signedIn: { account: { ...account, url: server.url }, token: 'secret' },
    known: [known('v')],
  });
  await waitFor('the news', () => environment.logged.length > 0);
  expect(environment.logged[0]).toContain('in a way that this version does not know');
  expect(ids(mine)).toEqual([account.user.id, 'v']);
});

test('that ends while a space opens starts no line for it, and closes it', async () => {
  await using server = await openSocketServer((socket) => {
    answerNothing(socket);
    answerNews(socket, [item('slow')]);
  });
  const memory = new MemoryPlace();
  const store = new MemoryReplicaStore(memory);
  let letGo = () => {};
  const gate = new Promise<void>((go) => {
    letGo = go;
  });
  let asked = false;
  const slow: ReplicaStore = {
    open: async (space, owner) => {
      asked ||= space === 'slow';
      if (space === 'slow') await gate;
      return store.open(space, owner);
    },
    spaces: () => store.spaces(),
    close: () => store.close(),
  };
  const made: string[] = [];
  class Counted extends NodeWebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      made.push(String(url));
    }
  }
  const { session: mine } = await session({
    store: slow,
    signedIn: { account: { ...account, url: server.url }, token: 'secret' },
    environment: handEnvironment({ WebSocket: Counted }),
  });
  await waitFor('the space to open', () => asked);
  const closed = mine.close();
  letGo();
  await closed;
  await mine.close();
  expect(memory.open.size).toBe(0);
  await waitFor('the lines to end', () => server.open === 0);
  expect(made.map((url) => url.slice(url.lastIndexOf('/') + 1))).toEqual([account.user.id]);
});

test('tries every line again when it is asked to', async () => {
  await using server = await openSocketServer((socket) => socket.close(CLOSE.forbidden));
  const { session: mine } = await session({
    signedIn: { account: { ...account, url: server.url }, token: 'secret' },
    known: [known('w')],
  });
  await waitFor('both refusals', () => server.handshakes.length === 2 && mine.status.kind === 'refused');
  mine.reconnect();
  await waitFor('both tries', () => server.handshakes.length === 4);
});

test('keeps an edit of its last moment', async () => {
  const memory = new MemoryPlace();
  const { session: local } = await session({ store: new MemoryReplicaStore(memory) });
  const space = local.space('local');
  if (!space) throw new Error('the personal space is not open');
  const section = { kind: 'section', id: firstSection('task', asId<SpaceId>('local')) } as const;
  addTask(space.replica, 'Last', section);
  await local.close();
  const { session: next } = await session({ store: new MemoryReplicaStore(memory) });
  expect(
    next
      .space('local')
      ?.replica.view.tasks(section)
      .map(({ name }) => name),
  ).toEqual(['Last']);
});

test('says why a store keeps nothing, and when it does again', async () => {
  const memory = new MemoryPlace();
  const { session: local } = await session({ store: new MemoryReplicaStore(memory) });
  const space = local.space('local');
  if (!space) throw new Error('the personal space is not open');
  let told = 0;
  local.onStatus(() => told++);
  memory.failure = { kind: 'full', message: 'no room' };
  space.replica.doc.getMap('space').set('name', 'x');
  await space.replica.kept();
  expect(local.failure).toEqual({ ...memory.failure, isUnread: false });
  expect(told).toBe(1);
  memory.recover();
  expect(local.failure).toBeUndefined();
  expect(told).toBe(2);
});
