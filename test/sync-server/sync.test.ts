/** Syncing over the websocket, against the real process. */
import { randomUUID } from 'node:crypto';
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, type SectionId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import type { Surroundings } from '../../shared/operations/space';
import { createTask } from '../../shared/operations/tasks';
import { CLOSE, MESSAGE } from '../../shared/wire';
import { addToken } from '../support/sync-server';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { awarenessFrame, frameOf, openRaw, syncFrame } from './raw-socket';
import { connectVanilla, type VanillaClient } from './vanilla-client';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const surroundings: Surroundings = { origin: 'command', newId: randomUUID, now: () => toIsoDate(0) };

function addTask(client: VanillaClient, section: string, name: string): string {
  const made = createTask(client, { kind: 'section', id: asId<SectionId>(section) }, { name }, surroundings);
  if (made.kind !== 'done') throw new Error(JSON.stringify(made));
  return made.value;
}

/** An update of a client of its own that writes one value into a root of its own. */
function smallUpdate(value: unknown = 1): Uint8Array {
  const doc = new Y.Doc();
  doc.getMap('elsewhere').set(randomUUID(), value);
  return Y.encodeStateAsUpdate(doc);
}

const hasTask = (client: VanillaClient, id: string) =>
  waitFor(`the task ${id}`, () => client.view.record('task', asId(id)), { every: 5 });

describe('two replicas of a workspace', () => {
  test('[W2][W6] a task of one comes to the other and to REST, a task of REST to both', async () => {
    const { id, section } = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
    const { url } = ground.server;
    await using ada = await connectVanilla(url, id, ground.ada.token);
    await using bob = await connectVanilla(url, id, ground.bob.token);
    const first = addTask(ada, section, 'From Ada');
    expect((await hasTask(bob, first)).name).toBe('From Ada');
    expect((await ground.bob.call('GET', `/v1/tasks/${first}`)).body.name).toBe('From Ada');
    const posted = await ground.bob.call('POST', '/v1/tasks', {
      name: 'From REST',
      status: 'open',
      priority: 'none',
      taskSection: { id: section },
    });
    expect((await hasTask(ada, posted.body.id)).name).toBe('From REST');
    await hasTask(bob, posted.body.id);
    const tasks = await ground.ada.call('GET', `/v1/tasks/parent/${section}`);
    expect(tasks.body.items.map((task: { name: string }) => task.name)).toEqual(['From Ada', 'From REST']);
  });

  test('[W2] who comes back gets what was done meanwhile, and brings what they did', async () => {
    const { id, section } = await ground.workspace();
    const { url } = ground.server;
    await using ada = await connectVanilla(url, id, ground.ada.token);
    await using other = await connectVanilla(url, id, ground.ada.token);
    ada.provider.disconnect();
    const offline = addTask(ada, section, 'Offline');
    const online = addTask(other, section, 'Online');
    ada.provider.connect();
    await hasTask(ada, online);
    await hasTask(other, offline);
  });
});

describe('opening', () => {
  test('[W1] without a token, with a wrong one, or to a space of others: 4403, and nothing is sent before', async () => {
    const { id } = await ground.workspace();
    for (const [space, token] of [
      [id, undefined],
      [id, 'tb_wrong'],
      [id, ground.bob.token],
      [ground.ada.id, ground.bob.token],
    ] as const) {
      await using socket = await openRaw(ground.server.url, space, token);
      await waitFor('the close', () => socket.closed());
      expect(socket.closed()).toBe(CLOSE.forbidden);
      expect(socket.received).toEqual([]);
    }
  });

  test('[W1] to a space that is not there: 4404', async () => {
    await using socket = await openRaw(ground.server.url, randomUUID(), ground.ada.token);
    await waitFor('the close', () => socket.closed());
    expect(socket.closed()).toBe(CLOSE.notFound);
  });

  test('[W1] a browser offers the token as a subprotocol; only the version is selected', async () => {
    const protocols = ['tackboard.v1', `bearer.${ground.ada.token}`];
    await using socket = await openRaw(ground.server.url, ground.ada.id, undefined, { protocols });
    await socket.message('the question', ({ step }) => step === 0);
    expect(socket.ws.protocol).toBe('tackboard.v1');
  });

  test('[W1] on any other path an upgrade is refused over HTTP with 404', async () => {
    for (const path of ['/', '/sync', '/sync/', `/sync/${ground.ada.id}/more`, '/v1/tasks', '/sync/%E0%A4%A']) {
      await expect(openRaw(ground.server.url, '', ground.ada.token, { path })).rejects.toThrow('404');
    }
  });
});

