/** The whole matrix of rights as a table: each operation by each role, in a workspace and in a project; against the real process. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { OPERATIONS } from '../../sync-server/rest/operations';
import { type Answer, type Caller, caller } from '../support/rest';
import { addToken } from '../support/sync-server';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';
import { type Joined, joinAs, type Maker, maker, NOBODY } from './rest-ground';

const WHO = ['none', 'read-only', 'stranger', 'viewer', 'contributor', 'owner'] as const;
type Who = (typeof WHO)[number];
type Kind = 'workspace' | 'project';

let ground: Ground;
let make: Maker;
let people: Record<'stranger' | 'viewer' | 'contributor' | 'guest', Joined>;
let calls: Record<Who, Caller>;
beforeAll(async () => {
  ground = await startGround();
  make = maker(ground.ada.call);
  const add = (name: string) => joinAs(ground.ada.call, name);
  people = {
    stranger: await add('Stranger'),
    viewer: await add('Viewer'),
    contributor: await add('Contributor'),
    guest: await add('Guest'),
  };
  const of = (token: string) => caller(ground.server.url, token);
  calls = {
    none: of('not-a-token'),
    'read-only': of((await addToken(ground.data, ground.ada.id, { readOnly: true })).token),
    stranger: of(people.stranger.token),
    viewer: of(people.viewer.token),
    contributor: of(people.contributor.token),
    owner: ground.ada.call,
  };
});
afterAll(() => ground[Symbol.asyncDispose]());

/** A space of Ada's with a viewer and a contributor, and one of everything in it. */
interface Place {
  readonly kind: Kind;
  readonly id: string;
  readonly path: string;
  readonly list: string;
  readonly section: string;
  readonly task: string;
  readonly pinList: string;
  readonly pinSection: string;
  readonly pin: string;
  readonly dashboardList: string;
  readonly dashboardSection: string;
  readonly dashboard: string;
}

const placeOf = async (kind: Kind): Promise<Place> => {
  const members = (['viewer', 'contributor'] as const).map((role) => ({ id: people[role].id, role }));
  const { id } =
    kind === 'workspace'
      ? await make.workspace({ members })
      : await make.project((await make.workspace()).id, { members });
  const tasks = await make.list('task', { [kind]: { id } });
  const pins = await make.list('pin', { [kind]: { id } });
  const dashboards = await make.list('dashboard', { [kind]: { id } });
  return {
    kind,
    id,
    path: `/v1/${kind}s/${id}`,
    list: tasks.id,
    section: tasks.section,
    task: (await make.task(tasks.section)).id,
    pinList: pins.id,
    pinSection: pins.section,
    pin: (await make.pin(pins.section)).id,
    dashboardList: dashboards.id,
    dashboardSection: dashboards.section,
    dashboard: (await make.dashboard(dashboards.section)).id,
  };
};

/** Who may: everyone from a role on. Nobody without a token may anything, and who only reads is told so. */
type Need = 'viewer' | 'contributor' | 'owner';
type Row = readonly [operation: string, need: Need, request: (at: Place) => readonly [path: string, body?: unknown]];

const rename = { name: 'Renamed' };
/** Rows that are the same for each kind of list. */
const containers = (
  kind: 'task' | 'pin' | 'dashboard',
  list: (at: Place) => string,
  section: (at: Place) => string,
): Row[] => [
  [`POST /v1/${kind}lists`, 'contributor', (at) => [`/v1/${kind}lists`, { name: 'L', [at.kind]: { id: at.id } }]],
  [`GET /v1/${kind}lists/:id`, 'viewer', (at) => [`/v1/${kind}lists/${list(at)}`]],
  [`GET /v1/${kind}lists/parent/:id`, 'viewer', (at) => [`/v1/${kind}lists/parent/${at.id}`]],
  [`PATCH /v1/${kind}lists/:id`, 'contributor', (at) => [`/v1/${kind}lists/${list(at)}`, rename]],
  [
    `POST /v1/${kind}sections`,
    'contributor',
    (at) => [`/v1/${kind}sections`, { name: 'S', [`${kind}List`]: { id: list(at) } }],
  ],
  [`GET /v1/${kind}sections/:id`, 'viewer', (at) => [`/v1/${kind}sections/${section(at)}`]],
  [`GET /v1/${kind}sections/parent/:id`, 'viewer', (at) => [`/v1/${kind}sections/parent/${list(at)}`]],
  [`PATCH /v1/${kind}sections/:id`, 'contributor', (at) => [`/v1/${kind}sections/${section(at)}`, rename]],
];
/** Rows that take a thing away and bring it back, in this order. */
const removals = (pattern: string, path: (at: Place) => string): Row[] => [
  [`DELETE ${pattern}`, 'contributor', (at) => [path(at)]],
  [`POST ${pattern}/restore`, 'contributor', (at) => [`${path(at)}/restore`]],
];

