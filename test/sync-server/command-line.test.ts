/** The command line, as people and scripts use it: real processes. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE } from '../../shared/wire';
import { makeToken } from '../../sync-server/bearer';
import { makeUser } from '../../sync-server/command-line/accounts';
import { listenReason } from '../../sync-server/command-line/serve';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import { addToken, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw } from './raw-socket';
import { lines, run } from './run-command';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround(['--log-level', 'trace']);
});
afterAll(() => ground[Symbol.asyncDispose]());

describe('users and tokens', () => {
  test('[R2] user add prints one line of JSON, while a server runs, and the token is good at once', async () => {
    const { code, out } = await run([
      'user',
      'add',
      '--name',
      'Eve',
      '--email',
      'eve@example.com',
      '--data',
      ground.data,
    ]);
    expect([code, lines(out).length]).toEqual([0, 1]);
    const eve = JSON.parse(out);
    expect(Object.keys(eve)).toEqual(['id', 'name', 'email', 'token']);
    const answer = await fetch(`${ground.server.url}/v1/user`, { headers: { authorization: `Bearer ${eve.token}` } });
    const { id, taskLists } = await answer.json();
    expect(id).toBe(eve.id);
    // Her records too, although another process made them a moment ago.
    const list = await fetch(`${ground.server.url}/v1/tasklists/${taskLists[0].id}`, {
      headers: { authorization: `Bearer ${eve.token}` },
    });
    expect(list.status).toBe(200);
    const listed = lines((await run(['user', 'list', '--data', ground.data])).out).map((line) => JSON.parse(line));
    expect(listed.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Eve']);
  });

  test('[R17] an e-mail in use, or one that is none: one clear line, exit 1', async () => {
    for (const [email, says] of [
      ['ADA@example.com', 'in use'],
      ['nonsense', 'must be an e-mail address.'],
      ['', 'it is empty.'],
    ] as const) {
      const { code, out, err } = await run(['user', 'add', '--name', 'A', '--email', email, '--data', ground.data]);
      expect([code, out, lines(err).length]).toEqual([1, '', 1]);
      expect(err).toContain(says);
    }
  });

  test('[V6] a name of spaces is refused where people type it: one clear line, exit 1', async () => {
    const { code, out, err } = await run([
      'user',
      'add',
      '--name',
      '  ',
      '--email',
      'x@example.com',
      '--data',
      ground.data,
    ]);
    expect([code, out, err]).toEqual([1, '', 'The name must hold more than spaces.\n']);
  });

  test('[W7] a token revoked by another process ends its sockets within a second, and its requests', async () => {
    const { id, token } = await addToken(ground.data, ground.ada.id);
    await using socket = await openRaw(ground.server.url, ground.ada.id, token);
    await socket.message('the question', ({ step }) => step === 0);
    expect(await run(['token', 'revoke', '--id', id, '--data', ground.data])).toEqual({ code: 0, out: '', err: '' });
    await waitFor('the close', () => socket.closed(), { timeout: 1_000, every: 5 });
    expect(socket.closed()).toBe(CLOSE.forbidden);
    const answer = await fetch(`${ground.server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
    const listed = lines((await run(['token', 'list', '--data', ground.data])).out).map((line) => JSON.parse(line));
    expect(listed.find((one) => one.id === id).revoked).toEqual(expect.any(String));
    expect((await run(['token', 'revoke', '--id', 'nobody', '--data', ground.data])).code).toBe(1);
  });

  test('[W7] a token that expires ends its sockets within a second', async () => {
    const { text, kept } = makeToken({ expires: Date.now() + 800 });
    const storage = openSqlite({ folder: ground.data });
    expect(await storage.accounts.addToken(ground.ada.id, kept, Date.now())).toBe(true);
    await storage.close();
    await using socket = await openRaw(ground.server.url, ground.ada.id, text);
    await socket.message('the question', ({ step }) => step === 0);
    await waitFor('the close', () => socket.closed(), { timeout: 3_000, every: 5 });
    expect(socket.closed()).toBe(CLOSE.forbidden);
  });

  test('[R2] no token is in the log, in the store or in an error', async () => {
    const answer = await fetch(`${ground.server.url}/v1/user?token=${ground.ada.token}`, {
      headers: { authorization: `Bearer ${ground.ada.token}x` },
    });
    expect(await answer.text()).not.toContain(ground.ada.token);
    await ground.ada.call('GET', `/v1/tasks/${ground.ada.token}?q=${ground.ada.token}`);
    await using socket = await openRaw(ground.server.url, ground.ada.id, undefined, {
      protocols: ['tackboard.v1', `bearer.${ground.ada.token}`],
    });
    await socket.message('the question', ({ step }) => step === 0);
    await waitFor('the request to be logged', () => ground.server.process.output().includes('"route":"/v1/tasks/:id"'));
    const logged = lines(ground.server.process.output()).filter((line) => line.startsWith('{'));
    for (const line of logged) expect(() => JSON.parse(line)).not.toThrow();
    expect(ground.server.process.output()).not.toContain(ground.ada.token);
    for (const file of ['tackboard.sqlite', 'tackboard.sqlite-wal']) {
      expect((await readFile(join(ground.data, file))).includes(ground.ada.token)).toBe(false);
    }
  });
});

describe('serve', () => {
  test('[W9] a second server on the folder: one line, exit 1; the first goes on', async () => {
    const { code, out, err } = await run(['serve', '--port', '0', '--data', ground.data]);
    expect([code, out, lines(err).length]).toEqual([1, '', 1]);
    expect(err).toContain(ground.data);
    expect((await ground.ada.call('GET', '/v1/user')).status).toBe(200);
  });

  test('[R20] a taken port: one line that names it, exit 1', async () => {
    await using folder = tempFolder('port');
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { code, out, err } = await run(['serve', '--port', port, '--data', folder.path]);
    await new Promise((done) => taken.close(done));
    expect([code, out, lines(err).length]).toEqual([1, '', 1]);
    expect(err).toContain(port);
  });

  test('[R20] why an address cannot be listened on is said in words for it', async () => {
    await using folder = tempFolder('host');
    const { code, err } = await run(['serve', '--host', '203.0.113.1', '--port', '0', '--data', folder.path]);
    expect([code, lines(err).length, err.includes('this machine does not have that address')]).toEqual([1, 1, true]);
    // Whoever runs the tests may be allowed every port.
    expect(listenReason(Object.assign(new Error('listen EACCES'), { code: 'EACCES' }))).toContain('a port above 1023');
  });

  test('[R20] a folder that cannot be used: one line that names it, exit 1', async () => {
    await using folder = tempFolder('folder');
    const file = join(folder.path, 'file');
    await writeFile(file, 'not a folder');
    // In the last one no folder can be made, though the system does not say that it may not be.
    const unusable = [
      file,
      join(file, 'below'),
      ...(process.platform === 'linux' ? ['/proc/nope', '/proc/nope/below'] : []),
    ];
    for (const data of unusable) {
      const { code, out, err } = await run(['serve', '--port', '0', '--data', data]);
      expect([code, out, lines(err).length]).toEqual([1, '', 1]);
      expect(err).toContain(data);
    }
    const store = join(folder.path, 'tackboard.sqlite');
    await writeFile(store, 'no database at all, whatever the name says');
    const { code, err } = await run(['serve', '--port', '0', '--data', folder.path]);
    expect([code, lines(err).length]).toEqual([1, 1]);
  });

  test('[R20] every option has a variable; a bad value is told with its name', async () => {
    await using folder = tempFolder('variables');
    const listed = await run(['user', 'list'], { TACKBOARD_DATA: join(folder.path, 'made') });
    expect(listed).toEqual({ code: 0, out: '', err: '' });
    expect(await readFile(join(folder.path, 'made', 'tackboard.sqlite'))).toBeInstanceOf(Buffer);
    const bad = await run(['serve', '--data', folder.path], { TACKBOARD_RATE_LIMIT: 'many' });
    expect([bad.code, bad.out]).toEqual([1, '']);
    expect(bad.err).toContain('TACKBOARD_RATE_LIMIT');
    const neither = await run(['token', 'add', '--data', folder.path, '--user', 'x'], { TACKBOARD_READ_ONLY: 'maybe' });
    expect([neither.code, lines(neither.err).length]).toEqual([1, 1]);
    expect(neither.err).toContain('TACKBOARD_READ_ONLY');
    const { out } = await run(['serve', '--help']);
    for (const name of [
      'HOST',
      'PORT',
      'ORGANIZATION',
      'RATE_LIMIT',
      'ALLOW_ORIGIN',
      'FSYNC',
      'LOG_LEVEL',
      'DATA',
      'TRASH_DAYS',
      'STORE',
    ]) {
      expect(out).toContain(`TACKBOARD_${name}`);
    }
  });

  test('[R16] --allow-origin narrows pages and their sockets, and nothing else', async () => {
    await using folder = tempFolder('origins');
    const server = await startSyncServer({
      data: folder.path,
      options: ['--allow-origin', 'https://a.example,https://b.example'],
    });
    try {
      const allowed = async (origin: string) =>
        (await fetch(`${server.url}/healthz`, { headers: { origin } })).headers.get('access-control-allow-origin');
      expect(await allowed('https://b.example')).toBe('https://b.example');
      expect(await allowed('https://c.example')).toBeNull();
      // As a page does it: no header, the token as a subprotocol, and its origin, which it cannot choose.
      const storage = openSqlite({ folder: folder.path });
      const { id, token } = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
      await storage.close();
      const protocols = ['tackboard.v1', `bearer.${token}`];
      const page = (origin: string) => openRaw(server.url, id, undefined, { protocols, origin });
      await using own = await page('https://b.example');
      await own.message('the question', ({ step }) => step === 0);
      expect(own.ws.protocol).toBe('tackboard.v1');
      await using foreign = await page('https://c.example');
      await waitFor('the close', () => foreign.closed(), { every: 5 });
      expect([foreign.closed(), foreign.received]).toEqual([CLOSE.forbidden, []]);
    } finally {
      await server.stop();
    }
  });
});