describe('frames', () => {
  test('[W3] what is no message closes the socket with 4400', async () => {
    const frames = [
      'text',
      new Uint8Array(),
      Uint8Array.of(0),
      Uint8Array.of(0, 3, 0),
      Uint8Array.of(55),
      Uint8Array.of(0, 2, 200),
      Uint8Array.of(0, 0, 2, 1),
      frameOf(MESSAGE.awareness, (encoder) => encoding.writeVarUint8Array(encoder, Uint8Array.of(1, 5, 1, 1, 123))),
    ];
    for (const frame of frames) {
      await using socket = await openRaw(ground.server.url, ground.ada.id, ground.ada.token);
      socket.send(frame);
      await waitFor('the close', () => socket.closed());
      expect(socket.closed()).toBe(CLOSE.badMessage);
    }
  });

  test('[W6] a barrier comes back once what came before it is on disk, with its own number', async () => {
    await using socket = await openRaw(ground.server.url, ground.ada.id, ground.ada.token);
    await socket.barrier();
    socket.send(syncFrame(2, smallUpdate()));
    await socket.barrier();
    expect(socket.closed()).toBeUndefined();
  });

  test('[W5] what is sent again is forwarded once', async () => {
    const { id } = await ground.workspace();
    await using sender = await openRaw(ground.server.url, id, ground.ada.token);
    await using other = await openRaw(ground.server.url, id, ground.ada.token);
    // Open is not joined yet: rights are looked at in between.
    await other.message('the question', ({ step }) => step === 0);
    const update = smallUpdate();
    for (let n = 0; n < 3; n++) {
      sender.send(syncFrame(n === 1 ? 1 : 2, update));
      await sender.barrier();
    }
    const last = smallUpdate();
    sender.send(syncFrame(2, last));
    await other.message('the last update', ({ step, content }) => step === 2 && equal(content, last));
    expect(other.received.filter(({ step, content }) => step === 2 && equal(content, update))).toHaveLength(1);
    expect(sender.received.filter(({ step }) => step === 2)).toEqual([]);
  });

  test('[W5] the server asks again when an update does not join on', async () => {
    await using socket = await openRaw(ground.server.url, ground.ada.id, ground.ada.token);
    const doc = new Y.Doc();
    doc.getText('elsewhere').insert(0, 'first');
    const before = Y.encodeStateVector(doc);
    doc.getText('elsewhere').insert(5, 'second');
    socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc, before)));
    await waitFor('the second question', () => socket.received.filter(({ step }) => step === 0).length === 2);
    socket.send(syncFrame(1, Y.encodeStateAsUpdate(doc)));
    await socket.barrier();
    await using reader = await openRaw(ground.server.url, ground.ada.id, ground.ada.token);
    reader.send(syncFrame(0, Uint8Array.of(0)));
    await reader.message('the answer', ({ step }) => step === 1);
    const copy = new Y.Doc();
    for (const { step, content } of reader.received) if (step === 1 || step === 2) Y.applyUpdate(copy, content);
    expect(copy.getText('elsewhere').toString()).toBe('firstsecond');
  });
});

