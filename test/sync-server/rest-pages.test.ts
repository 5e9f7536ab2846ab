/** Search, and pages of every list, over REST; against the real process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { OPERATIONS } from '../../sync-server/rest/operations';
import { type Ground, type Someone, startGround, type WorkspaceIds } from './ground';
import { openRaw, syncFrame } from './raw-socket';
import { faultsOf, idsOf, type Maker, maker, NOBODY } from './rest-ground';

let ground: Ground;
let ada: Someone;
let bob: Someone;
let make: Maker;
let own: WorkspaceIds;
beforeAll(async () => {
  ground = await startGround();
  ada = ground.ada;
  bob = ground.bob;
  make = maker(ada.call);
  own = await ground.workspace();
});
afterAll(() => ground[Symbol.asyncDispose]());

/** Reads a list page by page; between two pages `meanwhile` may change it. */
async function pages(
  path: string,
  limit: number,
  meanwhile?: (at: number) => Promise<unknown>,
  by = ada,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (let at = 0; ; at++) {
    const joint = path.includes('?') ? '&' : '?';
    const page = await by.call('GET', `${path}${joint}limit=${limit}${cursor && `&cursor=${cursor}`}`);
    if (page.status !== 200) throw new Error(JSON.stringify(page.body));
    expect(page.body.items.length).toBeLessThanOrEqual(limit);
    ids.push(...idsOf(page));
    if (page.body.nextCursor === undefined) return ids;
    expect(page.body.items).toHaveLength(limit);
    cursor = page.body.nextCursor;
    await meanwhile?.(at);
  }
}

