/** Assignees, pins, dashboards, lists of all kinds, what of them is restored, the user and the organization over REST; against the real process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ground, type Someone, startGround, type WorkspaceIds } from './ground';
import { faultsOf, idsOf, type Maker, maker, NOBODY, RESPONSE_DATE } from './rest-ground';

let ground: Ground;
let ada: Someone;
let bob: Someone;
let make: Maker;
let own: WorkspaceIds;
beforeAll(async () => {
  ground = await startGround(['--rate-limit', '0', '--organization', 'Engines']);
  ada = ground.ada;
  bob = ground.bob;
  make = maker(ada.call);
  own = await ground.workspace([{ id: bob.id, role: 'contributor' }]);
});
afterAll(() => ground[Symbol.asyncDispose]());

const here = () => ({ workspace: { id: own.id } });

describe('assignees', () => {
  const path = async () => `/v1/tasks/${(await make.task(own.section)).id}/assignees`;

  test('[R14] added by id and by e-mail, once; removed by body or ?id=', async () => {
    const at = await path();
    const added = await ada.call('POST', at, { items: [{ id: ada.id, name: 'x' }, { email: 'BOB@example.com' }] });
    expect(added.status).toBe(200);
    expect(added.body.assignees).toEqual(
      expect.arrayContaining([
        { id: ada.id, name: 'Ada', email: ada.email },
        { id: bob.id, name: 'Bob', email: bob.email },
      ]),
    );
    const again = await ada.call('POST', at, { items: [{ id: ada.id }] });
    expect(again.body).toEqual(added.body);
    const one = await bob.call('DELETE', `${at}?id=${ada.id}&id=${NOBODY}`);
    expect([one.status, one.body.assignees.map(({ id }: { id: string }) => id)]).toEqual([200, [bob.id]]);
    expect((await ada.call('DELETE', at, { items: [{ id: bob.id, name: 'Bob' }] })).body.assignees).toEqual([]);
    expect((await ada.call('DELETE', at, { items: [{ email: 'nobody@example.com' }] })).status).toBe(200);
  });

  test('[R14] only members, whole or nothing, whoever else exists', async () => {
    const at = await path();
    const alone = await make.list('task', { user: { id: ada.id } });
    const mine = `/v1/tasks/${(await make.task(alone.section)).id}/assignees`;
    for (const entry of [{ id: bob.id }, { email: bob.email }, { id: NOBODY }]) {
      const answer = await ada.call('POST', mine, { items: [{ id: ada.id }, entry] });
      expect([answer.status, faultsOf(answer)]).toEqual([404, [`items.1.${'id' in entry ? 'id' : 'email'} not-found`]]);
    }
    const both = await ada.call('POST', mine, { items: [{ id: NOBODY }, { id: ada.id }, { email: 'x@example.com' }] });
    expect(faultsOf(both)).toEqual(['items.0.id not-found', 'items.2.email not-found']);
    expect((await ada.call('POST', mine, { items: [{ id: ada.id }] })).body.assignees).toHaveLength(1);
    expect(faultsOf(await ada.call('POST', at, {}))).toEqual(['items required']);
    expect(faultsOf(await ada.call('POST', at, { items: [{}, { id: 1 }, 2] }))).toEqual([
      'items.0 required',
      'items.1.id invalid-type',
      'items.2 invalid-type',
    ]);
    expect((await ada.call('DELETE', at)).status).toBe(400);
  });

  test('[R14] in a project the owners of its workspace can be assigned; who left is assigned no more', async () => {
    const project = await maker(bob.call).project(own.id);
    const { section } = await maker(bob.call).list('task', { project: { id: project.id } });
    const task = await maker(bob.call).task(section, { assignees: [{ id: ada.id }, { id: bob.id }] });
    expect(task.assignees).toHaveLength(2);
    const { id } = await make.workspace({ members: [{ id: bob.id, role: 'viewer' }] });
    const list = await make.list('task', { workspace: { id } });
    const given = await make.task(list.section, { assignees: [{ id: bob.id }] });
    await ada.call('DELETE', `/v1/workspaces/${id}/members?id=${bob.id}`);
    expect((await ada.call('GET', `/v1/tasks/${given.id}`)).body.assignees).toEqual([]);
  });
});

describe.each(['pin', 'dashboard'] as const)('%s lists', (kind) => {
  test('[R11] make, read, list, rename, delete, with a first section', async () => {
    const list = await make.list(kind, here());
    const { section, ...body } = list;
    expect(body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: body.created,
      name: 'List',
      workspace: { id: own.id, name: 'Team' },
      [`${kind}Sections`]: [{ id: section, name: 'Section 1' }],
    });
    const path = `/v1/${kind}lists/${list.id}`;
    expect((await ada.call('GET', path)).body).toEqual(body);
    expect(idsOf(await ada.call('GET', `/v1/${kind}lists/parent/${own.id}`)).at(-1)).toBe(list.id);
    expect((await ada.call('PATCH', path, { name: 'Renamed' })).body.name).toBe('Renamed');
    expect((await ada.call('GET', `/v1/tasklists/${list.id}`)).status).toBe(404);
    expect((await ada.call('DELETE', path)).status).toBe(204);
    expect([
      (await ada.call('GET', path)).status,
      (await ada.call('GET', `/v1/${kind}sections/${section}`)).status,
    ]).toEqual([404, 404]);
  });

  test('[R11] sections: make, read, list, rename, delete; not in a list of another kind', async () => {
    const list = await make.list(kind, here());
    const path = `/v1/${kind}sections`;
    const made = await ada.call('POST', path, { name: 'Two', [`${kind}List`]: { id: list.id } });
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Two', [`${kind}List`]: { id: list.id, name: 'List' } },
    ]);
    expect(idsOf(await ada.call('GET', `${path}/parent/${list.id}`))).toEqual([list.section, made.body.id]);
    expect((await ada.call('PATCH', `${path}/${made.body.id}`, { name: 'Three' })).body.name).toBe('Three');
    expect((await ada.call('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
    const wrong = await ada.call('POST', path, { name: 'S', [`${kind}List`]: { id: own.list } });
    expect([wrong.status, faultsOf(wrong)]).toEqual([404, [`${kind}List.id not-found`]]);
    expect(faultsOf(await ada.call('POST', path, {}))).toEqual(['name required', `${kind}List required`].sort());
  });
});

describe('pins', () => {
  let section: string;
  beforeAll(async () => {
    section = (await make.list('pin', here())).section;
  });

  test('[R22] of a URL: the section that holds it is answered', async () => {
    const { status, body } = await ada.call('POST', `/v1/pins/${section}`, {
      name: 'Docs',
      pinType: 'url',
      url: 'https://example.org/a?b#c',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: section,
        created: expect.stringMatching(RESPONSE_DATE),
        modified: body.created,
        name: 'Section 1',
        workspace: { id: own.id, name: 'Team' },
        pinList: { id: expect.any(String), name: 'List' },
        pins: [
          {
            id: expect.any(String),
            created: expect.stringMatching(RESPONSE_DATE),
            modified: expect.stringMatching(RESPONSE_DATE),
            name: 'Docs',
            pinType: 'url',
            url: 'https://example.org/a?b#c',
          },
        ],
      },
    ]);
    const [pin] = body.pins;
    const changed = await ada.call('PATCH', `/v1/pins/${section}/${pin.id}`, { name: 'Page', url: 'vscode://file/x' });
    expect([changed.status, changed.body.pins[0]]).toMatchObject([200, { name: 'Page', url: 'vscode://file/x' }]);
    expect((await ada.call('PATCH', `/v1/pins/${section}/${pin.id}`, {})).body).toEqual(changed.body);
    expect((await ada.call('DELETE', `/v1/pins/${section}/${pin.id}`)).status).toBe(204);
    expect((await ada.call('GET', `/v1/pinsections/${section}`)).body.pins).toEqual([]);
    expect((await ada.call('DELETE', `/v1/pins/${section}/${pin.id}`)).status).toBe(404);
  });

  test.each<[object, string[]]>([
    [{}, ['name required', 'pinType required']],
    [{ name: 'P', url: 'https://example.org' }, ['pinType required']],
    [{ name: 'P', pinType: 'url' }, ['url required']],
    [{ name: 'P', pinType: 'document', documentId: NOBODY }, ['documentType required']],
    [{ name: 'P', pinType: 'document', documentType: 'Task' }, ['documentId required']],
    [{ name: 'P', pinType: 'document', documentType: 'Nothing', documentId: NOBODY }, ['documentType invalid-value']],
    [
      { name: 'P', pinType: 'url', url: 'https://example.org', documentId: NOBODY, documentType: 'Task' },
      ['documentId one-of', 'documentType one-of'],
    ],
    [
      { name: 'P', pinType: 'document', url: 'https://example.org', documentId: NOBODY, documentType: 'Task' },
      ['url one-of'],
    ],
    [{ name: 'x'.repeat(101), pinType: 'url', url: 'javascript:alert(1)' }, ['name too-long', 'url url-scheme']],
    [{ name: 'P', pinType: 'url', url: 'data:text/html,x' }, ['url url-scheme']],
    [{ name: 'P', pinType: 'url', url: 'command:workbench.action.quit' }, ['url url-scheme']],
    [{ name: 'P', pinType: 'url', url: '/relative' }, ['url url-not-absolute']],
    [{ name: 'P', pinType: 'url', url: `https://example.org/${'x'.repeat(8192)}` }, ['url url-too-long']],
  ])('[R22] refuses %j', async (body, faults) => {
    const answer = await ada.call('POST', `/v1/pins/${section}`, body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });

  test('[R22] of a record: 404 where it is not there, 403 where it is not the caller’s to read', async () => {
    const task = await make.task(own.section);
    const hers = (await ada.call('GET', '/v1/user')).body.taskLists[0].id;
    const pin = (documentType: string, documentId: string, by = bob) =>
      by.call('POST', `/v1/pins/${section}`, { name: 'P', pinType: 'document', documentType, documentId });
    const made = await pin('Task', task.id);
    expect([made.status, made.body.pins.at(-1)]).toMatchObject([
      201,
      { pinType: 'document', documentType: 'Task', documentId: task.id },
    ]);
    expect(made.body.pins.at(-1)).not.toHaveProperty('url');
    const refused = await ada.call('PATCH', `/v1/pins/${section}/${made.body.pins.at(-1).id}`, {
      url: 'https://x.org',
    });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['url one-of']]);
    const cases: [string, string, number][] = [
      ['Task', NOBODY, 404],
      ['TaskList', task.id, 404],
      ['TaskList', hers, 403],
      ['Workspace', own.id, 201],
      ['Workspace', NOBODY, 404],
      ['Project', own.id, 404],
      ['Organization', 'organization', 201],
      ['Organization', NOBODY, 404],
      ['PinSection', section, 201],
      ['Discussion', NOBODY, 201],
      ['PrivateChat', NOBODY, 201],
      ['DiscussionList', NOBODY, 201],
    ];
    for (const [type, id, status] of cases)
      expect([type, id, (await pin(type, id)).status]).toEqual([type, id, status]);
    expect(faultsOf(await pin('Task', NOBODY))).toEqual(['documentId not-found']);
  });

  test('[R22] under another section’s id it is not found', async () => {
    const other = (await make.list('pin', here())).section;
    const pin = await make.pin(section);
    for (const [method, body] of [
      ['PATCH', { name: 'X' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await ada.call(method, `/v1/pins/${other}/${pin.id}`, body)).status).toBe(404);
    }
    expect((await ada.call('POST', `/v1/pins/${own.section}`, { name: 'P' })).status).toBe(404);
  });
});

describe('dashboards', () => {
  let section: string;
  beforeAll(async () => {
    section = (await make.list('dashboard', here())).section;
  });

  test('[R23] with its widgets; setting them keeps those that are named', async () => {
    const body = await make.dashboard(section, {
      name: 'Board',
      description: 'All',
      widgets: [{ type: 'status', title: 'By status', lists: [own.list] }, { type: 'count' }],
    });
    expect(body).toEqual({
      id: expect.any(String),
      created: expect.stringMatching(RESPONSE_DATE),
      modified: body.created,
      name: 'Board',
      description: 'All',
      workspace: { id: own.id, name: 'Team' },
      dashboardList: { id: expect.any(String), name: 'List' },
      dashboardSection: { id: section, name: 'Section 1' },
      widgets: [
        { id: expect.any(String), type: 'status', title: 'By status', lists: [own.list] },
        { id: expect.any(String), type: 'count' },
      ],
    });
    const path = `/v1/dashboards/${body.id}`;
    expect((await ada.call('PATCH', path, body)).body).toEqual(body);
    const [first, second] = body.widgets;
    const set = await ada.call('PATCH', path, { description: null, widgets: [second, { type: 'due' }] });
    expect(set.body).toMatchObject({ description: null, widgets: [second, { type: 'due' }] });
    expect(set.body.widgets.map(({ id }: { id: string }) => id)).not.toContain(first.id);
    expect((await ada.call('GET', `/v1/dashboardsections/${section}`)).body.dashboards).toContainEqual({
      id: body.id,
      name: 'Board',
    });
    expect((await ada.call('DELETE', path)).status).toBe(204);
    expect((await ada.call('GET', path)).status).toBe(404);
  });

  test.each<[object, string[]]>([
    [{}, ['dashboardSection required', 'name required']],
    [
      { name: 'D', description: 'x'.repeat(145), widgets: null },
      ['dashboardSection required', 'description too-long', 'widgets invalid-type'],
    ],
    [
      {
        name: 'D',
        dashboardSection: { id: NOBODY },
        widgets: [{ type: 'pie' }, {}, { type: 'due', title: 1, lists: 'x' }],
      },
      [
        'widgets.0.type invalid-value',
        'widgets.1.type required',
        'widgets.2.lists invalid-type',
        'widgets.2.title invalid-type',
      ],
    ],
    [{ name: 'D', dashboardSection: { id: NOBODY }, widgets: Array(51).fill({ type: 'due' }) }, ['widgets too-big']],
  ])('[R23] refuses %j', async (body, faults) => {
    const answer = await ada.call('POST', '/v1/dashboards', body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });
});

describe('what is restored in a space', () => {
  const restore = (path: string, by = ada) => by.call('POST', `${path}/restore`);

  test('[R28] a task comes back to where it was, with its subtasks', async () => {
    const { section } = await make.list('task', here());
    const [first, second] = [await make.task(section), await make.task(section)];
    const under = await make.task(section, { taskSection: null, parentTask: { id: first.id } });
    const path = `/v1/tasks/${first.id}`;
    expect((await restore(path)).status).toBe(404);
    await ada.call('DELETE', path);
    const early = await restore(`/v1/tasks/${under.id}`);
    expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining(first.id)]);
    const restored = await restore(path, bob);
    expect([restored.status, restored.body.subtasks]).toEqual([200, [{ id: under.id, name: 'Task' }]]);
    expect(idsOf(await ada.call('GET', `/v1/tasks/parent/${section}`))).toEqual([first.id, second.id]);
    expect((await restore(`/v1/tasks/${NOBODY}`)).status).toBe(404);
  });

  test('[R28] lists, sections, pins and dashboards; the parent first', async () => {
    const pins = await make.list('pin', here());
    const pin = `/v1/pins/${pins.section}/${(await make.pin(pins.section)).id}`;
    const dashboards = await make.list('dashboard', here());
    const dashboard = `/v1/dashboards/${(await make.dashboard(dashboards.section)).id}`;
    for (const [item, section, list] of [
      [pin, `/v1/pinsections/${pins.section}`, `/v1/pinlists/${pins.id}`],
      [dashboard, `/v1/dashboardsections/${dashboards.section}`, `/v1/dashboardlists/${dashboards.id}`],
    ] as const) {
      for (const path of [item, section, list]) expect((await ada.call('DELETE', path)).status).toBe(204);
      for (const [path, parent] of [
        [item, section],
        [section, list],
      ] as const) {
        const early = await restore(path);
        expect([early.status, early.body.detail]).toEqual([
          400,
          expect.stringContaining(parent.split('/').at(-1) ?? ''),
        ]);
      }
      for (const path of [list, section, item]) expect((await restore(path)).status).toBe(200);
    }
    const back = await ada.call('GET', `/v1/pinsections/${pins.section}`);
    expect(back.body.pins).toHaveLength(1);
  });

  test('[R28] someone else’s is 403, and a viewer restores nothing', async () => {
    const list = await make.list('task', { user: { id: ada.id } });
    await ada.call('DELETE', `/v1/tasklists/${list.id}`);
    expect((await restore(`/v1/tasklists/${list.id}`, bob)).status).toBe(403);
    const { id } = await make.workspace({ members: [{ id: bob.id, role: 'viewer' }] });
    const theirs = await make.list('task', { workspace: { id } });
    await ada.call('DELETE', `/v1/tasklists/${theirs.id}`);
    expect((await restore(`/v1/tasklists/${theirs.id}`, bob)).status).toBe(403);
    expect((await restore(`/v1/tasklists/${theirs.id}`)).status).toBe(200);
  });
});

describe('the caller and the organization', () => {
  test('[R25] a name is changed, and shown wherever the user is named', async () => {
    const before = (await bob.call('GET', '/v1/user')).body;
    expect(before).toMatchObject({
      id: bob.id,
      email: bob.email,
      locale: expect.any(String),
      organizations: [{ id: 'organization', name: 'Engines' }],
      dashboardLists: [{ name: 'My Dashboards' }],
    });
    const task = await make.task(own.section, { assignees: [{ id: bob.id }] });
    const changed = await bob.call('PATCH', '/v1/user', { name: 'Robert', email: 'ignored@example.com' });
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Robert', email: bob.email, id: bob.id }]);
    expect((await ada.call('GET', `/v1/tasks/${task.id}`)).body.assignees[0].name).toBe('Robert');
    const members: { id: string; name: string }[] = (await ada.call('GET', `/v1/workspaces/${own.id}`)).body.members;
    expect(members.find(({ id }) => id === bob.id)?.name).toBe('Robert');
    expect((await bob.call('PATCH', '/v1/user', {})).body).toEqual(changed.body);
    expect(faultsOf(await bob.call('PATCH', '/v1/user', { name: '' }))).toEqual(['name too-short']);
  });

  test('[R25] there is one organization', async () => {
    const { body } = await bob.call('GET', '/v1/organizations');
    expect(body).toEqual({ items: [{ id: 'organization', name: 'Engines' }] });
    expect((await bob.call('GET', '/v1/organizations/organization')).body).toEqual(body.items[0]);
    expect((await bob.call('GET', `/v1/organizations/${NOBODY}`)).status).toBe(404);
  });
});

describe('what a refusal says', () => {
  test('[R3] every fault by its path, kind and words, and all of them in sentences', async () => {
    const { body } = await ada.call('POST', '/v1/tasks', {
      name: '',
      priority: 'urgent',
      taskSection: { id: own.section },
      dueDate: 5,
    });
    expect(body.errors).toEqual([
      { type: 'too-short', path: 'name', message: expect.any(String) },
      { type: 'invalid-type', path: 'dueDate', message: expect.any(String) },
      { type: 'required', path: 'status', message: 'is required' },
      { type: 'invalid-value', path: 'priority', message: 'must be one of none, low, medium, high' },
    ]);
    expect(body.detail).toMatch(/ status is required\. priority must be one of none, low, medium, high\.$/);
  });
});