describe('rights', () => {
  test('[W7] a viewer receives all, writes nothing, and is told so before the barrier comes back', async () => {
    const { id, section } = await ground.workspace([{ id: ground.bob.id, role: 'viewer' }]);
    await using ada = await connectVanilla(ground.server.url, id, ground.ada.token);
    await using viewer = await connectVanilla(ground.server.url, id, ground.bob.token);
    const seen = addTask(ada, section, 'Seen');
    await hasTask(viewer, seen);
    await using raw = await openRaw(ground.server.url, id, ground.bob.token);
    raw.send(syncFrame(1, Y.encodeStateAsUpdate(viewer.doc)));
    await raw.barrier();
    expect(raw.received.some(({ type }) => type === MESSAGE.auth)).toBe(false);
    const refused = addTask(viewer, section, 'Refused');
    raw.send(syncFrame(2, Y.encodeStateAsUpdate(viewer.doc)));
    await raw.barrier();
    const types = raw.received.map(({ type }) => type);
    expect(types.indexOf(MESSAGE.auth)).toBeGreaterThan(0);
    expect(types.indexOf(MESSAGE.auth)).toBeLessThan(types.lastIndexOf(MESSAGE.barrier));
    expect((await ground.ada.call('GET', `/v1/tasks/${refused}`)).status).toBe(404);
  });

  test('[W7] a viewer who becomes a contributor is asked again; who is removed is closed with 4403', async () => {
    const { id } = await ground.workspace([{ id: ground.bob.id, role: 'viewer' }]);
    await using raw = await openRaw(ground.server.url, id, ground.bob.token);
    await raw.message('the first question', ({ step }) => step === 0);
    const members = `/v1/workspaces/${id}/members`;
    await ground.ada.call('PATCH', members, { items: [{ id: ground.bob.id, role: 'contributor' }] });
    await waitFor('the second question', () => raw.received.filter(({ step }) => step === 0).length === 2);
    await ground.ada.call('DELETE', members, { items: [{ id: ground.bob.id }] });
    await waitFor('the close', () => raw.closed(), { timeout: 1_000 });
    expect(raw.closed()).toBe(CLOSE.forbidden);
  });

  test('[W7] a deleted workspace is closed with 4404', async () => {
    const { id } = await ground.workspace();
    await using raw = await openRaw(ground.server.url, id, ground.ada.token);
    await ground.ada.call('DELETE', `/v1/workspaces/${id}`);
    await waitFor('the close', () => raw.closed(), { timeout: 1_000 });
    expect(raw.closed()).toBe(CLOSE.notFound);
  });

  test('[W7] a read-only token reads only', async () => {
    const { token } = await addToken(ground.data, ground.ada.id, { readOnly: true });
    await using raw = await openRaw(ground.server.url, ground.ada.id, token);
    raw.send(syncFrame(2, smallUpdate()));
    await raw.message('permission denied', ({ type }) => type === MESSAGE.auth);
  });
});

describe('awareness', () => {
  test('[W8] a state comes to the others and to who joins, and goes with its socket', async () => {
    const { id } = await ground.workspace();
    await using other = await openRaw(ground.server.url, id, ground.ada.token);
    const shown = awarenessFrame([{ client: 7, clock: 1, state: '{"name":"Ada"}' }]);
    const gone = awarenessFrame([{ client: 7, clock: 2, state: 'null' }]);
    {
      await using own = await openRaw(ground.server.url, id, ground.ada.token);
      own.send(shown);
      await other.message('the state', ({ frame }) => equal(frame, shown));
      await using joiner = await openRaw(ground.server.url, id, ground.ada.token);
      await joiner.message('the state', ({ frame }) => equal(frame, shown));
      // What others repeat of it is passed over, however new they say it is.
      joiner.send(awarenessFrame([{ client: 7, clock: 9, state: '{"name":"Eve"}' }]));
      await joiner.barrier();
      expect(other.received.filter(({ type }) => type === MESSAGE.awareness)).toHaveLength(1);
    }
    await other.message('that it is gone', ({ frame }) => equal(frame, gone));
  });
});