describe('pages', () => {
  const tasksOf = async (count: number) => {
    const { section } = await make.list('task', { workspace: { id: own.id } });
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push((await make.task(section, { name: `Task ${at}` })).id);
    return { section, path: `/v1/tasks/parent/${section}`, ids };
  };

  test('[R21] without a limit a list is whole and has items alone; with one it goes on while there is more', async () => {
    const { path, ids } = await tasksOf(7);
    expect(Object.keys((await ada.call('GET', path)).body)).toEqual(['items']);
    expect(await pages(path, 3)).toEqual(ids);
    expect(await pages(path, 7)).toEqual(ids);
    expect(await pages(path, 1)).toEqual(ids);
    expect(Object.keys((await ada.call('GET', `${path}?limit=7`)).body)).toEqual(['items']);
  });

  test('[R21] what stays put is shown exactly once while others come, go and move', async () => {
    const { path, section, ids } = await tasksOf(12);
    const move = (id: string, beside: object) => ada.call('PATCH', `/v1/tasks/${id}`, beside);
    const [first = '', second = '', third = '', , , , , , , tenth = '', eleventh = '', last = ''] = ids;
    const shown = await pages(path, 3, async (at) => {
      if (at === 0) {
        // The last one shown goes, one that was shown goes to the end, a new one comes to the start.
        await ada.call('DELETE', `/v1/tasks/${third}`);
        await move(first, { after: last });
        const fresh = await make.task(section, { name: 'Fresh' });
        await move(fresh.id, { before: second });
      }
      if (at === 1) await move(last, { before: second });
      if (at === 2) await ada.call('DELETE', `/v1/tasks/${tenth}`);
    });
    const stayed = ids.filter((id) => ![first, third, tenth, last].includes(id));
    expect(shown.filter((id) => stayed.includes(id))).toEqual(stayed);
    expect(shown).toContain(eleventh);
  });

  test('[R21] also where order keys are equal, and given anew in the middle', async () => {
    const { section } = await make.list('task', { workspace: { id: own.id } });
    // Two who were offline put their tasks at the same place: equal keys, sorted by id.
    const doc = new Y.Doc();
    const tasks = doc.getMap('tasks');
    const ids = Array.from({ length: 9 }, (_, at) => `equal-${section}-${at}`);
    for (const id of ids) {
      const record = { name: id, status: 'open', priority: 'none', place: { section, order: 'a5' } };
      tasks.set(id, new Y.Map<unknown>([...Object.entries(record), ['description', new Y.Text()]]));
    }
    await using socket = await openRaw(ground.server.url, own.id, ada.token);
    socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await socket.barrier();
    const path = `/v1/tasks/parent/${section}`;
    await expect.poll(async () => idsOf(await ada.call('GET', path))).toEqual(ids);
    const fresh = await make.task(section);
    const shown = await pages(path, 3, async (at) => {
      if (at === 0) await ada.call('PATCH', `/v1/tasks/${fresh.id}`, { before: ids[1] });
      if (at === 1) await ada.call('PATCH', `/v1/tasks/${fresh.id}`, { before: ids[7] });
    });
    expect(shown.filter((id) => ids.includes(id))).toEqual(ids);
  });

  test('[R21] every list', async () => {
    const list = await make.list('pin', { workspace: { id: own.id } });
    const dashboards = await make.list('dashboard', { workspace: { id: own.id } });
    for (let at = 0; at < 3; at++) {
      const { id } = await make.workspace({ members: [{ email: bob.email, role: 'viewer' }], name: `Found ${at}` });
      await make.project(id);
      await ada.call('DELETE', `/v1/projects/${(await make.project(id)).id}`);
      for (const kind of ['task', 'pin', 'dashboard'] as const) await make.list(kind, { workspace: { id: own.id } });
      for (const [kind, of] of [
        ['task', own.list],
        ['pin', list.id],
        ['dashboard', dashboards.id],
      ]) {
        await ada.call('POST', `/v1/${kind}sections`, { name: 'S', [`${kind}List`]: { id: of } });
      }
    }
    const paths: Record<string, string> = {
      '/v1/workspaces': '/v1/workspaces',
      '/v1/projects': '/v1/projects',
      '/v1/invites': '/v1/invites',
      '/v1/organizations': '/v1/organizations',
      '/v1/trash': '/v1/trash',
      '/v1/search': '/v1/search?q=found',
      '/v1/sync/spaces': '/v1/sync/spaces',
      '/v1/tasks/parent/:id': `/v1/tasks/parent/${own.section}`,
      '/v1/tasklists/parent/:id': `/v1/tasklists/parent/${own.id}`,
      '/v1/pinlists/parent/:id': `/v1/pinlists/parent/${own.id}`,
      '/v1/dashboardlists/parent/:id': `/v1/dashboardlists/parent/${own.id}`,
      '/v1/tasksections/parent/:id': `/v1/tasksections/parent/${own.list}`,
      '/v1/pinsections/parent/:id': `/v1/pinsections/parent/${list.id}`,
      '/v1/dashboardsections/parent/:id': `/v1/dashboardsections/parent/${dashboards.id}`,
    };
    const lists = OPERATIONS.filter(({ query }) => query && 'limit' in query.shape).map(({ path }) => path);
    expect(Object.keys(paths).sort()).toEqual([...new Set(lists)].sort());
    await make.task(own.section);
    for (const [name, path] of Object.entries(paths)) {
      const by = name === '/v1/invites' ? bob : ada;
      const whole = idsOf(await by.call('GET', path));
      expect([name, whole.length > 0]).toEqual([name, true]);
      for (const limit of [1, 2, 1000]) expect([name, await pages(path, limit, undefined, by)]).toEqual([name, whole]);
    }
  });

  test.each<[string, string[]]>([
    ['?limit=0', ['?limit invalid-format']],
    ['?limit=1001', ['?limit invalid-format']],
    ['?limit=', ['?limit invalid-format']],
    ['?limit=-1', ['?limit invalid-format']],
    ['?limit=1.5', ['?limit invalid-format']],
    ['?limit=ten', ['?limit invalid-format']],
    ['?limit=1&limit=2', ['?limit too-many']],
    ['?limit=1&cursor=', ['?cursor too-small']],
    ['?limit=1&cursor=x', ['?cursor cursor']],
    ['?limit=x&cursor=%00', ['?cursor cursor', '?limit invalid-format']],
  ])('[R21] refuses %s', async (query, faults) => {
    const answer = await ada.call('GET', `/v1/workspaces${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });

  test('[R21] refuses a cursor without a limit, and one of another list', async () => {
    const { path } = await tasksOf(2);
    const cursor: string = (await ada.call('GET', `${path}?limit=1`)).body.nextCursor;
    expect(faultsOf(await ada.call('GET', `${path}?cursor=${cursor}`))).toEqual(['?limit required']);
    const other = await ada.call('GET', `/v1/tasks/parent/${own.section}?limit=1&cursor=${cursor}`);
    expect(faultsOf(other)).toEqual(['?cursor cursor']);
    expect((await ada.call('GET', `/v1/tasks/parent/${NOBODY}?limit=x`)).status).toBe(404);
  });
});

describe('search', () => {
  const find = async (query: string, by = ada) =>
    (await by.call('GET', `/v1/search?${new URLSearchParams(query)}`)).body.items.map(
      ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`,
    );

  test('[R29] names, descriptions and URLs of every kind, in any case and with any accents', async () => {
    const workspace = await make.workspace({ name: 'Zebrastraße' });
    const project = await make.project(workspace.id, { name: 'P', description: 'ZÈBRE' });
    const tasks = await make.list('task', { project: { id: project.id }, name: 'Zebra list' });
    const pins = await make.list('pin', { workspace: { id: workspace.id } });
    const dashboards = await make.list('dashboard', { user: { id: ada.id } });
    const task = await make.task(tasks.section, { name: 'Stripes', description: 'of a Zébra' });
    await make.pin(pins.section, { name: 'Link', url: 'https://zebra.example.org' });
    await make.dashboard(dashboards.section, { name: 'Zebras' });
    await ada.call('PATCH', `/v1/tasksections/${tasks.section}`, { name: 'zebra, first' });
    expect(await find('q=zebr')).toEqual([
      'Workspace Zebrastraße',
      'Project P',
      'TaskList Zebra list',
      'TaskSection zebra, first',
      'Task Stripes',
      'Pin Link',
      'Dashboard Zebras',
    ]);
    expect(await find('q=ZEBRASTRASSE')).toEqual(['Workspace Zebrastraße']);
    expect(await find('q=zébra stripes')).toEqual(['Task Stripes']);
    expect(await find('q=zebra&kind=Dashboard')).toEqual(['Dashboard Zebras']);
    expect(await find('q=zebra&kind=Discussion')).toEqual([]);
    const hit = (await ada.call('GET', '/v1/search?q=stripes')).body.items[0];
    expect(hit).toEqual({
      kind: 'Task',
      id: task.id,
      name: 'Stripes',
      project: { id: project.id, name: 'P' },
      modified: task.modified,
    });
    await ada.call('DELETE', `/v1/tasklists/${tasks.id}`);
    expect(await find('q=zebra&kind=Task')).toEqual([]);
    expect(await find('q=zebra', bob)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['', ['?q required']],
    ['?q=', ['?q required']],
    ['?q=%20', ['?q required']],
    // Accents and nothing else: every text would hold that.
    ['?q=%C2%B4%20%CC%81', ['?q required']],
    ['?q=a&q=b', ['?q too-many']],
    ['?q=a&kind=Nothing', ['?kind invalid-value']],
    ['?kind=task', ['?kind invalid-value', '?q required']],
  ])('[R29] refuses %s', async (query, faults) => {
    const answer = await ada.call('GET', `/v1/search${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([400, faults]);
  });

  test('[R29] among ten thousand records too', async () => {
    const { id, section } = await ground.workspace();
    const doc = new Y.Doc();
    const tasks = doc.getMap('tasks');
    doc.transact(() => {
      for (let at = 0; at < 10_000; at++) {
        const record = { name: `Wörk ${at}`, status: 'open', priority: 'none', place: { section, order: 'a1' } };
        tasks.set(
          `many-${at}`,
          new Y.Map<unknown>([...Object.entries(record), ['description', new Y.Text(`Number ${at}`)]]),
        );
      }
    });
    await using socket = await openRaw(ground.server.url, id, ada.token);
    socket.send(syncFrame(2, Y.encodeStateAsUpdate(doc)));
    await socket.barrier();
    await expect.poll(async () => (await find('q=wörk 9999')).length, { timeout: 10_000 }).toBe(1);
    for (let at = 0; at < 15; at++) expect(await find(`q=number work ${at}77`)).not.toEqual([]);
  });
});
