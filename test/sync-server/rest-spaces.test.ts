/** Projects, requests, invites, joining, and what is restored, over REST; against the real process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, caller } from '../support/rest';
import { type Ground, type Someone, startGround } from './ground';
import { faultsOf, idsOf, type Maker, maker, NOBODY, RESPONSE_DATE } from './rest-ground';

let ground: Ground;
let ada: Someone;
let bob: Someone;
let make: Maker;
let bobs: Maker;
beforeAll(async () => {
  ground = await startGround();
  ada = ground.ada;
  bob = ground.bob;
  make = maker(ada.call);
  bobs = maker(bob.call);
});
afterAll(() => ground[Symbol.asyncDispose]());

const member = ({ id }: { id: string }, role: string) => ({ items: [{ id, role }] });
const KINDS = ['workspace', 'project'] as const;
type Kind = (typeof KINDS)[number];

/** A space of either kind that is Ada's. */
const spaceOf = async (kind: Kind, fields: object = {}): Promise<Answer['body']> =>
  kind === 'workspace' ? make.workspace(fields) : make.project((await make.workspace()).id, fields);

describe('projects', () => {
  test('[R24] a new one has every field of the record and its default lists', async () => {
    const workspace = await make.workspace({ name: 'Above' });
    const { status, body } = await ada.call('POST', '/v1/projects', {
      name: 'Engine',
      description: 'Of brass',
      startDate: '2026-05-01T09:30:15.999Z',
      status: 'ontarget',
      workspace: { id: workspace.id },
      members: [
        { id: bob.id, role: 'viewer' },
        { email: 'eve@example.com', role: 'owner' },
      ],
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        created: expect.stringMatching(RESPONSE_DATE),
        modified: body.created,
        name: 'Engine',
        description: 'Of brass',
        startDate: '2026-05-01T09:30:15.0000000',
        status: 'ontarget',
        workspace: { id: workspace.id, name: 'Above' },
        members: [
          { id: ada.id, role: 'owner', name: 'Ada', email: 'ada@example.com' },
          { id: bob.id, role: 'viewer', name: 'Bob', email: 'bob@example.com' },
        ],
        requests: [],
        pendingInvites: [{ id: expect.any(String), role: 'owner', name: '', email: 'eve@example.com' }],
        pinLists: [{ id: expect.any(String), name: 'Project Pins' }],
        taskLists: [{ id: expect.any(String), name: 'Project Tasks' }],
        discussionLists: [],
        dashboardLists: [],
      },
    ]);
    expect((await ada.call('GET', `/v1/projects/${body.id}`)).body).toEqual(body);
    expect((await ada.call('GET', `/v1/workspaces/${workspace.id}`)).body.projects).toEqual([
      { id: body.id, name: 'Engine' },
    ]);
  });

  test('[R24] what is in it carries the project and its workspace, a list the project alone', async () => {
    const workspace = await make.workspace();
    const project = await make.project(workspace.id, { name: 'P' });
    const { section, ...list } = await make.list('task', { project: { id: project.id } });
    expect([list.project, list.workspace]).toEqual([{ id: project.id, name: 'P' }, undefined]);
    const task = await make.task(section);
    expect([task.project, task.workspace]).toEqual([
      { id: project.id, name: 'P' },
      { id: workspace.id, name: 'Workspace' },
    ]);
  });

  test('[R24] owners of the workspace get in as owners without being members, its other members do not', async () => {
    const workspace = await make.workspace({ members: [{ id: bob.id, role: 'contributor' }] });
    const his = await bobs.project(workspace.id);
    expect((await ada.call('GET', `/v1/projects/${his.id}`)).body.members.map(({ id }: { id: string }) => id)).toEqual([
      bob.id,
    ]);
    expect((await ada.call('PATCH', `/v1/projects/${his.id}`, { name: 'Renamed' })).status).toBe(200);
    expect(idsOf(await ada.call('GET', '/v1/projects'))).toContain(his.id);
    const hers = await make.project(workspace.id);
    expect((await bob.call('GET', `/v1/projects/${hers.id}`)).status).toBe(403);
    expect(idsOf(await bob.call('GET', '/v1/projects'))).not.toContain(hers.id);
    expect((await bob.call('GET', `/v1/workspaces/${workspace.id}`)).body.projects).toEqual([
      { id: his.id, name: 'Renamed' },
      { id: hers.id, name: 'Project' },
    ]);
    // An owner of the workspace can be made its only own member's heir, but not leave it without an owner.
    expect((await ada.call('DELETE', `/v1/projects/${his.id}/members?id=${bob.id}`)).status).toBe(400);
  });

  test('[R24] a member need not be in the workspace, and sees nothing of it but its name', async () => {
    const workspace = await make.workspace({ name: 'Hidden' });
    const project = await make.project(workspace.id, { members: [{ id: bob.id, role: 'contributor' }] });
    const read = await bob.call('GET', `/v1/projects/${project.id}`);
    expect([read.status, read.body.workspace.name]).toEqual([200, 'Hidden']);
    expect((await bob.call('GET', `/v1/workspaces/${workspace.id}`)).status).toBe(403);
    const { body } = await bob.call('GET', '/v1/user');
    expect([body.projects, body.workspaces].map((all) => all.map(({ id }: { id: string }) => id))).toEqual([
      expect.arrayContaining([project.id]),
      expect.not.arrayContaining([workspace.id]),
    ]);
  });

  test.each<[object, string[]]>([
    [{ workspace: { id: NOBODY } }, ['name required']],
    [{ name: 'P' }, ['workspace required']],
    [{ name: '', workspace: {}, status: 'open' }, ['name too-short', 'status invalid-value', 'workspace.id required']],
    [{ name: 'P', workspace: null }, ['workspace invalid-type']],
  ])('[R24][R3] refuses %j', async (body, faults) => {
    const answer = await ada.call('POST', '/v1/projects', body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });

  test('[R24] a workspace that is not there is 404, one that one may not write to 403', async () => {
    const workspace = await make.workspace({ members: [{ id: bob.id, role: 'viewer' }] });
    const create = (id: string) => bob.call('POST', '/v1/projects', { name: 'P', workspace: { id } });
    expect([(await create(NOBODY)).status, (await create(workspace.id)).status]).toEqual([404, 403]);
    expect(faultsOf(await create(NOBODY))).toEqual(['workspace.id not-found']);
  });
});

