/** What the contract says in half a sentence, and independent clients run into first: one line a sentence, against the real process. */
import * as encoding from 'lib0/encoding';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE, MESSAGE } from '../../shared/wire';
import type { Answer } from '../support/rest';
import { waitFor } from '../support/wait';
import { type Ground, startGround, type WorkspaceIds } from './ground';
import { awarenessFrame, frameOf, openRaw } from './raw-socket';
import { faultsOf, idsOf, type Maker, maker, NOBODY } from './rest-ground';

let ground: Ground;
let ada: Maker;
let own: WorkspaceIds;
let task: string;
beforeAll(async () => {
  ground = await startGround();
  ada = maker(ground.ada.call);
  own = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
  task = (await ada.task(own.section)).id;
});
afterAll(() => ground[Symbol.asyncDispose]());

const asAda = (method: string, path: string, body?: object) => ground.ada.call(method, path, body);
const asBob = (method: string, path: string, body?: object) => ground.bob.call(method, path, body);
const summary = (answer: Answer) => [answer.status, answer.status < 400 ? [] : faultsOf(answer)];
const items = (...entries: object[]) => ({ items: entries });

describe('what a request lacks or has too much of', () => {
  type Row = readonly [said: string, request: () => Promise<Answer>, status: number, faults: readonly string[]];
  const rows: readonly Row[] = [
    ['[R3] GET /v1/tasks without an id', () => asAda('GET', '/v1/tasks'), 400, ['?id required']],
    ['[R3] GET /v1/tasks of nothing', () => asAda('GET', `/v1/tasks?id=${NOBODY}`), 404, [' not-found']],
    ['[R2] a path below one that is there', () => asAda('GET', `/v1/tasks/${task}/nothing`), 404, [' not-found']],
    ['[R2] another version', () => asAda('GET', '/v2/tasks'), 404, [' not-found']],
    ['[R2] a slash before the question', () => asAda('GET', `/v1/tasks/?id=${task}`), 200, []],
    ['[R11] a list of nobody', () => asAda('POST', '/v1/tasklists', { name: 'L' }), 400, [' one-of']],
    [
      '[R11] a list of two',
      () => asAda('POST', '/v1/pinlists', { name: 'L', user: { id: ground.ada.id }, workspace: { id: own.id } }),
      400,
      [' one-of'],
    ],
    [
      '[R11] a list whose other parents are null',
      () => asAda('POST', '/v1/dashboardlists', { name: 'L', user: null, project: null, workspace: { id: own.id } }),
      201,
      [],
    ],
    [
      '[R11] a list of nothing that is there',
      () => asAda('POST', '/v1/tasklists', { name: 'L', project: { id: NOBODY } }),
      404,
      ['project.id not-found'],
    ],
    [
      '[R11] a list of a workspace, sent as that of a project',
      () => asAda('POST', '/v1/tasklists', { name: 'L', project: { id: own.id } }),
      404,
      ['project.id not-found'],
    ],
    [
      '[R11] a list of someone else',
      () => asAda('POST', '/v1/tasklists', { name: 'L', user: { id: ground.bob.id } }),
      403,
      ['user.id no-access'],
    ],
    ['[R11] lists of no parent', () => asAda('GET', `/v1/pinlists/parent/${NOBODY}`), 404, [' not-found']],
    ['[R11] lists of someone else', () => asAda('GET', `/v1/pinlists/parent/${ground.bob.id}`), 403, [' no-access']],
    ['[R12] tasks of no section', () => asAda('GET', `/v1/tasks/parent/${NOBODY}`), 404, [' not-found']],
    ['[R14] assignees without items', () => asAda('POST', `/v1/tasks/${task}/assignees`, {}), 400, ['items required']],
    ['[R14] no assignees at all', () => asAda('POST', `/v1/tasks/${task}/assignees`, items()), 200, []],
    [
      '[R14] who is not assigned, or nobody, is taken off',
      () => asAda('DELETE', `/v1/tasks/${task}/assignees`, items({ id: NOBODY })),
      200,
      [],
    ],
    [
      '[R17] a member without a role',
      () => asAda('POST', `/v1/workspaces/${own.id}/members`, items({ id: ground.bob.id })),
      400,
      ['items.0.role required'],
    ],
    [
      '[R17] the role of who is no member',
      () => asAda('PATCH', `/v1/workspaces/${own.id}/members`, items({ id: NOBODY, role: 'viewer' })),
      404,
      ['items.0.id not-found'],
    ],
    [
      '[R17] who is no member is removed',
      () => asAda('DELETE', `/v1/workspaces/${own.id}/members`, items({ id: NOBODY })),
      404,
      ['items.0.id not-found'],
    ],
    [
      '[R17] the last owner steps down',
      () => asAda('PATCH', `/v1/workspaces/${own.id}/members`, items({ id: ground.ada.id, role: 'viewer' })),
      400,
      ['items last-owner'],
    ],
    ['[R26] a member asks for access', () => asBob('POST', `/v1/workspaces/${own.id}/requests`, {}), 400, [' member']],
    [
      '[R26] granted who has not asked',
      () => asAda('PATCH', `/v1/workspaces/${own.id}/requests`, items({ id: NOBODY })),
      404,
      ['items.0.id not-found'],
    ],
    ['[R26] an invite that is none', () => asAda('POST', `/v1/invites/${NOBODY}/accept`), 404, [' not-found']],
    [
      '[R27] a code that is none',
      () => asAda('POST', '/v1/join', { code: 'x', name: 'X' }),
      403,
      ['code no-good-code'],
    ],
    ['[R25] a name of nothing', () => asAda('PATCH', '/v1/user', { name: '' }), 400, ['name too-short']],
    ['[R25] another organization', () => asAda('GET', `/v1/organizations/${NOBODY}`), 404, [' not-found']],
    ['[R29] nothing is looked for', () => asAda('GET', '/v1/search'), 400, ['?q required']],
    ['[R28] what is not in the trash', () => asAda('POST', `/v1/tasks/${task}/restore`), 404, [' not-found']],
    [
      '[W10] a space under an id that is something else',
      () => asAda('PUT', `/v1/sync/spaces/${ground.bob.id}`, { kind: 'workspace' }),
      403,
      [' id-in-use'],
    ],
    [
      '[W10] a space that is one’s own as another kind',
      () => asAda('PUT', `/v1/sync/spaces/${own.id}`, { kind: 'project', workspace: { id: own.id } }),
      400,
      ['kind differs', 'workspace.id differs'],
    ],
  ];
  test.each(rows)('%s', async (_, request, status, faults) => {
    expect(summary(await request())).toEqual([status, faults]);
  });
});