const spaceRows = (kind: Kind): Row[] => {
  const path = `/v1/${kind}s/:id`;
  const guest = () => ({ items: [{ id: people.guest.id, role: 'viewer' }] });
  return [
    [`GET ${path}`, 'viewer', (at) => [at.path]],
    [`PATCH ${path}`, 'contributor', (at) => [at.path, { description: 'Changed' }]],
    [`POST ${path}/members`, 'owner', (at) => [`${at.path}/members`, guest()]],
    [`PATCH ${path}/members`, 'owner', (at) => [`${at.path}/members`, guest()]],
    [`DELETE ${path}/members`, 'owner', (at) => [`${at.path}/members`, { items: [{ id: people.guest.id }] }]],
    [`PATCH ${path}/requests`, 'owner', (at) => [`${at.path}/requests`, { items: [] }]],
    [`DELETE ${path}/requests`, 'owner', (at) => [`${at.path}/requests`, { items: [] }]],
    [`DELETE ${path}`, 'owner', (at) => [at.path]],
    [`POST ${path}/restore`, 'owner', (at) => [`${at.path}/restore`]],
  ];
};

const recordRows: Row[] = [
  ...containers(
    'task',
    ({ list }) => list,
    ({ section }) => section,
  ),
  ...containers(
    'pin',
    ({ pinList }) => pinList,
    ({ pinSection }) => pinSection,
  ),
  ...containers(
    'dashboard',
    ({ dashboardList }) => dashboardList,
    ({ dashboardSection }) => dashboardSection,
  ),
  [
    'POST /v1/tasks',
    'contributor',
    (at) => ['/v1/tasks', { name: 'T', status: 'open', priority: 'none', taskSection: { id: at.section } }],
  ],
  ['GET /v1/tasks', 'viewer', (at) => [`/v1/tasks?id=${at.task}`]],
  ['GET /v1/tasks/:id', 'viewer', (at) => [`/v1/tasks/${at.task}`]],
  ['GET /v1/tasks/parent/:id', 'viewer', (at) => [`/v1/tasks/parent/${at.section}`]],
  ['PATCH /v1/tasks/:id', 'contributor', (at) => [`/v1/tasks/${at.task}`, { status: 'progress' }]],
  [
    'POST /v1/tasks/:id/assignees',
    'contributor',
    (at) => [`/v1/tasks/${at.task}/assignees`, { items: [{ id: ground.ada.id }] }],
  ],
  [
    'DELETE /v1/tasks/:id/assignees',
    'contributor',
    (at) => [`/v1/tasks/${at.task}/assignees`, { items: [{ id: ground.ada.id }] }],
  ],
  [
    'POST /v1/pins/:pinSectionId',
    'contributor',
    (at) => [`/v1/pins/${at.pinSection}`, { name: 'P', pinType: 'url', url: 'https://example.org' }],
  ],
  ['PATCH /v1/pins/:pinSectionId/:pinId', 'contributor', (at) => [`/v1/pins/${at.pinSection}/${at.pin}`, rename]],
  [
    'POST /v1/dashboards',
    'contributor',
    (at) => ['/v1/dashboards', { name: 'D', dashboardSection: { id: at.dashboardSection } }],
  ],
  ['GET /v1/dashboards/:id', 'viewer', (at) => [`/v1/dashboards/${at.dashboard}`]],
  ['PATCH /v1/dashboards/:id', 'contributor', (at) => [`/v1/dashboards/${at.dashboard}`, rename]],
  ...removals('/v1/tasks/:id', (at) => `/v1/tasks/${at.task}`),
  ...removals('/v1/pins/:pinSectionId/:pinId', (at) => `/v1/pins/${at.pinSection}/${at.pin}`),
  ...removals('/v1/dashboards/:id', (at) => `/v1/dashboards/${at.dashboard}`),
  ...removals('/v1/tasksections/:id', (at) => `/v1/tasksections/${at.section}`),
  ...removals('/v1/pinsections/:id', (at) => `/v1/pinsections/${at.pinSection}`),
  ...removals('/v1/dashboardsections/:id', (at) => `/v1/dashboardsections/${at.dashboardSection}`),
  ...removals('/v1/tasklists/:id', (at) => `/v1/tasklists/${at.list}`),
  ...removals('/v1/pinlists/:id', (at) => `/v1/pinlists/${at.pinList}`),
  ...removals('/v1/dashboardlists/:id', (at) => `/v1/dashboardlists/${at.dashboardList}`),
];

