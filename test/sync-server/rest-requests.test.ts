/** Requests in general: credential, order of checks, bodies, errors; against the real process. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caller } from '../support/rest';
import { addToken, addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { type Ground, startGround, type WorkspaceIds } from './ground';
import { openRaw } from './raw-socket';
import { faultsOf } from './rest-ground';

let ground: Ground;
let own: WorkspaceIds;
let readOnly: string;
beforeAll(async () => {
  ground = await startGround();
  own = await ground.workspace([{ id: ground.bob.id, role: 'viewer' }]);
  readOnly = (await addToken(ground.data, ground.ada.id, { readOnly: true })).token;
});
afterAll(() => ground[Symbol.asyncDispose]());

/** A request as it is, body and headers of any kind. */
async function raw(
  method: string,
  path: string,
  choice: { readonly token?: string; readonly type?: string; readonly body?: string | Uint8Array } = {},
): Promise<{ status: number; headers: Record<string, string>; body: { errors: { type: string; path: string }[] } }> {
  const { token, type, body } = choice;
  return new Promise((done, fail) => {
    const sent = httpRequest(`${ground.server.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { 'content-type': type }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    });
    sent.on('error', fail).on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const headers = response.headers as Record<string, string>;
          done({ status: response.statusCode ?? 0, headers, body: text === '' ? undefined : JSON.parse(text) });
        });
    });
    sent.end(body);
  });
}

/**
 * A request written byte by byte, its body after its headers, and then a second one on the same connection, unless that is to be closed.
 * @returns the status of both
 */
async function rawLine(
  method: string,
  path: string,
  token: string | undefined,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<{ readonly status: number; readonly allow: string | undefined; readonly again: number }> {
  const { hostname, port } = new URL(ground.server.url);
  const socket = connect(Number(port), hostname);
  const sent = { host: hostname, ...(token && { authorization: `Bearer ${token}` }), ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  await new Promise((done) => setImmediate(done));
  const second = `GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`;
  socket.write(`${body}${headers.connection === 'close' ? '' : second}`);
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/);
  const [status = 0, again = 0] = answers.map((answer) => Number(answer.slice(9, 12)));
  return { status, allow: /^allow: (.*)\r$/m.exec(answers[0] ?? '')?.[1], again };
}

const JSON_TYPE = 'application/json';
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('the order of checks', () => {
  /** Each line fails at the step named and at all later ones; only the first may be told. */
  const steps: readonly [string, () => ReturnType<typeof raw>, number][] = [
    ['credential before path', () => raw('POST', '/v1/nothing', { type: 'text/plain', body: 'x' }), 403],
    ['read-only before path', () => raw('POST', '/v1/nothing', { token: readOnly, body: 'x' }), 403],
    [
      'path before size',
      () => raw('POST', '/v1/nothing', { token: ground.ada.token, body: 'x'.repeat(1_048_577) }),
      404,
    ],
    [
      'method before size',
      () => raw('PUT', '/v1/tasks', { token: ground.ada.token, body: 'x'.repeat(1_048_577) }),
      405,
    ],
    [
      'size before record',
      () => raw('PATCH', `/v1/tasks/${NOBODY}`, { token: ground.ada.token, body: 'x'.repeat(1_048_577) }),
      413,
    ],
    [
      'record before right',
      () => raw('PATCH', `/v1/workspaces/${NOBODY}`, { token: ground.bob.token, body: 'x' }),
      404,
    ],
    [
      'right before content type',
      () => raw('PATCH', `/v1/workspaces/${own.id}`, { token: ground.bob.token, type: 'text/plain', body: 'x' }),
      403,
    ],
    [
      'content type before JSON',
      () => raw('PATCH', `/v1/workspaces/${own.id}`, { token: ground.ada.token, type: 'text/plain', body: '{' }),
      415,
    ],
    [
      'values before named records',
      () =>
        raw('POST', '/v1/tasks', {
          token: ground.ada.token,
          type: JSON_TYPE,
          body: JSON.stringify({ taskSection: { id: NOBODY } }),
        }),
      400,
    ],
  ];
  test.each(steps)('[R1] %s', async (_, send, status) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      status,
      title: expect.any(String),
      type: expect.any(String),
      detail: expect.any(String),
    });
    expect(answer.body.errors.length).toBeGreaterThan(0);
  });

  test('[R1] a named record that is not there is 404, one that is not the caller’s 403', async () => {
    const create = (section: string) =>
      ground.bob.call('POST', '/v1/tasks', {
        name: 'T',
        status: 'open',
        priority: 'none',
        taskSection: { id: section },
      });
    expect((await create(NOBODY)).body.errors).toMatchObject([{ type: 'not-found', path: 'taskSection.id' }]);
    const personal = (await ground.ada.call('GET', '/v1/user')).body.taskLists[0].id;
    const section = (await ground.ada.call('GET', `/v1/tasklists/${personal}`)).body.taskSections[0].id;
    expect((await create(section)).body.errors).toMatchObject([{ type: 'no-access', path: 'taskSection.id' }]);
    expect((await create(own.section)).status).toBe(403);
  });
});

test('[R1] who sends too much is told so after all of it, and can go on', async () => {
  const body = 'x'.repeat(8 * 1024 * 1024);
  const sized = { 'content-type': JSON_TYPE, 'content-length': String(body.length) };
  const large = await rawLine('POST', '/v1/workspaces', ground.ada.token, sized, body);
  expect([large.status, large.again]).toEqual([413, 200]);
  const inParts = { 'content-type': JSON_TYPE, 'transfer-encoding': 'chunked' };
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const chunked = await rawLine('POST', '/v1/workspaces', ground.ada.token, inParts, chunks);
  expect([chunked.status, chunked.again]).toEqual([413, 200]);
  // Whatever the refusal is, and also who wants the connection to end with it.
  for (const [path, token, status] of [
    ['/v1/workspaces', ground.ada.token, 413],
    ['/v1/workspaces', undefined, 403],
    ['/v1/nothing', ground.ada.token, 404],
    ['/v1/user', ground.ada.token, 405],
  ] as const) {
    const last = await rawLine('POST', path, token, { ...sized, connection: 'close' }, body);
    expect([last.status, last.again], path).toEqual([status, 0]);
  }
});

describe('credential and method', () => {
  test('[R2] no token, a wrong one, another scheme: 403, and the answer does not repeat it', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer wrong-token', `Basic ${ground.ada.token}`]) {
      const answer = await fetch(`${ground.server.url}/v1/user`, { headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain('wrong-token');
    }
  });

  test('[R2] a read-only token reads', async () => {
    expect((await raw('GET', '/v1/user', { token: readOnly })).status).toBe(200);
  });

  test('[R3] a refusal says by its kind what is lacking: a token, one that writes, access, a role', async () => {
    const space = `/v1/workspaces/${own.id}`;
    const json = { type: JSON_TYPE, body: '{}' };
    for (const [method, path, token, kind] of [
      ['GET', space, undefined, 'no-good-token'],
      ['GET', space, 'tb_unknown', 'no-good-token'],
      ['PATCH', space, readOnly, 'read-only-token'],
      ['GET', `/v1/tasklists/parent/${ground.ada.id}`, ground.bob.token, 'no-access'],
      ['PATCH', space, ground.bob.token, 'needs-contributor'],
      ['DELETE', space, ground.bob.token, 'needs-owner'],
    ] as const) {
      const answer = await raw(method, path, { ...json, ...(token && { token }) });
      expect([answer.status, answer.body.errors.map(({ type }) => type)], kind).toEqual([403, [kind]]);
    }
  });

  test('[R2] 405 says what the path takes', async () => {
    const answer = await raw('PUT', `/v1/tasks/${NOBODY}/`, { token: ground.ada.token });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });

  test('[R2] a trailing slash changes nothing, on any method', async () => {
    expect((await raw('GET', '/v1/workspaces/', { token: ground.ada.token })).status).toBe(200);
    expect(
      (await raw('PATCH', `/v1/workspaces/${own.id}/`, { token: ground.ada.token, type: JSON_TYPE, body: '{}' }))
        .status,
    ).toBe(200);
  });

  test('[R2] a letter written as its code, and the whole address, are the same path', async () => {
    const { token } = ground.ada;
    for (const path of ['/v1/%75ser', `${ground.server.url}/v1/user`]) {
      const [read, refused] = await Promise.all([rawLine('GET', path, token), rawLine('DELETE', path, token)]);
      expect([read.status, refused.status, refused.allow], path).toEqual([200, 405, 'GET, HEAD, PATCH']);
      const open = await rawLine('GET', path.replace(/v1.*/, '%68ealthz'), undefined);
      expect(open.status, path).toBe(200);
    }
  });

  test('[R2] what offers HTTP/2 is answered as what does not, with its body and what follows on the connection', async () => {
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
    };
    expect((await rawLine('GET', '/v1/user', ground.ada.token, offer)).status).toBe(200);
    expect((await rawLine('GET', '/v1/user', undefined, offer)).status).toBe(403);
    expect((await rawLine('GET', '/v1/nothing', ground.ada.token, offer)).status).toBe(404);
    for (const body of ['{"name":"At once"}', `{"name":"In parts","description":"${'x'.repeat(140)}"}`]) {
      const headers = { ...offer, 'content-type': JSON_TYPE, 'content-length': String(body.length) };
      const made = await rawLine('POST', '/v1/workspaces', ground.ada.token, headers, body);
      expect([made.status, made.again]).toEqual([201, 200]);
    }
  });

  test('[R2] a path that cannot be decoded is not there', async () => {
    expect((await raw('GET', '/v1/tasks/%E0%A4%A', { token: ground.ada.token })).status).toBe(404);
    expect((await raw('GET', `/v1/tasks/${'x'.repeat(500)}`, { token: ground.ada.token })).status).toBe(404);
    expect((await raw('GET', '/v1/tasks/__proto__', { token: ground.ada.token })).status).toBe(404);
  });

  test('[R19] too many requests a minute of one token: 429 with Retry-After', async () => {
    await using folder = tempFolder('limit');
    const ada = await addUser(folder.path, 'Ada', 'ada@example.com');
    const bob = await addUser(folder.path, 'Bob', 'bob@example.com');
    const server = await startSyncServer({ data: folder.path, options: ['--rate-limit', '3'] });
    try {
      const answers = [];
      for (let n = 0; n < 4; n++) answers.push(await caller(server.url, ada.token)('GET', '/v1/nothing'));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answers[3]?.body.errors[0].type).toBe('rate-limit-exceeded-error');
      expect((await caller(server.url, bob.token)('GET', '/v1/user')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

describe('bodies', () => {
  const patch = (type: string | undefined, body: string | Uint8Array) =>
    raw('PATCH', `/v1/workspaces/${own.id}`, { token: ground.ada.token, ...(type !== undefined && { type }), body });

  test.each([
    ['JSON', JSON_TYPE, '{}', 200],
    ['JSON in UTF-8', 'application/json; charset=UTF-8', '{}', 200],
    ['JSON in utf8, quoted', 'Application/JSON;charset="utf8"', '{}', 200],
    ['JSON in Latin 1', 'application/json; charset=iso-8859-1', '{}', 415],
    ['no content type', undefined, '{}', 415],
    ['a content type that is none', 'nonsense', '{}', 415],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415],
    ['no body', JSON_TYPE, '', 400],
    ['malformed JSON', JSON_TYPE, '{', 400],
    ['an array', JSON_TYPE, '[]', 400],
    ['null', JSON_TYPE, 'null', 400],
    ['bytes that are not UTF-8', JSON_TYPE, Uint8Array.of(123, 34, 255, 34, 125), 400],
  ])('[R4] %s', async (_, type, body, status) => {
    expect((await patch(type, body)).status).toBe(status);
  });

  test('[R3] every fault is named, with its path', async () => {
    const { status, body } = await ground.ada.call('POST', '/v1/tasks', {
      name: '',
      status: 'nope',
      startDate: '2026-02-30T00:00:00Z',
      taskSection: { id: 'x' },
      parentTask: { id: 'y' },
      assignees: [{}],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['', 'assignees.0', 'name', 'priority', 'startDate', 'status'].sort(),
    );
    for (const { type } of body.errors) expect(type).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('[V2] half of a character is refused wherever it is in a body, also where nobody looks', async () => {
    const name = '\ud800';
    const fields = { id: name, unknown: [{ deep: name }], '\udc00': 1, subtasks: [[[['fine']]]] };
    const answer = await ground.ada.call('PATCH', `/v1/workspaces/${own.id}`, { name, ...fields });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual([
      'id malformed',
      'name malformed',
      'unknown.0.deep malformed',
      '\ufffd malformed',
    ]);
    const deep = `${'{"a":'.repeat(3_000)}"\\ud800"${'}'.repeat(3_000)}`;
    const sent = await raw('PATCH', `/v1/workspaces/${own.id}`, {
      token: ground.ada.token,
      type: JSON_TYPE,
      body: deep,
    });
    expect(sent.status).toBe(400);
  });

  test('[R3] entries that are none are told in our own words', async () => {
    const { section } = await ground.workspace();
    const fields = { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section } };
    const said = async (path: string, body: object) =>
      (await ground.ada.call('POST', path, body)).body.errors.map((one: { path: string; message: string }) => [
        one.path,
        one.message,
      ]);
    expect(await said('/v1/tasks', { ...fields, assignees: 'x' })).toEqual([['assignees', 'must be an array']]);
    expect(await said('/v1/tasks', { ...fields, assignees: [5] })).toEqual([['assignees.0', 'must be an object']]);
    expect(await said('/v1/workspaces', { name: 'W', members: [{ role: 'king' }] })).toEqual([
      ['members.0.role', 'must be one of owner, contributor, viewer'],
      ['members.0', 'needs an id or an email'],
    ]);
  });

  test('[R4] a date that was read and is sent back is no change, whatever milliseconds a replica gave it', async () => {
    const { id, section } = await ground.workspace();
    const date = '2026-05-01T09:00:00.123Z';
    const fields = { startDate: date, dueDate: date };
    const body = { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section }, ...fields };
    const task = (await ground.ada.call('POST', '/v1/tasks', body)).body;
    await ground.ada.call('PATCH', `/v1/workspaces/${id}`, { startDate: date, endDate: date });
    const workspace = (await ground.ada.call('GET', `/v1/workspaces/${id}`)).body;
    await waitFor('another second', () => Date.now() > Date.parse(`${workspace.modified.slice(0, 19)}Z`) + 1_000);
    await using socket = await openRaw(ground.server.url, id, ground.ada.token);
    await socket.message('the question', ({ step }) => step === 0);
    expect((await ground.ada.call('PATCH', `/v1/tasks/${task.id}`, task)).body).toEqual(task);
    const { items: _, ...record } = workspace;
    expect((await ground.ada.call('PATCH', `/v1/workspaces/${id}`, record)).body).toEqual(record);
    await socket.barrier();
    expect(socket.received.some(({ step }) => step === 2)).toBe(false);
    // One that differs by what can be read is one.
    const later = { dueDate: '2026-05-01T09:00:01Z' };
    expect((await ground.ada.call('PATCH', `/v1/tasks/${task.id}`, later)).body.dueDate).toContain('09:00:01');
  });

  test('[R4] unknown and read-only fields are ignored: what was read can be sent back', async () => {
    const { body } = await ground.ada.call('GET', `/v1/workspaces/${own.id}`);
    const again = await ground.ada.call('PATCH', `/v1/workspaces/${own.id}`, { ...body, nonsense: 1 });
    const { items: _, ...record } = body;
    expect([again.status, again.body]).toEqual([200, record]);
  });
});

describe('pages of other origins', () => {
  test('[R16] every path answers a preflight without a credential', async () => {
    for (const [path, methods] of [
      ['/v1/tasks', 'POST, GET, HEAD'],
      ['/v1/nothing', ''],
      ['/healthz', 'GET, HEAD'],
    ] as const) {
      const answer = await fetch(`${ground.server.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
      expect(answer.headers.get('access-control-allow-methods')).toBe(methods);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('[R16] what a page does in turn: a preflight for each method of a path, then the request with its token', async () => {
    const origin = 'https://page.example';
    const { section } = await ground.workspace();
    const made = await ground.ada.call('POST', '/v1/tasks', {
      name: 'Task',
      status: 'open',
      priority: 'none',
      taskSection: { id: section },
    });
    const url = `${ground.server.url}/v1/tasks/${made.body.id}`;
    for (const [method, body, status] of [
      ['GET', undefined, 200],
      ['PATCH', '{"name":"From a page"}', 200],
      ['DELETE', undefined, 204],
    ] as const) {
      const asking = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      };
      const preflight = await fetch(url, { method: 'OPTIONS', headers: asking });
      expect([method, preflight.status, await preflight.text()]).toEqual([method, 204, '']);
      expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      const headers = { origin, authorization: `Bearer ${ground.ada.token}`, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(body && { body }) });
      expect([method, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([method, status, '*']);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('[R16] a page opens a socket with its token as a subprotocol, which is not shown again', async () => {
    const protocols = ['tackboard.v1', `bearer.${ground.ada.token}`];
    const origin = 'https://page.example';
    await using page = await openRaw(ground.server.url, ground.ada.id, undefined, { protocols, origin });
    await page.message('the question', ({ step }) => step === 0);
    expect(page.ws.protocol).toBe('tackboard.v1');
  });

  test('[R16] answers, errors too, may be read by any page', async () => {
    expect((await raw('GET', '/v1/user')).headers['access-control-allow-origin']).toBe('*');
  });
});

test('[R20] health needs no credential', async () => {
  for (const path of ['/healthz', '/readyz']) expect((await raw('GET', path)).status).toBe(200);
});
