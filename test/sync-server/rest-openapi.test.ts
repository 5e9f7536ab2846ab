/** Walks every operation of the OpenAPI document against the real server; every answer is held against the schema that it names. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../sync-server/rest/operations';
import type { Answer, Caller } from '../support/rest';
import { type Ground, startGround, type WorkspaceIds } from './ground';
import { joinAs, type Maker, maker, NOBODY } from './rest-ground';

let ground: Ground;
let own: WorkspaceIds;
let make: Maker;
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into, as any client would
let document: any;
let ajv: Ajv2020;
beforeAll(async () => {
  ground = await startGround();
  own = await ground.workspace();
  make = maker(ground.ada.call);
  document = await (await fetch(`${ground.server.url}/v1/openapi.json`)).json();
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
});
afterAll(() => ground[Symbol.asyncDispose]());

/** What calls an operation: who, with which path and body. */
interface Sample {
  readonly path: string;
  readonly body?: unknown;
  readonly by?: Caller;
}

const list = (kind: 'task' | 'pin' | 'dashboard') => make.list(kind, { workspace: { id: own.id } });
const member = () => ({ items: [{ id: ground.bob.id, role: 'viewer' }] });
const asked = async (path: string): Promise<Sample> => {
  await ground.bob.call('POST', path, {});
  return { path, body: { items: [{ id: ground.bob.id }] } };
};
const deleted = async (path: string): Promise<Sample> => {
  await ground.ada.call('DELETE', path);
  return { path: `${path}/restore` };
};
const invited = async (): Promise<string> => {
  const { id } = await make.workspace({ members: [{ email: ground.bob.email, role: 'viewer' }] });
  const { body } = await ground.bob.call('GET', '/v1/invites');
  return body.items.find((one: Answer['body']) => one.workspace.id === id).id;
};
const linked = async (kind: 'workspace' | 'project', id: string): Promise<Sample> => {
  const { body } = await ground.ada.call('POST', `/v1/${kind}s/${id}/members`, {
    items: [{ email: `${id}@example.com`, role: 'viewer' }],
  });
  return { path: `/v1/${kind}s/${id}/invites/${body.pendingInvites[0].id}/link` };
};

/** The samples of what is the same for workspaces and projects. */
function spaces(kind: 'workspace' | 'project', one: () => Promise<{ id: string }>): [string, () => Promise<Sample>][] {
  const path = `/v1/${kind}s`;
  const at = async (rest = '') => `${path}/${(await one()).id}${rest}`;
  return [
    [`get ${path}`, async () => ({ path })],
    [`get ${path}/{id}`, async () => ({ path: await at() })],
    [
      `patch ${path}/{id}`,
      async () => ({ path: await at(), body: { status: 'atrisk', endDate: '2027-01-01T00:00:00Z' } }),
    ],
    [`delete ${path}/{id}`, async () => ({ path: await at() })],
    [`post ${path}/{id}/restore`, async () => deleted(await at())],
    [`post ${path}/{id}/members`, async () => ({ path: await at('/members'), body: member() })],
    [
      `patch ${path}/{id}/members`,
      async () => ({ path: await at('/members'), body: { items: [{ id: ground.ada.id, role: 'owner' }] } }),
    ],
    [
      `delete ${path}/{id}/members`,
      async () => {
        const members = await at('/members');
        await ground.ada.call('POST', members, member());
        return { path: `${members}?id=${ground.bob.id}` };
      },
    ],
    [`post ${path}/{id}/requests`, async () => ({ path: await at('/requests'), by: ground.bob.call })],
    [`patch ${path}/{id}/requests`, async () => asked(await at('/requests'))],
    [`delete ${path}/{id}/requests`, async () => asked(await at('/requests'))],
    [`post ${path}/{id}/invites/{inviteId}/link`, async () => linked(kind, (await one()).id)],
  ];
}

/** The samples of what is the same for lists and sections of all kinds. */
function containers(kind: 'task' | 'pin' | 'dashboard'): [string, () => Promise<Sample>][] {
  const lists = `/v1/${kind}lists`;
  const sections = `/v1/${kind}sections`;
  const section = async () => (await list(kind)).section;
  return [
    [`post ${lists}`, async () => ({ path: lists, body: { name: 'A', user: { id: ground.ada.id } } })],
    [`get ${lists}/{id}`, async () => ({ path: `${lists}/${(await list(kind)).id}` })],
    [`get ${lists}/parent/{id}`, async () => ({ path: `${lists}/parent/${own.id}?limit=1` })],
    [`patch ${lists}/{id}`, async () => ({ path: `${lists}/${(await list(kind)).id}`, body: { name: 'B' } })],
    [`delete ${lists}/{id}`, async () => ({ path: `${lists}/${(await list(kind)).id}` })],
    [`post ${lists}/{id}/restore`, async () => deleted(`${lists}/${(await list(kind)).id}`)],
    [
      `post ${sections}`,
      async () => ({ path: sections, body: { name: 'S', [`${kind}List`]: { id: (await list(kind)).id } } }),
    ],
    [`get ${sections}/{id}`, async () => ({ path: `${sections}/${await section()}` })],
    [`get ${sections}/parent/{id}`, async () => ({ path: `${sections}/parent/${(await list(kind)).id}` })],
    [`patch ${sections}/{id}`, async () => ({ path: `${sections}/${await section()}`, body: { name: 'B' } })],
    [`delete ${sections}/{id}`, async () => ({ path: `${sections}/${await section()}` })],
    [`post ${sections}/{id}/restore`, async () => deleted(`${sections}/${await section()}`)],
  ];
}