const projectRow: Row = [
  'POST /v1/projects',
  'contributor',
  (at) => ['/v1/projects', { name: 'P', workspace: { id: at.id } }],
];

const rowsOf = (kind: Kind): Row[] => [
  ...recordRows,
  ...(kind === 'workspace' ? [projectRow] : []),
  ...spaceRows(kind),
];

/** Operations that are the caller's own business, or whose rights are told elsewhere: they name no space, or take whoever comes. */
const OWN = [
  'GET /v1/user',
  'PATCH /v1/user',
  'GET /v1/organizations',
  'GET /v1/organizations/:id',
  'POST /v1/workspaces',
  'GET /v1/workspaces',
  'GET /v1/projects',
  'GET /v1/invites',
  'POST /v1/invites/:id/accept',
  'POST /v1/invites/:id/decline',
  'POST /v1/join',
  'GET /v1/trash',
  'GET /v1/search',
  'GET /v1/sync/spaces',
  'PUT /v1/sync/spaces/:id',
  'POST /v1/workspaces/:id/requests',
  'POST /v1/projects/:id/requests',
  'POST /v1/workspaces/:id/invites/:inviteId/link',
  'POST /v1/projects/:id/invites/:inviteId/link',
];

const allows = (who: Who, method: string, need: Need): boolean => {
  if (who === 'none' || who === 'stranger') return false;
  if (who === 'read-only') return method === 'GET';
  return WHO.indexOf(who) >= WHO.indexOf(need);
};

test('[R31] the table has every operation', () => {
  const all = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  const told = new Set([...rowsOf('workspace'), ...rowsOf('project')].map(([operation]) => operation));
  expect([...told, ...OWN].sort()).toEqual(all.sort());
});

describe.each<Kind>(['workspace', 'project'])('[R31] in a %s', (kind) => {
  let at: Place;
  beforeAll(async () => {
    at = await placeOf(kind);
  });

  // Those who may not come first, so that what is deleted is still there to be refused; who may does it once.
  test.each(rowsOf(kind))('%s takes a %s', async (operation, need, request) => {
    const [method = ''] = operation.split(' ');
    const [path, body] = request(at);
    const tries: [Who, number, boolean][] = [];
    for (const who of WHO) {
      const answer = await calls[who](method, path, body);
      const may = allows(who, method, need);
      tries.push([who, answer.status, may]);
      if (may && isOnce(operation)) break;
    }
    for (const [who, status, may] of tries) {
      expect([who, status < 300 ? 'done' : status]).toEqual([who, may ? 'done' : 403]);
    }
  });

  test('what is not there is 404 for everyone who has a token that may', async () => {
    const paths = [
      `/v1/${kind}s/${NOBODY}`,
      `/v1/tasks/${NOBODY}`,
      `/v1/pinsections/${NOBODY}`,
      `/v1/dashboards/${NOBODY}`,
    ];
    for (const who of WHO) {
      for (const path of paths) {
        expect([who, (await calls[who]('GET', path)).status]).toEqual([who, who === 'none' ? 403 : 404]);
        const status = who === 'none' || who === 'read-only' ? 403 : 404;
        if (!path.includes('pinsections'))
          expect([who, (await calls[who]('PATCH', path, {})).status]).toEqual([who, status]);
      }
    }
  });

  test('anyone leaves, nobody but an owner removes others, and the last owner stays', async () => {
    const place = await placeOf(kind);
    const leave = (who: 'viewer' | 'contributor', id: string) => calls[who]('DELETE', `${place.path}/members?id=${id}`);
    expect((await leave('contributor', people.viewer.id)).status).toBe(403);
    expect((await leave('contributor', people.contributor.id)).status).toBe(200);
    expect((await leave('viewer', people.viewer.id)).status).toBe(200);
    expect((await calls.viewer('GET', place.path)).status).toBe(403);
    const items = [{ id: ground.ada.id, role: 'viewer' }];
    for (const answer of [
      await calls.owner('DELETE', `${place.path}/members?id=${ground.ada.id}`),
      await calls.owner('PATCH', `${place.path}/members`, { items }),
      await calls.owner('POST', `${place.path}/members`, {
        items: [{ id: people.viewer.id, role: 'viewer' }, ...items],
      }),
    ]) {
      expect([answer.status, answer.body.errors[0].type]).toEqual([400, 'last-owner']);
    }
    expect((await calls.owner('GET', place.path)).body.members).toHaveLength(1);
  });
});