describe.each(KINDS)('requests to a %s', (kind) => {
  test('[R26] asked for once, seen by owners, granted with the role that was asked for', async () => {
    const { id } = await spaceOf(kind);
    const path = `/v1/${kind}s/${id}`;
    const asked = await bob.call('POST', `${path}/requests`, { role: 'viewer' });
    expect([asked.status, asked.body]).toEqual([201, { id: bob.id, role: 'viewer', name: 'Bob', email: bob.email }]);
    expect((await bob.call('POST', `${path}/requests`)).body.role).toBe('viewer');
    expect((await ada.call('GET', path)).body.requests).toEqual([asked.body]);
    const granted = await ada.call('PATCH', `${path}/requests`, { items: [{ id: bob.id }] });
    expect([granted.status, granted.body.requests, granted.body.members[1]]).toEqual([200, [], asked.body]);
    expect((await bob.call('GET', path)).status).toBe(200);
    expect(faultsOf(await bob.call('POST', `${path}/requests`))).toEqual([' member']);
  });

  test('[R26] denied, or granted with another role; whole or nothing', async () => {
    const { id } = await spaceOf(kind);
    const path = `/v1/${kind}s/${id}`;
    expect((await bob.call('POST', `${path}/requests`)).body.role).toBe('contributor');
    const half = { items: [{ id: bob.id, role: 'owner' }, { id: NOBODY }, { email: 'nobody@example.com' }] };
    const refused = await ada.call('PATCH', `${path}/requests`, half);
    expect([refused.status, faultsOf(refused)]).toEqual([404, ['items.1.id not-found', 'items.2.email not-found']]);
    expect((await ada.call('GET', path)).body).toMatchObject({ requests: [{ id: bob.id }], members: [{ id: ada.id }] });
    expect((await ada.call('DELETE', `${path}/requests?id=${bob.id}`)).body.requests).toEqual([]);
    expect((await ada.call('DELETE', `${path}/requests`, { items: [{ id: bob.id }] })).status).toBe(404);
    await bob.call('POST', `${path}/requests`, {});
    const granted = await ada.call('PATCH', `${path}/requests`, member(bob, 'owner'));
    expect(granted.body.members[1]).toMatchObject({ id: bob.id, role: 'owner' });
  });

  test('[R26] who is made a member asks no more; others see no requests and grant none', async () => {
    const { id } = await spaceOf(kind);
    const path = `/v1/${kind}s/${id}`;
    await bob.call('POST', `${path}/requests`);
    expect((await bob.call('PATCH', `${path}/requests`, member(bob, 'owner'))).status).toBe(403);
    const added = await ada.call('POST', `${path}/members`, member(bob, 'viewer'));
    expect(added.body.requests).toEqual([]);
    expect((await bob.call('DELETE', `${path}/requests`, { items: [] })).status).toBe(403);
    expect((await bob.call('POST', `/v1/${kind}s/${NOBODY}/requests`)).status).toBe(404);
  });
});