describe('when a record counts as changed', () => {
  /** A second later, as far as answers tell seconds. */
  async function later(modified: string): Promise<void> {
    await waitFor('another second', () => Date.now() >= Date.parse(`${modified.slice(0, 19)}Z`) + 1_000, { every: 10 });
  }

  test('[R18] a task by assigning and moving, a space by its members; a list and a section not by what they hold', async () => {
    const { id, list, section } = await ground.workspace();
    const [one, two] = [await ada.task(section), await ada.task(section)];
    const read = async (path: string) => (await asAda('GET', path)).body;
    const before = await read(`/v1/workspaces/${id}`);
    await later(two.modified);
    await asAda('POST', `/v1/tasks/${one.id}/assignees`, items({ id: ground.ada.id }));
    await asAda('PATCH', `/v1/tasks/${two.id}`, { before: one.id });
    for (const moved of [one, two]) {
      const now = await read(`/v1/tasks/${moved.id}`);
      expect(now.modified > moved.modified, moved.id).toBe(true);
      expect(now.created).toBe(moved.created);
    }
    for (const path of [`/v1/tasklists/${list}`, `/v1/tasksections/${section}`]) {
      const { created, modified } = await read(path);
      expect(modified, path).toBe(created);
    }
    expect((await read(`/v1/workspaces/${id}`)).modified).toBe(before.modified);
    await asAda('POST', `/v1/workspaces/${id}/members`, items({ id: ground.bob.id, role: 'viewer' }));
    expect((await read(`/v1/workspaces/${id}`)).modified > before.modified).toBe(true);
    const { modified } = await read(`/v1/tasks/${one.id}`);
    await later(modified);
    await asAda('PATCH', `/v1/tasks/${one.id}`, { name: 'Task', status: 'open' });
    expect((await read(`/v1/tasks/${one.id}`)).modified).toBe(modified);
  });
});