const task = () =>
  make.task(own.section, { description: 'It', dueDate: '2027-01-01T00:00:00Z', assignees: [{ id: ground.ada.id }] });
const pinPath = async () => {
  const { section } = await list('pin');
  return `/v1/pins/${section}/${(await make.pin(section)).id}`;
};
const dashboardPath = async () => {
  const { section } = await list('dashboard');
  return `/v1/dashboards/${(await make.dashboard(section, { widgets: [{ type: 'count', title: 'T' }] })).id}`;
};

const samples = new Map<string, () => Promise<Sample>>([
  ['get /v1/user', async () => ({ path: '/v1/user' })],
  ['patch /v1/user', async () => ({ path: '/v1/user', body: { name: 'Ada' } })],
  ['get /v1/organizations', async () => ({ path: '/v1/organizations' })],
  ['get /v1/organizations/{id}', async () => ({ path: '/v1/organizations/organization' })],
  [
    'post /v1/workspaces',
    async () => ({ path: '/v1/workspaces', body: { name: 'W', startDate: '2027-01-01T00:00:00Z' } }),
  ],
  ...spaces('workspace', () => make.workspace()),
  ['post /v1/projects', async () => ({ path: '/v1/projects', body: { name: 'P', workspace: { id: own.id } } })],
  ...spaces('project', () => make.project(own.id)),
  ['get /v1/invites', async () => ((await invited()) ? { path: '/v1/invites', by: ground.bob.call } : { path: '' })],
  [
    'post /v1/invites/{id}/accept',
    async () => ({ path: `/v1/invites/${await invited()}/accept`, by: ground.bob.call }),
  ],
  [
    'post /v1/invites/{id}/decline',
    async () => ({ path: `/v1/invites/${await invited()}/decline`, by: ground.bob.call }),
  ],
  [
    'post /v1/join',
    async () => {
      const { path } = await linked('workspace', (await make.workspace()).id);
      const { code } = (await ground.ada.call('POST', path)).body;
      return { path: '/v1/join', body: { code, name: 'New' }, by: anyone };
    },
  ],
  ...containers('task'),
  ...containers('pin'),
  ...containers('dashboard'),
  [
    'post /v1/tasks',
    async () => ({
      path: '/v1/tasks',
      body: { name: 'T', status: 'open', priority: 'low', taskSection: { id: own.section } },
    }),
  ],
  ['get /v1/tasks', async () => ({ path: `/v1/tasks?id=${(await task()).id}` })],
  [
    'get /v1/tasks/{id}',
    async () => ({
      path: `/v1/tasks/${(await make.task(own.section, { taskSection: null, parentTask: { id: (await task()).id } })).id}`,
    }),
  ],
  ['get /v1/tasks/parent/{id}', async () => ({ path: `/v1/tasks/parent/${own.section}` })],
  ['patch /v1/tasks/{id}', async () => ({ path: `/v1/tasks/${(await task()).id}`, body: { status: 'completed' } })],
  ['delete /v1/tasks/{id}', async () => ({ path: `/v1/tasks/${(await task()).id}` })],
  ['post /v1/tasks/{id}/restore', async () => deleted(`/v1/tasks/${(await task()).id}`)],
  [
    'post /v1/tasks/{id}/assignees',
    async () => ({ path: `/v1/tasks/${(await task()).id}/assignees`, body: { items: [{ email: ground.ada.email }] } }),
  ],
  [
    'delete /v1/tasks/{id}/assignees',
    async () => ({ path: `/v1/tasks/${(await task()).id}/assignees?id=${ground.ada.id}` }),
  ],
  [
    'post /v1/pins/{pinSectionId}',
    async () => ({
      path: `/v1/pins/${(await list('pin')).section}`,
      body: { name: 'P', pinType: 'document', documentType: 'Task', documentId: (await task()).id },
    }),
  ],
  [
    'patch /v1/pins/{pinSectionId}/{pinId}',
    async () => ({ path: await pinPath(), body: { url: 'https://example.org' } }),
  ],
  ['delete /v1/pins/{pinSectionId}/{pinId}', async () => ({ path: await pinPath() })],
  ['post /v1/pins/{pinSectionId}/{pinId}/restore', async () => deleted(await pinPath())],
  [
    'post /v1/dashboards',
    async () => ({
      path: '/v1/dashboards',
      body: { name: 'D', dashboardSection: { id: (await list('dashboard')).section } },
    }),
  ],
  ['get /v1/dashboards/{id}', async () => ({ path: await dashboardPath() })],
  [
    'patch /v1/dashboards/{id}',
    async () => ({ path: await dashboardPath(), body: { widgets: [{ type: 'due', lists: [own.list] }] } }),
  ],
  ['delete /v1/dashboards/{id}', async () => ({ path: await dashboardPath() })],
  ['post /v1/dashboards/{id}/restore', async () => deleted(await dashboardPath())],
  [
    'get /v1/trash',
    async () => {
      await ground.ada.call('DELETE', `/v1/projects/${(await make.project(own.id)).id}`);
      return { path: '/v1/trash' };
    },
  ],
  ['get /v1/search', async () => ({ path: '/v1/search?q=work&limit=2' })],
  ['get /v1/sync/spaces', async () => ({ path: '/v1/sync/spaces' })],
  [
    'put /v1/sync/spaces/{id}',
    async () => ({ path: `/v1/sync/spaces/${crypto.randomUUID()}`, body: { kind: 'workspace' } }),
  ],
  ['get /v1/openapi.json', async () => ({ path: '/v1/openapi.json', by: anyone })],
]);