describe.each(KINDS)('invites to a %s', (kind) => {
  const invite = async (email: string, role = 'contributor') => {
    const space = await spaceOf(kind);
    const { body } = await ada.call('POST', `/v1/${kind}s/${space.id}/members`, { items: [{ email, role }] });
    return { path: `/v1/${kind}s/${space.id}`, space: space.id, id: body.pendingInvites[0].id as string };
  };

  test('[R26] listed for whom they are, accepted once', async () => {
    const { id, path, space } = await invite('BOB@example.com');
    const all = await bob.call('GET', '/v1/invites');
    expect(all.body.items.at(-1)).toEqual({
      id,
      role: 'contributor',
      [kind]: { id: space, name: expect.any(String) },
      invitedBy: { id: ada.id, role: 'owner', name: 'Ada', email: ada.email },
    });
    expect(idsOf(await ada.call('GET', '/v1/invites'))).not.toContain(id);
    expect((await ada.call('POST', `/v1/invites/${id}/accept`)).status).toBe(403);
    expect((await bob.call('GET', path)).status).toBe(403);
    const accepted = await bob.call('POST', `/v1/invites/${id}/accept`);
    expect([accepted.status, accepted.body.id]).toEqual([200, space]);
    expect((await ada.call('GET', path)).body).toMatchObject({
      pendingInvites: [],
      members: [{ id: ada.id }, { id: bob.id, role: 'contributor' }],
    });
    expect((await bob.call('POST', `/v1/invites/${id}/accept`)).status).toBe(404);
  });

  test('[R26] declined, and gone with that', async () => {
    const { id, path } = await invite(bob.email);
    expect((await ada.call('POST', `/v1/invites/${id}/decline`)).status).toBe(403);
    const declined = await bob.call('POST', `/v1/invites/${id}/decline`);
    expect([declined.status, declined.body]).toEqual([204, undefined]);
    expect((await ada.call('GET', path)).body.pendingInvites).toEqual([]);
    expect((await bob.call('POST', `/v1/invites/${id}/decline`)).status).toBe(404);
    expect((await bob.call('GET', path)).status).toBe(403);
  });

  test('[R26] one to a deleted space is in no list', async () => {
    const { id, path } = await invite(bob.email);
    await ada.call('DELETE', path);
    expect(idsOf(await bob.call('GET', '/v1/invites'))).not.toContain(id);
    expect((await bob.call('POST', `/v1/invites/${id}/accept`)).status).toBe(404);
  });

  test('[R27] by its link someone becomes a user, and a member at once', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id, path } = await invite(email, 'viewer');
    // A link begins with the address that was asked for it, of several servers too.
    const first = await caller(ground.server.url, ada.token)('POST', `${path}/invites/${id}/link`);
    expect([first.status, first.body]).toEqual([
      201,
      {
        url: expect.stringContaining(ground.server.url),
        code: expect.any(String),
        expires: expect.stringMatching(RESPONSE_DATE),
      },
    ]);
    const { code } = (await ada.call('POST', `${path}/invites/${id}/link`)).body;
    const join = (body: object) => caller(ground.server.url, 'nothing good')('POST', '/v1/join', body);
    expect((await join({ code: first.body.code, name: 'Eve' })).status).toBe(403);
    expect(faultsOf(await join({ name: '' }))).toEqual(['code required', 'name too-short']);
    const joined = await join({ code, name: 'Eve' });
    expect([joined.status, joined.body.user]).toMatchObject([
      201,
      { name: 'Eve', email, taskLists: [{ name: 'Personal Tasks' }] },
    ]);
    const eve = caller(ground.server.url, joined.body.token);
    const { body } = await eve('GET', path);
    expect(body.members[1]).toEqual({ id: joined.body.user.id, role: 'viewer', name: 'Eve', email });
    expect((await join({ code, name: 'Again' })).status).toBe(403);
    expect((await ada.call('GET', path)).body.pendingInvites).toEqual([]);
  });

  test('[R27] not where a user has the e-mail, and only an owner makes a link', async () => {
    const { id, path } = await invite(bob.email);
    const { code } = (await ada.call('POST', `${path}/invites/${id}/link`)).body;
    expect((await ada.call('POST', '/v1/join', { code, name: 'Bob again' })).status).toBe(403);
    expect((await bob.call('GET', '/v1/invites')).body.items.at(-1).id).toBe(id);
    expect((await bob.call('POST', `${path}/invites/${id}/link`)).status).toBe(403);
    expect((await ada.call('POST', `${path}/invites/${NOBODY}/link`)).status).toBe(404);
    await ada.call('POST', `${path}/members`, member(bob, 'viewer'));
    expect((await bob.call('POST', `${path}/invites/${id}/link`)).status).toBe(404);
  });
});