describe('news', () => {
  test('[W10] the personal socket is told of the spaces, now and at every change; another socket is not', async () => {
    await using personal = await openRaw(ground.server.url, ground.bob.id, ground.bob.token);
    personal.send(Uint8Array.of(MESSAGE.news));
    const news = () =>
      personal.received
        .filter(({ type }) => type === MESSAGE.news)
        .map(({ content }) => JSON.parse(new TextDecoder().decode(content.subarray(content.indexOf(0x7b)))));
    await waitFor('the first news', () => news().length === 1);
    expect(news()[0].protocol).toBe(1);
    const { id } = await ground.workspace([{ id: ground.bob.id, role: 'viewer' }]);
    await waitFor('the second news', () => news().length === 2, { timeout: 1_000 });
    expect(news()[1].spaces).toContainEqual({ id, kind: 'workspace', role: 'viewer' });
    expect(news()[1].spaces).toEqual((await ground.bob.call('GET', '/v1/sync/spaces')).body.items);
    await using workspace = await openRaw(ground.server.url, id, ground.bob.token);
    workspace.send(Uint8Array.of(MESSAGE.news));
    await workspace.barrier();
    expect(workspace.received.some(({ type }) => type === MESSAGE.news)).toBe(false);
  });

  test('[W10] a workspace born offline is registered, once, and brings its own lists', async () => {
    const id = randomUUID();
    const path = `/v1/sync/spaces/${id}`;
    const created = await ground.ada.call('PUT', path, { kind: 'workspace' });
    expect([created.status, created.body]).toEqual([201, { id, kind: 'workspace', role: 'owner' }]);
    expect((await ground.ada.call('PUT', path, { kind: 'workspace' })).status).toBe(200);
    expect((await ground.bob.call('PUT', path, { kind: 'workspace' })).status).toBe(403);
    expect((await ground.ada.call('PUT', path, { kind: 'project', workspace: { id } })).status).toBe(400);
    expect((await ground.ada.call('PUT', `/v1/sync/spaces/${ground.ada.id}`, { kind: 'workspace' })).status).toBe(403);
    expect((await ground.ada.call('GET', `/v1/workspaces/${id}`)).body.taskLists).toEqual([]);
    await using raw = await openRaw(ground.server.url, id, ground.ada.token);
    raw.send(syncFrame(2, seedUpdate(asId(id), 'workspace')));
    await raw.barrier();
    const { taskLists, pinLists } = (await ground.ada.call('GET', `/v1/workspaces/${id}`)).body;
    expect([taskLists[0].name, pinLists[0].name]).toEqual(['Workspace Tasks', 'Workspace Pins']);
  });

  test('[W10] an id that a space or a record has, in capitals or not, is in use; one that is no random UUID is none; one’s own in the trash is said to be there', async () => {
    const register = (id: string, by = ground.ada) => by.call('PUT', `/v1/sync/spaces/${id}`, { kind: 'workspace' });
    const { id, list, section } = await ground.workspace();
    for (const taken of [id.toUpperCase(), ground.ada.id.toUpperCase(), list, section, list.toUpperCase()]) {
      for (const by of [ground.ada, ground.bob]) expect((await register(taken, by)).status, taken).toBe(403);
    }
    const random = randomUUID();
    const others = [
      random.toUpperCase().replace(/^./, 'A'),
      `${random.slice(0, 14)}1${random.slice(15)}`,
      `${random.slice(0, 19)}c${random.slice(20)}`,
      '00000000-0000-0000-0000-000000000000',
      'no-uuid',
    ];
    for (const other of others) expect((await register(other)).status, other).toBe(400);
    expect((await ground.ada.call('DELETE', `/v1/workspaces/${id}`)).status).toBe(204);
    const trashed = await register(id);
    expect([trashed.status, JSON.stringify(trashed.body)]).toEqual([403, expect.stringContaining('in the trash')]);
    const foreign = await register(id, ground.bob);
    expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([403, expect.not.stringContaining('in the trash')]);
  });
});

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