/** Calls without a credential. */
const anyone: Caller = async (method, path, body) => {
  const response = await fetch(`${ground.server.url}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** What is wrong with an answer by what the document says of its status; empty where nothing is. */
function faultsByDocument(operation: string, { status, headers, body }: Answer): unknown[] {
  const [method = '', path = ''] = operation.split(' ');
  const documented = document.paths[path][method].responses[status];
  if (!documented) return [`${status} is not documented: ${JSON.stringify(body)}`];
  const response = documented.$ref ? document.components.responses[documented.$ref.split('/').at(-1)] : documented;
  if (!response.content) return body === undefined ? [] : ['a body that is not documented'];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const schema = response.content[type]?.schema;
  if (!schema) return [`the content type ${type} is not documented`];
  const here = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
  return ajv.validate(here, body) ? [] : (ajv.errors ?? []);
}

describe('the OpenAPI document', () => {
  test('[R30] is of version 3.1, needs no credential and names every operation once', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const served = OPERATIONS.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.sort()).toEqual([...served, 'get /v1/openapi.json'].sort());
    expect([...samples.keys()].sort()).toEqual(operations);
    const all: { operationId: string }[] = operations.map((one) => {
      const [method = '', path = ''] = one.split(' ');
      return document.paths[path][method];
    });
    const ids = all.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([...samples.keys()])('[R30] %s answers as documented', async (operation) => {
    const sample = samples.get(operation);
    const [method = '', path = ''] = operation.split(' ');
    if (!sample) throw new Error('no sample');
    const { path: at, body, by = ground.ada.call } = await sample();
    const answer = await by(method.toUpperCase(), at, body);
    expect(faultsByDocument(operation, answer)).toEqual([]);
    expect(answer.status).toBe(
      Number(Object.keys(document.paths[path][method].responses).find((one) => one === '201') ?? answer.status),
    );
    expect(answer.status).toBeLessThan(300);
  });

  test.each([...samples.keys()].filter((one) => one.includes('{') && !one.startsWith('put')))(
    '[R30][R31] %s answers 404 as documented where nothing is there',
    async (operation) => {
      const [method = '', path = ''] = operation.split(' ');
      const answer = await ground.ada.call(
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, NOBODY),
        method === 'get' ? undefined : {},
      );
      expect([answer.status, faultsByDocument(operation, answer)]).toEqual([404, []]);
    },
  );

  test('[R30] every operation that takes a body refuses one that is no JSON, as documented', async () => {
    const user = await joinAs(ground.ada.call, 'eve');
    const wrong = OPERATIONS.filter(({ bodies, path }) => bodies.length > 0 && !path.includes(':'));
    for (const { method, path } of wrong) {
      const response = await fetch(`${ground.server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: '{',
      });
      const answer = { status: response.status, headers: response.headers, body: await response.json() };
      expect([path, answer.status, faultsByDocument(`${method.toLowerCase()} ${path}`, answer)]).toEqual([
        path,
        400,
        [],
      ]);
    }
  });

  test('[R30] the page and all that it loads come from this server', async () => {
    const page = await fetch(`${ground.server.url}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const text = await page.text();
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at = '']) => new URL(at, page.url));
    expect(loaded.length).toBeGreaterThan(2);
    for (const at of loaded) {
      expect(at.origin).toBe(new URL(ground.server.url).origin);
      expect([at.pathname, (await fetch(at)).status]).toEqual([at.pathname, 200]);
    }
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'; (?!.*https?:)/);
    expect((await fetch(`${ground.server.url}/docs/json`)).status).toBe(200);
    for (const trick of ['nothing', '..%2f..%2f..%2fetc%2fpasswd', '%00', '%ff']) {
      expect([trick, (await fetch(`${ground.server.url}/docs/static/${trick}`)).status]).toEqual([trick, 404]);
    }
  });
});