describe('the trash of spaces', () => {
  const trash = async (who = ada) => (await who.call('GET', '/v1/trash')).body.items;

  test('[R28] a workspace comes back with the projects that went with it, and no others', async () => {
    const workspace = await make.workspace({ name: 'W', members: [{ id: bob.id, role: 'viewer' }] });
    const before = await make.project(workspace.id, { name: 'Before' });
    const within = await make.project(workspace.id, { name: 'Within' });
    await ada.call('DELETE', `/v1/projects/${before.id}`);
    await ada.call('DELETE', `/v1/workspaces/${workspace.id}`);
    expect((await ada.call('GET', `/v1/projects/${within.id}`)).status).toBe(404);
    const items = await trash();
    expect(items).toContainEqual({
      id: workspace.id,
      kind: 'workspace',
      name: 'W',
      deleted: expect.stringMatching(RESPONSE_DATE),
    });
    expect(items).toContainEqual({
      id: before.id,
      kind: 'project',
      name: 'Before',
      deleted: expect.stringMatching(RESPONSE_DATE),
      workspace: { id: workspace.id, name: 'W' },
    });
    expect(await trash(bob)).toEqual([]);
    const early = await ada.call('POST', `/v1/projects/${before.id}/restore`);
    expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining(workspace.id)]);
    expect((await bob.call('POST', `/v1/workspaces/${workspace.id}/restore`)).status).toBe(403);
    const restored = await ada.call('POST', `/v1/workspaces/${workspace.id}/restore`);
    expect([restored.status, restored.body.projects]).toEqual([200, [{ id: within.id, name: 'Within' }]]);
    expect((await bob.call('GET', `/v1/workspaces/${workspace.id}`)).status).toBe(200);
    expect((await ada.call('POST', `/v1/projects/${before.id}/restore`)).body.id).toBe(before.id);
    expect((await ada.call('POST', `/v1/workspaces/${workspace.id}/restore`)).status).toBe(404);
    expect((await ada.call('POST', `/v1/workspaces/${NOBODY}/restore`)).status).toBe(404);
    expect((await trash()).map(({ id }: { id: string }) => id)).not.toContain(before.id);
  });
});