describe('members and entries', () => {
  test('[R17] entries are named in the URL where a client sends no body with DELETE', async () => {
    const { id } = await ground.workspace([{ id: ground.bob.id, role: 'viewer' }]);
    const invited = await asAda(
      'POST',
      `/v1/workspaces/${id}/members`,
      items({ email: 'c@example.com', role: 'viewer' }),
    );
    const invite = invited.body.pendingInvites[0].id;
    const left = await asAda('DELETE', `/v1/workspaces/${id}/members?id=${ground.bob.id}&id=${invite}`);
    expect([left.status, idsOf({ ...left, body: { items: left.body.members } }), left.body.pendingInvites]).toEqual([
      200,
      [ground.ada.id],
      [],
    ]);
  });

  test('[R17] an invite is changed as a member is, by its own id; its e-mail counts without case', async () => {
    const { id } = await ground.workspace();
    const path = `/v1/workspaces/${id}/members`;
    const made = await asAda('POST', path, items({ email: 'Carl@Example.com', role: 'viewer' }));
    const invite = made.body.pendingInvites[0];
    expect(invite).toMatchObject({ role: 'viewer', email: 'Carl@Example.com' });
    const changed = await asAda('PATCH', path, items({ id: invite.id, role: 'contributor' }));
    expect(changed.body.pendingInvites).toMatchObject([{ id: invite.id, role: 'contributor' }]);
    const again = await asAda('POST', path, items({ email: 'carl@example.COM', role: 'owner' }));
    expect(again.body.pendingInvites).toMatchObject([{ id: invite.id, role: 'owner' }]);
  });

  test('[R26] an invite for someone else is neither accepted nor declined: 403', async () => {
    const { id } = await ground.workspace();
    const made = await asAda('POST', `/v1/workspaces/${id}/members`, items({ email: 'd@example.com', role: 'viewer' }));
    for (const end of ['accept', 'decline']) {
      const answer = await asBob('POST', `/v1/invites/${made.body.pendingInvites[0].id}/${end}`);
      expect(summary(answer)).toEqual([403, [' invite-of-another']]);
    }
  });
});

describe('sockets', () => {
  test('[W8] who asks who is there is told, whatever came before', async () => {
    const { id } = await ground.workspace();
    await using shown = await openRaw(ground.server.url, id, ground.ada.token);
    await using asking = await openRaw(ground.server.url, id, ground.ada.token);
    const state = awarenessFrame([{ client: 5, clock: 1, state: '{"name":"Ada"}' }]);
    shown.send(state);
    const isState = ({ frame }: { readonly frame: Uint8Array }) => Buffer.compare(frame, state) === 0;
    await asking.message('the state', isState);
    asking.send(frameOf(MESSAGE.queryAwareness, () => undefined));
    await waitFor('it again', () => asking.received.filter(isState).length === 2, { every: 5 });
  });

  test('[W3] the protocol’s auth message means nothing from a client; a number of no message is none', async () => {
    await using socket = await openRaw(ground.server.url, own.id, ground.ada.token);
    socket.send(frameOf(MESSAGE.auth, (encoder) => encoding.writeVarString(encoder, 'x')));
    await socket.barrier();
    expect(socket.closed()).toBeUndefined();
    socket.send(frameOf(99, () => undefined));
    await waitFor('the close', () => socket.closed(), { every: 5 });
    expect(socket.closed()).toBe(CLOSE.badMessage);
  });
});