/** Whether an operation can be done once only: then the first who may does it. */
function isOnce(operation: string): boolean {
  return operation.startsWith('DELETE') || operation.endsWith('/restore');
}

describe('personal spaces', () => {
  test('[R31] are their user’s alone: 403 for everyone else, whatever they do', async () => {
    const { section, id } = await make.list('task', { user: { id: ground.ada.id } });
    const task = (await make.task(section)).id;
    const requests: [string, string, unknown?][] = [
      ['GET', `/v1/tasklists/parent/${ground.ada.id}`],
      ['POST', '/v1/tasklists', { name: 'L', user: { id: ground.ada.id } }],
      ['GET', `/v1/tasklists/${id}`],
      ['DELETE', `/v1/tasklists/${id}`],
      ['GET', `/v1/tasks/parent/${section}`],
      ['PATCH', `/v1/tasks/${task}`, {}],
      ['POST', '/v1/tasks', { name: 'T', status: 'open', priority: 'none', parentTask: { id: task } }],
    ];
    for (const [method, path, body] of requests) {
      expect([method, path, (await calls.contributor(method, path, body)).status]).toEqual([method, path, 403]);
    }
    // It is no workspace and no project: nobody can ask for it, be added to it or delete it.
    for (const kind of ['workspaces', 'projects']) {
      expect((await calls.owner('DELETE', `/v1/${kind}/${ground.ada.id}`)).status).toBe(404);
      expect((await calls.contributor('POST', `/v1/${kind}/${ground.ada.id}/requests`)).status).toBe(404);
    }
  });
});

describe('an id that occurs in two spaces', () => {
  /** Puts a copy of a task under the same id into a space, as a replica would. */
  const copyInto = async (space: string, section: string, id: string, token: string): Promise<void> => {
    const doc = new Y.Doc();
    const record = { name: 'Copy', status: 'open', priority: 'none', place: { section, order: 'a5' } };
    doc.getMap('tasks').set(id, new Y.Map<unknown>([...Object.entries(record), ['description', new Y.Text()]]));
    await using socket = await openRaw(ground.server.url, space, token);
    socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await socket.barrier();
  };
  const read = async (who: Who, id: string): Promise<[number, string]> => {
    const { status, body }: Answer = await calls[who]('GET', `/v1/tasks/${id}`);
    return [status, body.name];
  };

  test('[R15] is the one that was merged first of those that the caller can read; a copy hides nothing', async () => {
    const place = await placeOf('workspace');
    const strange = maker(calls.stranger);
    const theirs = await strange.workspace();
    const list = await strange.list('task', { workspace: { id: theirs.id } });
    await copyInto(theirs.id, list.section, place.task, people.stranger.token);
    expect(await read('owner', place.task)).toEqual([200, 'Task']);
    expect(await read('viewer', place.task)).toEqual([200, 'Task']);
    expect(await read('stranger', place.task)).toEqual([200, 'Copy']);
    await calls.stranger('POST', `/v1/workspaces/${theirs.id}/members`, {
      items: [{ id: ground.ada.id, role: 'viewer' }],
    });
    expect(await read('owner', place.task)).toEqual([200, 'Task']);
    // Of the two that she reads the first counts, also for what she may do.
    expect((await calls.owner('PATCH', `/v1/tasks/${place.task}`, { name: 'Hers' })).status).toBe(200);
    await calls.owner('DELETE', `/v1/tasks/${place.task}`);
    expect(await read('owner', place.task)).toEqual([200, 'Copy']);
    expect((await calls.owner('PATCH', `/v1/tasks/${place.task}`, { name: 'Not hers' })).status).toBe(403);
  });

  test('[R15] 403 only where there is none that the caller can read, and one elsewhere', async () => {
    const place = await placeOf('workspace');
    expect((await read('stranger', place.task))[0]).toBe(403);
    await calls.owner('DELETE', `/v1/tasks/${place.task}`);
    expect((await read('stranger', place.task))[0]).toBe(404);
    expect((await read('stranger', randomUUID()))[0]).toBe(404);
  });
});
