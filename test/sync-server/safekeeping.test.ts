/** Copies, the check, the trash and who is removed: what an operator does, with real processes on a real folder. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../shared/ids';
import { CLOSE, MESSAGE } from '../../shared/wire';
import { makeUser } from '../../sync-server/command-line/accounts';
import { checkStore } from '../../sync-server/command-line/safekeeping';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';
import { lines, run } from './run-command';
import { connectVanilla } from './vanilla-client';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround(['--rate-limit', '0', '--trash-days', '1']);
}, 60_000);
afterAll(() => ground[Symbol.asyncDispose]());

const json = (text: string) => lines(text).map((line) => JSON.parse(line));
const task = (section: string, name: string) => ({
  name,
  status: 'open',
  priority: 'none',
  taskSection: { id: section },
});

describe('copies', { timeout: 90_000 }, () => {
  test('[W6] backup while the server is written to, restore into an empty folder: everything that was answered before is there', async () => {
    const { section } = await ground.workspace();
    const before = (await ground.ada.call('POST', '/v1/tasks', task(section, 'Before'))).body;
    await using folder = tempFolder('backup');
    const copy = join(folder.path, 'copy.sqlite');
    let running = true;
    const load = (async () => {
      while (running) await ground.ada.call('POST', '/v1/tasks', task(section, 'Meanwhile'));
    })();
    const backup = await run(['backup', '--to', copy, '--data', ground.data]);
    running = false;
    await load;
    expect(backup).toEqual({ code: 0, out: '', err: '' });
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    const again = await run(['backup', '--to', copy, '--data', ground.data]);
    expect([again.code, lines(again.err).length]).toEqual([1, 1]);
    const astray = join(folder.path, 'nowhere', 'copy.sqlite');
    const lost = await run(['backup', '--to', astray, '--data', ground.data]);
    expect([lost.code, lost.err]).toEqual([
      1,
      `The copy cannot be written to ${astray}: there is no folder ${dirname(astray)}.\n`,
    ]);
    const data = join(folder.path, 'restored');
    expect(await run(['restore', '--from', copy, '--data', data])).toEqual({ code: 0, out: '', err: '' });
    expect(await readdir(data)).toEqual(['tackboard.sqlite']);
    const full = await run(['restore', '--from', copy, '--data', data]);
    expect([full.code, full.err.includes('not empty')]).toEqual([1, true]);
    const restored = await startSyncServer({ data, options: ['--rate-limit', '0'] });
    try {
      const call = caller(restored.url, ground.ada.token);
      expect((await call('GET', `/v1/tasks/${before.id}`)).body).toEqual(before);
    } finally {
      await restored.stop();
    }
    expect(json((await run(['check', '--data', data])).out)[0]).toMatchObject({ ok: true, faults: [] });
  });

  test('[R20] what is no copy is not restored, and leaves the folder empty', async () => {
    await using folder = tempFolder('restore');
    const strange = join(folder.path, 'strange');
    await writeFile(strange, 'no database');
    const data = join(folder.path, 'data');
    for (const from of [strange, join(folder.path, 'absent')]) {
      const { code, err } = await run(['restore', '--from', from, '--data', data]);
      expect([code, lines(err).length, err.includes(from)]).toEqual([1, 1, true]);
      expect(await readdir(data)).toEqual([]);
    }
  });
});

describe('damage', { timeout: 90_000 }, () => {
  test('[R20] check makes the store that is not there, as every command does, and says so', async () => {
    await using folder = tempFolder('check');
    const nowhere = join(folder.path, 'nowhere');
    const first = await run(['check', '--data', nowhere]);
    expect([first.code, json(first.out)[0].ok]).toEqual([0, true]);
    expect(first.err).toContain(`There was no store in the folder ${nowhere}`);
    expect((await run(['check', '--data', nowhere])).err).toBe('');
  });

  test('[W6] check finds a byte that has changed in the log that SQLite writes ahead, and what a crash has cut is no damage', async () => {
    await using folder = tempFolder('wal');
    const data = join(folder.path, 'data');
    const storage = openSqlite({ folder: data });
    const { id } = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
    const space = asId<SpaceId>(id);
    for (let n = 0; n < 20; n++) {
      const doc = new Y.Doc();
      doc.getMap('elsewhere').set(`key ${n}`, n);
      await storage.documents.append([{ space, update: Y.encodeStateAsUpdate(doc), merged: 1 }]);
    }
    // As a crash would leave it: closed, the log would be gone.
    const log = await readFile(join(data, 'tackboard.sqlite-wal'));
    const store = await readFile(join(data, 'tackboard.sqlite'));
    await storage.close();
    const copy = join(folder.path, 'copy');
    const faultsOf = async (bytes: Buffer): Promise<readonly string[]> => {
      await rm(copy, { recursive: true, force: true });
      await mkdir(copy);
      await writeFile(join(copy, 'tackboard.sqlite'), store);
      await writeFile(join(copy, 'tackboard.sqlite-wal'), bytes);
      return (await checkStore({ kind: 'folder', folder: copy })).faults.map(({ fault }) => fault);
    };
    expect(await faultsOf(log)).toEqual([]);
    const frame = 24 + log.readUInt32BE(8);
    // In the header, in the salts and in the page of a frame in the middle, in the last page.
    for (const at of [10, 32 + 5 * frame + 9, 32 + 5 * frame + 100, log.length - 50]) {
      const bytes = Buffer.from(log);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await faultsOf(bytes), `byte ${at}`).toEqual([expect.stringContaining('write-ahead log')]);
      // What is there was not touched.
      expect((await readFile(join(copy, 'tackboard.sqlite-wal'))).equals(bytes)).toBe(true);
    }
    expect(await faultsOf(log.subarray(0, log.length - 50))).toEqual([]);
  });

  test('[W6][R15] check finds a byte that has changed, in a document and in every table; a damaged space closes alone', async () => {
    await using folder = tempFolder('check');
    const data = join(folder.path, 'data');
    const ada = await addUser(data, 'Ada Unmistakable', 'ada@example.com');
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, 'tackboard.sqlite'))).mode & 0o777).toBe(0o600);
    let server = await startSyncServer({ data, options: ['--rate-limit', '0'] });
    const spaces: string[] = [];
    const words = ['first-unmistakable', 'second-unmistakable'];
    for (const name of words) {
      spaces.push((await caller(server.url, ada.token)('POST', '/v1/workspaces', { name })).body.id);
    }
    await server.stop();
    const store = join(data, 'tackboard.sqlite');
    const whole = await readFile(store);
    const good = await run(['check', '--data', data]);
    expect(good.code).toBe(0);
    expect(json(good.out)[0]).toMatchObject({ ok: true, users: 1, tokens: 1, spaces: 3, faults: [] });
    const flip = async (at: number): Promise<void> => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(store, bytes);
    };
    const id = spaces[0] ?? '';
    for (const needle of [words[1] ?? '', 'Unmistakable', 'ada@example.com', 'owner', id, 'CREATE TABLE log']) {
      const at = whole.lastIndexOf(needle);
      expect(at, needle).toBeGreaterThan(0);
      await flip(at);
      expect((await checkStore({ kind: 'folder', folder: data })).faults.length, needle).toBeGreaterThan(0);
    }
    await flip(whole.lastIndexOf(words[0] ?? ''));
    const found = await run(['check', '--data', data]);
    expect([found.code, lines(found.err).length, json(found.out)[0].faults.length]).toEqual([1, 1, 1]);
    server = await startSyncServer({ data, options: ['--rate-limit', '0'] });
    try {
      await using damaged = await openRaw(server.url, id, ada.token);
      const reason = await new Promise((done) => damaged.ws.once('close', (_code, text) => done(String(text))));
      expect([damaged.closed(), reason]).toEqual([CLOSE.tryLater, expect.stringContaining('damaged')]);
      expect(damaged.received).toEqual([]);
      await using other = await openRaw(server.url, spaces[1] ?? '', ada.token);
      await other.message('the question', ({ step }) => step === 0);
      const call = caller(server.url, ada.token);
      expect((await call('GET', `/v1/workspaces/${spaces[1]}`)).status).toBe(200);
      const refused = await call('GET', `/v1/workspaces/${id}`);
      expect([refused.status, refused.body.errors[0].type]).toEqual([500, 'damaged']);
      const listed = await call('GET', '/v1/workspaces');
      expect(listed.body.items.map((one: { id: string; name: string }) => [one.id, one.name])).toEqual([
        [id, '(damaged)'],
        [spaces[1], words[1]],
      ]);
      expect((await call('GET', '/v1/user')).body.workspaces[0]).toEqual({ id, name: '(damaged)' });
      const found = (await call('GET', '/v1/search?q=unmistakable')).body.items;
      expect(found.map((one: { id: string }) => one.id)).toEqual([spaces[1]]);
      const list = (await call('GET', `/v1/tasklists/parent/${spaces[1]}`)).body.items[0];
      expect((await call('GET', `/v1/tasklists/${list.id}`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

describe('users and spaces', { timeout: 90_000 }, () => {
  test('[W7] a removed user is out within a second; what only they own needs an heir', async () => {
    const eve = await addUser(ground.data, 'Eve', 'eve@example.com');
    const call = caller(ground.server.url, eve.token);
    const made = (await call('POST', '/v1/workspaces', { name: 'Of Eve' })).body;
    await using socket = await openRaw(ground.server.url, made.id, eve.token);
    await socket.message('the question', ({ step }) => step === 0);
    const data = ['--data', ground.data];
    const refused = await run(['user', 'remove', '--id', eve.id, ...data]);
    expect([refused.code, lines(refused.err).length, refused.err.includes('Of Eve')]).toEqual([1, 1, true]);
    expect((await run(['user', 'remove', '--id', eve.id, '--transfer', 'nobody', ...data])).code).toBe(1);
    expect((await run(['user', 'remove', '--id', 'nobody', ...data])).code).toBe(1);
    expect((await call('GET', '/v1/user')).status).toBe(200);
    const done = await run(['user', 'remove', '--id', eve.id, '--transfer', ground.bob.id, ...data]);
    expect(done).toEqual({ code: 0, out: '', err: '' });
    await waitFor('the close', () => socket.closed(), { timeout: 1_000, every: 5 });
    expect(socket.closed()).toBe(CLOSE.forbidden);
    expect((await call('GET', '/v1/user')).status).toBe(403);
    const { members } = (await ground.bob.call('GET', `/v1/workspaces/${made.id}`)).body;
    expect(members.map((one: { id: string; role: string }) => [one.id, one.role])).toEqual([[ground.bob.id, 'owner']]);
    const gone = json((await run(['space', 'list', '--deleted', ...data])).out).find(({ id }) => id === eve.id);
    expect(gone.kind).toBe('user');
    expect((await run(['space', 'restore', '--id', eve.id, ...data])).code).toBe(1);
  });

  test('[W10] a deleted space is listed, restored by another process, and told to its people at once', async () => {
    const { id } = await ground.workspace();
    const data = ['--data', ground.data];
    await ground.ada.call('DELETE', `/v1/workspaces/${id}`);
    const ids = async (...flags: string[]) =>
      json((await run(['space', 'list', ...flags, ...data])).out).map((one) => one.id);
    expect(await ids()).not.toContain(id);
    expect(await ids('--deleted')).toContain(id);
    await using personal = await openRaw(ground.server.url, ground.ada.id, ground.ada.token);
    personal.send(Uint8Array.of(MESSAGE.news));
    const news = () => personal.received.filter(({ type }) => type === MESSAGE.news);
    await waitFor('the first news', () => news().length === 1, { every: 5 });
    expect(await run(['space', 'restore', '--id', id, ...data])).toEqual({ code: 0, out: '', err: '' });
    await waitFor('news of it', () => Buffer.from(news().at(-1)?.content ?? []).includes(id), {
      timeout: 1_000,
      every: 5,
    });
    expect((await ground.ada.call('GET', `/v1/workspaces/${id}`)).status).toBe(200);
    expect((await run(['space', 'restore', '--id', id, ...data])).err).toContain('not in the trash');
  });
});

test('[D4][R28] what was deleted is purged when its days are over, by the time of merging: records, and spaces whole', {
  timeout: 90_000,
}, async () => {
  const { id, section } = await ground.workspace();
  const kept = await ground.workspace();
  const old = (await ground.ada.call('POST', '/v1/tasks', task(kept.section, 'Old'))).body;
  const fresh = (await ground.ada.call('POST', '/v1/tasks', task(kept.section, 'Fresh'))).body;
  await ground.ada.call('POST', '/v1/tasks', task(section, 'With its space'));
  await ground.ada.call('DELETE', `/v1/tasks/${old.id}`);
  await ground.ada.call('DELETE', `/v1/tasks/${fresh.id}`);
  {
    await using late = await connectVanilla(ground.server.url, kept.id, ground.ada.token);
    const marked = late.doc.getMap('tasks').get(old.id) as Y.Map<unknown>;
    await waitFor('a moment later', () => Date.now() > Date.parse(String(marked.get('deleted'))) + 20);
    marked.set('name', 'Renamed by someone who was offline');
    await waitFor('the server to have it', async () => {
      await using reader = await openRaw(ground.server.url, kept.id, ground.ada.token);
      reader.send(syncFrame(0, Uint8Array.of(0)));
      await reader.message('the answer', ({ step }) => step === 1);
      return reader.received.some(({ frame }) => Buffer.from(frame).includes('Renamed by someone'));
    });
  }
  await ground.ada.call('DELETE', `/v1/workspaces/${id}`);
  await ground.server.stop();
  // Two days pass for all but one: the times that the server has noted are set back.
  const db = new Database(join(ground.data, 'tackboard.sqlite'));
  const past = Date.now() - 2 * 24 * 60 * 60 * 1_000;
  // An edit that came after the mark does not keep it any longer.
  expect(
    db.prepare('UPDATE records SET deleted = ? WHERE id = ? AND modified > deleted').run(past, old.id).changes,
  ).toBe(1);
  db.prepare('UPDATE spaces SET deleted = ? WHERE id = ?').run(past, id);
  db.close();
  ground.server = await ground.server.restart();
  const document = async () => {
    await using reader = await openRaw(ground.server.url, kept.id, ground.ada.token);
    reader.send(syncFrame(0, Uint8Array.of(0)));
    await reader.message('the answer', ({ step }) => step === 1);
    const doc = new Y.Doc();
    for (const { step, content } of reader.received) if (step === 1 || step === 2) Y.applyUpdate(doc, content);
    return [...doc.getMap('tasks').keys()];
  };
  await waitFor('the old one to be purged', async () => !(await document()).includes(old.id));
  expect(await document()).toContain(fresh.id);
  const listed = await run(['space', 'list', '--deleted', '--data', ground.data]);
  expect(listed.out).not.toContain(id);
  expect((await ground.ada.call('GET', `/v1/workspaces/${id}`)).status).toBe(404);
  expect((await ground.ada.call('POST', `/v1/workspaces/${id}/restore`)).status).toBe(404);
  expect(json((await run(['check', '--data', ground.data])).out)[0]).toMatchObject({ ok: true });
});

test('[R20] /metrics shows rooms, sockets, what was written and the event loop, and names nobody', async () => {
  await using socket = await openRaw(ground.server.url, ground.bob.id, ground.bob.token);
  await socket.barrier();
  const answer = await fetch(`${ground.server.url}/metrics`);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  for (const name of ['rooms', 'sockets', 'commits_total', 'updates_total', 'update_bytes_total']) {
    expect(text).toMatch(new RegExp(`^tackboard_${name} \\d+$`, 'm'));
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  for (const secret of [ground.bob.id, ground.bob.token, ground.data]) expect(text.includes(secret)).toBe(false);
});
