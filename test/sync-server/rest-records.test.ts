/** Workspaces, members, task lists, sections and tasks over REST, line by line; against the real process. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, derivedId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import type { Answer } from '../support/rest';
import { type Ground, startGround, type WorkspaceIds } from './ground';
import { openRaw, syncFrame } from './raw-socket';

let ground: Ground;
let own: WorkspaceIds;
beforeAll(async () => {
  ground = await startGround(['--rate-limit', '0', '--organization', 'Analytical Engines']);
  own = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
});
afterAll(() => ground[Symbol.asyncDispose]());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const RESPONSE_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.0{7}$/;

/** The paths of the faults of an answer, in order. */
const paths = ({ body }: { body: { errors: { path: string }[] } }): string[] =>
  body.errors.map(({ path }) => path).sort();

const newTask = async (fields: object = {}): Promise<Answer['body']> =>
  (
    await ground.ada.call('POST', '/v1/tasks', {
      name: 'Task',
      status: 'open',
      priority: 'none',
      taskSection: { id: own.section },
      ...fields,
    })
  ).body;

describe('workspaces', () => {
  test('[R7] a new one has every field of the record and its default lists', async () => {
    const { status, body } = await ground.ada.call('POST', '/v1/workspaces', {
      name: 'Engine',
      description: 'Of brass',
      startDate: '2026-05-01T09:30:15.999Z',
      endDate: null,
      status: 'ontarget',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: body.created,
      name: 'Engine',
      description: 'Of brass',
      startDate: '2026-05-01T09:30:15.0000000',
      status: 'ontarget',
      members: [{ id: ground.ada.id, role: 'owner', name: 'Ada', email: 'ada@example.com' }],
      requests: [],
      pendingInvites: [],
      pinLists: [{ id: expect.any(String), name: 'Workspace Pins' }],
      taskLists: [{ id: expect.any(String), name: 'Workspace Tasks' }],
      discussionLists: [],
      dashboardLists: [],
      organization: { id: expect.any(String), name: 'Analytical Engines' },
      projects: [],
    });
    const read = await ground.ada.call('GET', `/v1/workspaces/${body.id}`);
    expect([read.status, read.body]).toEqual([200, { ...body, items: [body] }]);
    const all = await ground.ada.call('GET', '/v1/workspaces');
    expect(Object.keys(all.body)).toEqual(['items']);
    expect(all.body.items.at(-1)).toEqual(body);
  });

  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ name: 1, description: '', status: 'open' }, ['description', 'name', 'status']],
    [{ name: 'x', description: 'x'.repeat(145), startDate: 'tomorrow' }, ['description', 'startDate']],
    [{ name: '\ud800' }, ['name']],
    [{ name: null }, ['name']],
    [
      { name: 'x', members: [{ role: 'owner' }, { id: 'x' }, { id: 'x', role: 'king' }] },
      ['members.0', 'members.1.role', 'members.2.role'],
    ],
  ])('[R7] refuses %j', async (body, faults) => {
    const answer = await ground.ada.call('POST', '/v1/workspaces', body);
    expect([answer.status, paths(answer)]).toEqual([400, faults]);
  });

  test('[R7] lengths are counted in code points', async () => {
    expect((await ground.ada.call('POST', '/v1/workspaces', { name: '😀'.repeat(100) })).status).toBe(201);
  });

  test('[V6] a name of spaces only is a name here', async () => {
    expect((await ground.ada.call('POST', '/v1/workspaces', { name: '   ' })).status).toBe(201);
  });

  test('[R8] an update changes what is given, null clears, and {} changes nothing', async () => {
    const made = (
      await ground.ada.call('POST', '/v1/workspaces', { name: 'A', description: 'B', endDate: '2026-01-01T00:00:00Z' })
    ).body;
    const path = `/v1/workspaces/${made.id}`;
    expect((await ground.ada.call('PATCH', path, {})).body).toEqual(made);
    const { body } = await ground.ada.call('PATCH', path, {
      name: 'C',
      description: null,
      endDate: null,
      status: 'danger',
    });
    expect(body).toMatchObject({ name: 'C', description: null, status: 'danger' });
    expect(body).not.toHaveProperty('endDate');
    expect((await ground.ada.call('PATCH', path, { name: null, status: null })).status).toBe(400);
  });

  test('[R8] a deleted one is gone from everywhere', async () => {
    const { id, list, section } = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
    expect((await ground.bob.call('DELETE', `/v1/workspaces/${id}`)).status).toBe(403);
    const gone = await ground.ada.call('DELETE', `/v1/workspaces/${id}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    for (const path of [
      `/v1/workspaces/${id}`,
      `/v1/tasklists/${list}`,
      `/v1/tasks/parent/${section}`,
      `/v1/tasklists/parent/${id}`,
    ]) {
      expect((await ground.ada.call('GET', path)).status).toBe(404);
    }
    expect((await ground.ada.call('DELETE', `/v1/workspaces/${id}`)).status).toBe(404);
    expect(
      (await ground.bob.call('GET', '/v1/sync/spaces')).body.items.map(({ id }: { id: string }) => id),
    ).not.toContain(id);
  });
});

describe('members', () => {
  test('[R17] owners add by id, invite by e-mail, change roles and remove', async () => {
    const { id } = await ground.workspace();
    const path = `/v1/workspaces/${id}/members`;
    const added = await ground.ada.call('POST', path, {
      items: [
        { id: ground.bob.id, role: 'viewer' },
        { email: 'Eve@Example.com', role: 'contributor' },
      ],
    });
    expect(added.status).toBe(200);
    expect(added.body.members[1]).toEqual({ id: ground.bob.id, role: 'viewer', name: 'Bob', email: 'bob@example.com' });
    const invite = added.body.pendingInvites[0];
    expect(invite).toEqual({ id: expect.any(String), role: 'contributor', name: '', email: 'Eve@Example.com' });
    expect((await ground.bob.call('GET', `/v1/workspaces/${id}`)).body.pendingInvites).toEqual([]);
    const changed = await ground.ada.call('PATCH', path, {
      items: [
        { id: invite.id, role: 'viewer' },
        { email: 'BOB@example.com', role: 'owner' },
      ],
    });
    expect(changed.body.pendingInvites[0].role).toBe('viewer');
    expect(changed.body.members[1].role).toBe('owner');
    expect((await ground.ada.call('DELETE', `${path}?id=${invite.id}&id=${ground.bob.id}`)).body).toMatchObject({
      pendingInvites: [],
      members: [{ id: ground.ada.id }],
    });
  });

  test('[R17] all or nothing: one unknown entry, and nobody is added', async () => {
    const { id } = await ground.workspace();
    const path = `/v1/workspaces/${id}/members`;
    const answer = await ground.ada.call('POST', path, {
      items: [
        { id: ground.bob.id, role: 'viewer' },
        { id: NOBODY, role: 'viewer' },
      ],
    });
    expect([answer.status, paths(answer)]).toEqual([404, ['items.1.id']]);
    // Every one that is not there is named, also of those who are to be removed, and of a new space's.
    const unknown = [
      { id: NOBODY, role: 'viewer' },
      { id: ground.ada.id, role: 'owner' },
      { id: 'x', role: 'viewer' },
    ];
    for (const [method, at, body] of [
      ['POST', path, { items: unknown }],
      ['PATCH', path, { items: unknown }],
      ['DELETE', path, { items: unknown }],
      ['POST', '/v1/workspaces', { name: 'W', members: unknown }],
    ] as const) {
      const named = await ground.ada.call(method, at, body);
      const field = 'items' in body ? 'items' : 'members';
      expect([named.status, paths(named)], method).toEqual([404, [`${field}.0.id`, `${field}.2.id`]]);
    }
    expect((await ground.ada.call('PATCH', path, { items: [{ id: ground.bob.id, role: 'viewer' }] })).status).toBe(404);
    expect((await ground.ada.call('GET', `/v1/workspaces/${id}`)).body.members).toHaveLength(1);
    expect((await ground.ada.call('POST', path, { items: [{ id: ground.bob.id }] })).status).toBe(400);
    expect((await ground.ada.call('POST', path, {})).status).toBe(400);
  });

  test('[R17] the last owner stays; others may leave, and only owners remove others', async () => {
    const { id } = await ground.workspace([{ id: ground.bob.id, role: 'contributor' }]);
    const path = `/v1/workspaces/${id}/members`;
    expect((await ground.ada.call('DELETE', path, { items: [{ id: ground.ada.id }] })).status).toBe(400);
    expect((await ground.ada.call('PATCH', path, { items: [{ id: ground.ada.id, role: 'viewer' }] })).status).toBe(400);
    expect((await ground.bob.call('DELETE', path, { items: [{ id: ground.ada.id }] })).status).toBe(403);
    expect((await ground.bob.call('POST', path, { items: [] })).status).toBe(403);
    expect((await ground.bob.call('DELETE', path, { items: [{ id: ground.bob.id }] })).status).toBe(200);
    expect((await ground.bob.call('GET', `/v1/workspaces/${id}`)).status).toBe(403);
  });
});

describe('task lists and sections', () => {
  test.each(['/v1/tasks', '/v1/tasklists'])('[R11][R12] POST %s makes a list with a first section', async (path) => {
    const { status, body } = await ground.ada.call('POST', path, {
      name: 'Chores',
      workspace: { id: own.id, name: 'ignored' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: body.created,
      name: 'Chores',
      workspace: { id: own.id, name: 'Team' },
      taskSections: [{ id: expect.any(String), name: 'Section 1' }],
    });
    expect((await ground.ada.call('GET', `/v1/tasklists/${body.id}`)).body).toEqual(body);
    const { items } = (await ground.ada.call('GET', `/v1/tasklists/parent/${own.id}`)).body;
    expect(items.at(-1)).toEqual(body);
    expect(items[0].name).toBe('Workspace Tasks');
    const renamed = await ground.bob.call('PATCH', `/v1/tasklists/${body.id}`, { name: 'Duties' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Duties']);
    expect((await ground.bob.call('DELETE', `/v1/tasklists/${body.id}`)).status).toBe(204);
    expect((await ground.bob.call('GET', `/v1/tasklists/${body.id}`)).status).toBe(404);
    expect((await ground.bob.call('GET', `/v1/tasksections/${body.taskSections[0].id}`)).status).toBe(404);
    expect((await ground.bob.call('DELETE', `/v1/tasklists/${body.id}`)).status).toBe(404);
  });

  test('[R11] a list of a user is theirs alone', async () => {
    const made = await ground.ada.call('POST', '/v1/tasklists', { name: 'Mine', user: { id: ground.ada.id } });
    expect([made.status, made.body.user]).toEqual([201, { id: ground.ada.id, name: 'Ada' }]);
    expect((await ground.bob.call('POST', '/v1/tasklists', { name: 'Mine', user: { id: ground.ada.id } })).status).toBe(
      403,
    );
    expect((await ground.bob.call('GET', `/v1/tasklists/${made.body.id}`)).status).toBe(403);
    expect((await ground.bob.call('GET', `/v1/tasklists/parent/${ground.ada.id}`)).status).toBe(403);
  });

  test.each([
    [{ name: 'x' }, 400, ['']],
    [{ name: '', user: { id: 'a' }, workspace: { id: 'b' } }, 400, ['', 'name']],
    [{ name: 'x', workspace: {} }, 400, ['workspace.id']],
    [{ name: 'x', workspace: { id: NOBODY }, user: null }, 404, ['workspace.id']],
  ])('[R11] POST /v1/tasklists refuses %j', async (body, status, faults) => {
    const answer = await ground.ada.call('POST', '/v1/tasklists', body);
    expect([answer.status, paths(answer)]).toEqual([status, faults]);
  });

  test('[R11] sections: make, read, list, rename, delete', async () => {
    const made = await ground.ada.call('POST', '/v1/tasksections', { name: 'Later', taskList: { id: own.list } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: made.body.created,
      name: 'Later',
      workspace: { id: own.id, name: 'Team' },
      taskList: { id: own.list, name: 'Workspace Tasks' },
      tasks: [],
    });
    const path = `/v1/tasksections/${made.body.id}`;
    const task = await newTask({ taskSection: { id: made.body.id } });
    expect((await ground.ada.call('GET', path)).body.tasks).toEqual([{ id: task.id, name: 'Task' }]);
    expect((await ground.ada.call('GET', `/v1/tasksections/parent/${own.list}`)).body.items).toHaveLength(2);
    expect((await ground.ada.call('PATCH', path, { name: 'Now' })).body.name).toBe('Now');
    expect((await ground.ada.call('DELETE', path)).status).toBe(204);
    expect((await ground.ada.call('GET', `/v1/tasks/${task.id}`)).status).toBe(404);
    expect((await ground.ada.call('POST', '/v1/tasksections', { name: 'x', taskList: { id: NOBODY } })).status).toBe(
      404,
    );
  });
});

describe('tasks', () => {
  test('[R12] a new task has every field of the record', async () => {
    const { status, body } = await ground.ada.call('POST', '/v1/tasks', {
      name: 'Punch cards',
      description: 'Seventy-five',
      startDate: '2026-05-01T09:30:15.123Z',
      dueDate: '2026-05-02T00:00:00.0000000',
      status: 'progress',
      priority: 'high',
      taskSection: { id: own.section, name: 'whatever' },
      parentTask: null,
      assignees: [{ id: ground.bob.id }, { email: 'ADA@example.com' }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: body.created,
      name: 'Punch cards',
      description: 'Seventy-five',
      startDate: '2026-05-01T09:30:15.0000000',
      dueDate: '2026-05-02T00:00:00.0000000',
      status: 'progress',
      priority: 'high',
      assignees: expect.arrayContaining([
        { id: ground.bob.id, name: 'Bob', email: 'bob@example.com' },
        { id: ground.ada.id, name: 'Ada', email: 'ada@example.com' },
      ]),
      workspace: { id: own.id, name: 'Team' },
      taskList: { id: own.list, name: 'Workspace Tasks' },
      taskSection: { id: own.section, name: 'Section 1' },
      subtasks: [],
    });
    expect((await ground.bob.call('GET', `/v1/tasks/${body.id}`)).body).toEqual(body);
    expect((await ground.bob.call('GET', `/v1/tasks?id=${body.id}`)).body).toEqual(body);
    expect((await ground.bob.call('GET', '/v1/tasks')).status).toBe(400);
  });

  test('[R12] a subtask names its parent and the section of its topmost task', async () => {
    const top = await newTask();
    const sub = await newTask({ taskSection: null, parentTask: { id: top.id } });
    expect(sub).toMatchObject({ parentTask: { id: top.id, name: 'Task' }, taskSection: { id: own.section } });
    expect((await ground.ada.call('GET', `/v1/tasks/${top.id}`)).body.subtasks).toEqual([{ id: sub.id, name: 'Task' }]);
    expect((await ground.ada.call('GET', `/v1/tasks/parent/${top.id}`)).body.items).toEqual([sub]);
    const { items } = (await ground.ada.call('GET', `/v1/tasks/parent/${own.section}`)).body;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(sub.id);
  });

  const values = { name: 'T', status: 'open', priority: 'none' };
  test.each([
    [{}, 400, ['', 'name', 'priority', 'status']],
    [{ ...values, taskSection: { id: 'a' }, parentTask: { id: 'b' } }, 400, ['']],
    [{ ...values, taskSection: { id: 'a' }, workspace: { id: 'b' } }, 400, ['']],
    [{ ...values, name: 'x'.repeat(101), taskSection: { id: 'a' } }, 400, ['name']],
    [{ ...values, dueDate: '2026-05-01', taskSection: { id: 'a' } }, 400, ['dueDate']],
    [{ ...values, status: null, taskSection: { id: 'a' } }, 400, ['status']],
    [{ ...values, taskSection: { id: NOBODY } }, 404, ['taskSection.id']],
    [{ ...values, parentTask: { id: NOBODY } }, 404, ['parentTask.id']],
  ])('[R12] POST /v1/tasks refuses %j', async (body, status, faults) => {
    const answer = await ground.ada.call('POST', '/v1/tasks', body);
    expect([answer.status, paths(answer)]).toEqual([status, faults]);
  });

  test('[R14] only members can be assigned', async () => {
    const body = { ...values, taskSection: { id: own.section }, assignees: [{ id: ground.ada.id }, { id: NOBODY }] };
    const answer = await ground.ada.call('POST', '/v1/tasks', body);
    expect([answer.status, paths(answer)]).toEqual([404, ['assignees.1.id']]);
  });

  test('[R13] an update changes what is given; null clears; what was read can be sent back', async () => {
    const made = await newTask({ description: 'old', dueDate: '2026-01-01T00:00:00Z' });
    const path = `/v1/tasks/${made.id}`;
    expect((await ground.ada.call('PATCH', path, made)).body).toEqual(made);
    const changed = await ground.ada.call('PATCH', path, {
      name: 'x'.repeat(200),
      description: null,
      dueDate: null,
      status: 'completed',
    });
    expect(changed.body).toMatchObject({
      name: 'x'.repeat(200),
      description: null,
      status: 'completed',
      priority: 'none',
    });
    expect(changed.body).not.toHaveProperty('dueDate');
    const refused = await ground.ada.call('PATCH', path, { name: 'x'.repeat(201), priority: null });
    expect([refused.status, paths(refused)]).toEqual([400, ['name', 'priority']]);
  });

  test('[R13] a task moves between sections and under tasks, beside a sibling', async () => {
    const section = (await ground.ada.call('POST', '/v1/tasksections', { name: 'Moves', taskList: { id: own.list } }))
      .body.id;
    const [a, b, c] = [
      await newTask({ taskSection: { id: section } }),
      await newTask({ taskSection: { id: section } }),
      await newTask(),
    ];
    const move = (id: unknown, body: object) => ground.ada.call('PATCH', `/v1/tasks/${id}`, body);
    const order = async () =>
      (await ground.ada.call('GET', `/v1/tasks/parent/${section}`)).body.items.map(({ id }: { id: string }) => id);
    expect((await move(c.id, { taskSection: { id: section }, before: b.id })).body.taskSection.id).toBe(section);
    expect(await order()).toEqual([a.id, c.id, b.id]);
    await move(a.id, { after: b.id });
    expect(await order()).toEqual([c.id, b.id, a.id]);
    await move(a.id, { taskSection: { id: section } });
    expect(await order()).toEqual([c.id, b.id, a.id]);
    const sub = (await move(a.id, { parentTask: { id: b.id } })).body;
    expect(sub.parentTask.id).toBe(b.id);
    expect((await move(a.id, sub)).body).toEqual(sub);
    expect((await move(b.id, { parentTask: { id: a.id } })).status).toBe(400);
    expect((await move(b.id, { parentTask: { id: b.id } })).status).toBe(400);
    expect((await move(b.id, { before: b.id })).status).toBe(400);
    expect((await move(b.id, { before: c.id, after: c.id })).status).toBe(400);
    expect((await move(b.id, { before: NOBODY })).status).toBe(400);
    expect((await move(b.id, { taskSection: { id: section }, parentTask: { id: c.id } })).status).toBe(400);
    const elsewhere = await ground.workspace();
    expect((await move(b.id, { taskSection: { id: elsewhere.section } })).status).toBe(400);
    expect((await move(b.id, { taskSection: { id: NOBODY }, name: 'not written' })).status).toBe(404);
    expect((await ground.ada.call('GET', `/v1/tasks/${b.id}`)).body.name).toBe('Task');
  });

  test('[R13] a deleted task is gone with its subtasks', async () => {
    const top = await newTask();
    const sub = await newTask({ taskSection: undefined, parentTask: { id: top.id } });
    expect((await ground.ada.call('DELETE', `/v1/tasks/${top.id}`)).status).toBe(204);
    for (const id of [top.id, sub.id]) expect((await ground.ada.call('GET', `/v1/tasks/${id}`)).status).toBe(404);
    expect((await ground.ada.call('DELETE', `/v1/tasks/${top.id}`)).status).toBe(404);
  });
});

describe('dates', () => {
  test.each([
    ['2026-05-01T09:30:15Z', '2026-05-01T09:30:15.0000000'],
    ['2026-05-01T09:30:15.9Z', '2026-05-01T09:30:15.0000000'],
    ['2026-05-01T23:59:59.999999999Z', '2026-05-01T23:59:59.0000000'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.0000000'],
    ['2026-05-01T09:30:15.0000000', '2026-05-01T09:30:15.0000000'],
  ])('[R9][R10] %s reads as %s', async (sent, read) => {
    expect((await newTask({ dueDate: sent })).dueDate).toBe(read);
  });

  test.each([
    '2026-05-01',
    '2026-05-01T09:30Z',
    '2026-05-01T09:30:15',
    '2026-05-01T09:30:15+02:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-05-01T24:00:00Z',
    '2026-05-01T09:30:15.1234567890Z',
    '',
    1777627815,
  ])('[R9] refuses %j', async (sent) => {
    const body = { name: 'T', status: 'open', priority: 'none', taskSection: { id: own.section }, dueDate: sent };
    const answer = await ground.ada.call('POST', '/v1/tasks', body);
    expect([answer.status, paths(answer)]).toEqual([400, ['dueDate']]);
  });
});

test('[R5] of a reference only the id counts, and what is unset reads as the contract says', async () => {
  const task = await newTask({ taskSection: { id: own.section, name: 'Another name' } });
  expect(task.taskSection).toEqual({ id: own.section, name: 'Section 1' });
  expect(task).toMatchObject({ description: null, assignees: [], subtasks: [] });
  for (const unset of ['startDate', 'dueDate', 'parentTask', 'user', 'project']) expect(task).not.toHaveProperty(unset);
});

test('[R15] a copy of a record in a space of one’s own hides nothing of others, and shows nothing', async () => {
  const personal = (await ground.ada.call('GET', '/v1/user')).body.taskLists[0].id;
  const section = (await ground.ada.call('GET', `/v1/tasklists/${personal}`)).body.taskSections[0].id;
  const secret = await newTask({ name: 'Secret', taskSection: { id: section } });
  const shared = await newTask({ name: 'Shared' });
  expect((await ground.bob.call('GET', `/v1/tasks/${secret.id}`)).status).toBe(403);
  const space = randomUUID();
  await ground.bob.call('PUT', `/v1/sync/spaces/${space}`, { kind: 'workspace' });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedUpdate(asId(space), 'workspace'));
  const place = { section: derivedId(asId(space), 'task-list/section'), order: 'a0' };
  for (const id of [secret.id, shared.id]) {
    doc.getMap('tasks').set(id, new Y.Map(Object.entries({ name: 'Copy', place })));
  }
  await using socket = await openRaw(ground.server.url, space, ground.bob.token);
  socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
  await socket.barrier();
  const names = async (call: Ground['ada']['call']) =>
    Promise.all([secret, shared].map(async ({ id }) => (await call('GET', `/v1/tasks/${id}`)).body.name));
  expect(await names(ground.ada.call)).toEqual(['Secret', 'Shared']);
  expect(await names(ground.bob.call)).toEqual(['Copy', 'Shared']);
});

test('[R7] the caller, with their spaces and lists', async () => {
  const { status, body } = await ground.bob.call('GET', '/v1/user');
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: ground.bob.id, name: 'Bob', email: 'bob@example.com', projects: [] });
  expect(body.workspaces[0]).toEqual({ id: own.id, name: 'Team' });
  expect([body.taskLists[0].name, body.pinLists[0].name, body.dashboardLists[0].name]).toEqual([
    'Personal Tasks',
    'Personal Pins',
    'My Dashboards',
  ]);
});

test('[R18] created and modified are the same after a restart', async () => {
  const task = await newTask();
  await ground.ada.call('PATCH', `/v1/tasks/${task.id}`, { status: 'review' });
  const before = (await ground.ada.call('GET', `/v1/tasks/${task.id}`)).body;
  const workspace = (await ground.ada.call('GET', `/v1/workspaces/${own.id}`)).body;
  await ground.server.kill();
  ground.server = await ground.server.restart();
  expect((await ground.ada.call('GET', `/v1/tasks/${task.id}`)).body).toEqual(before);
  expect((await ground.ada.call('GET', `/v1/workspaces/${own.id}`)).body).toEqual(workspace);
  expect(await ground.server.stop()).toBe(0);
  ground.server = await ground.server.restart();
  expect((await ground.ada.call('GET', `/v1/tasks/${task.id}`)).body).toEqual(before);
});
