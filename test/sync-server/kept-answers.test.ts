/** What is kept of answers and rights is never shown when it is no longer so: each change, whoever makes it, beside a server that keeps nothing. */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../shared/ids';
import { makeUser } from '../../sync-server/command-line/accounts';
import { KeptAnswers } from '../../sync-server/rest/kept-answers';
import { buildRest } from '../../sync-server/rest/rest-server';
import { Rooms } from '../../sync-server/rooms/rooms';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import type { Storage } from '../../sync-server/storage/storage';
import { type TempFolder, tempFolder } from '../support/temp-folder';

/** Makes every answer anew. */
class NothingKept extends KeptAnswers {
  override get(): undefined {
    return undefined;
  }
}

/** Counts what was made anew. */
class CountedAnswers extends KeptAnswers {
  made = 0;
  override keep(...entry: Parameters<KeptAnswers['keep']>): ReturnType<KeptAnswers['keep']> {
    this.made++;
    return super.keep(...entry);
  }
}

type App = Awaited<ReturnType<typeof buildRest>>;
type Person = Awaited<ReturnType<typeof makeUser>>;

const log = pino({ level: 'silent' });
let folder: TempFolder;
let storage: Storage;
/** The same folder, as a command in another process has it. */
let other: Storage;
let rooms: Rooms;
let answers: CountedAnswers;
let app: App;
let fresh: App;
let ada: Person;
let bob: Person;
let workspace: string;
let project: string;
let section: string;
let task: string;

const ask = async (
  from: App,
  who: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const headers = { authorization: `Bearer ${who.token}` };
  const { statusCode, body } = await from.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: statusCode, body };
};
const done = async (...request: Parameters<typeof ask>) => {
  const { status, body } = await ask(...request);
  if (status >= 300) throw new Error(`${request[3]}: ${status} ${body}`);
  return body === '' ? undefined : JSON.parse(body);
};
/** One turn of the event loop: what another process wrote before it is seen after it. */
const turn = () => new Promise<void>((next) => setImmediate(next));

beforeEach(async () => {
  folder = tempFolder('kept');
  storage = openSqlite({ folder: folder.path });
  other = openSqlite({ folder: folder.path });
  rooms = await Rooms.open({ storage, log, afterFlush: () => undefined });
  answers = new CountedAnswers();
  const appWith = (kept: KeptAnswers) => {
    const organization = { id: 'organization', name: 'Test' };
    const services = { storage, rooms, answers: kept, organization, rightsChanged: async () => undefined };
    return buildRest({ services, log, rateLimit: 0, allowOrigins: [] });
  };
  [app, fresh] = [await appWith(answers), await appWith(new NothingKept())];
  ada = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' });
  bob = await makeUser(storage, { name: 'Bob', email: 'bob@example.com' });
  workspace = (await done(app, ada, 'POST', '/v1/workspaces', { name: 'Team' })).id;
  const within = { name: 'Ship', workspace: { id: workspace }, members: [{ id: bob.id, role: 'contributor' }] };
  const made = await done(app, ada, 'POST', '/v1/projects', within);
  project = made.id;
  const list = made.taskLists[0].id;
  section = (await done(app, ada, 'GET', `/v1/tasksections/parent/${list}`)).items[0].id;
  const fields = { name: 'First', status: 'open', priority: 'none', assignees: [{ id: bob.id }] };
  task = (await done(app, ada, 'POST', '/v1/tasks', { ...fields, taskSection: { id: section } })).id;
});
afterEach(async () => {
  for (const one of [app, fresh]) await one.close();
  await rooms.close();
  for (const one of [storage, other]) await one.close();
  await folder.remove();
});

/** An update as an editor of the project would send it. */
async function editByWebsocket(): Promise<void> {
  const room = await rooms.room(asId<SpaceId>(project));
  const doc = new Y.Doc();
  for (const update of await room.answer(Uint8Array.of(0))) Y.applyUpdate(doc, update);
  const before = Y.encodeStateVector(doc);
  doc.getMap<Y.Map<unknown>>('tasks').get(task)?.set('name', 'Typed elsewhere');
  const peer = { deliver: () => undefined, ask: () => undefined, end: () => undefined };
  expect(room.take(Y.encodeStateAsUpdate(doc, before), peer, Date.now()).kind).toBe('taken');
  await room.settled();
}

const CHANGES: readonly [name: string, change: () => Promise<unknown>][] = [
  ['an edit over the websocket', editByWebsocket],
  ['an edit over REST', () => done(app, bob, 'PATCH', `/v1/tasks/${task}`, { name: 'Other' })],
  [
    'a task more',
    () =>
      done(app, bob, 'POST', '/v1/tasks', {
        name: 'Second',
        status: 'open',
        priority: 'none',
        taskSection: { id: section },
      }),
  ],
  [
    'a subtask',
    () =>
      done(app, bob, 'POST', '/v1/tasks', {
        name: 'Below',
        status: 'open',
        priority: 'none',
        parentTask: { id: task },
      }),
  ],
  ['a task put into the trash', () => done(app, ada, 'DELETE', `/v1/tasks/${task}`)],
  ['the section’s name', () => done(app, ada, 'PATCH', `/v1/tasksections/${section}`, { name: 'Later' })],
  ['a member’s name', () => done(app, bob, 'PATCH', '/v1/user', { name: 'Robert' })],
  ['a member’s name, by another process', () => other.accounts.rename(bob.id, 'Robert', Date.now())],
  [
    'a member who leaves',
    () => done(app, ada, 'DELETE', `/v1/projects/${project}/members`, { items: [{ id: bob.id }] }),
  ],
  [
    'a member who is taken out by another process',
    () => other.spaces.changeMembers(project, [{ kind: 'remove', user: asId(bob.id) }], Date.now()),
  ],
  ['the project’s name', () => done(app, ada, 'PATCH', `/v1/projects/${project}`, { name: 'Shipped' })],
  ['the workspace’s name', () => done(app, ada, 'PATCH', `/v1/workspaces/${workspace}`, { name: 'Crew' })],
];

test.each(CHANGES)('[R8] a list that was asked for before shows %s', async (_, change) => {
  const url = `/v1/tasks/parent/${section}`;
  const before = await ask(app, ada, 'GET', url);
  const { made } = answers;
  expect(await ask(app, ada, 'GET', url)).toEqual(before);
  expect(answers.made).toBe(made);
  await change();
  await turn();
  const after = await ask(app, ada, 'GET', url);
  expect(after).toEqual(await ask(fresh, ada, 'GET', url));
  expect(after.body).not.toBe(before.body);
});

test('[R21] each page, each list and each space is answered for itself', async () => {
  const lists = `/v1/tasklists/parent`;
  const urls = [
    `/v1/tasks/parent/${section}`,
    `/v1/tasks/parent/${section}?limit=1`,
    `/v1/tasks/parent/${section}?limit=0`,
    `/v1/tasks/parent/${task}`,
    ...[project, workspace, ada.id].map((space) => `${lists}/${space}`),
  ];
  for (let n = 0; n < 2; n++) {
    for (const url of urls) expect(await ask(app, ada, 'GET', url)).toEqual(await ask(fresh, ada, 'GET', url));
  }
});

test('[W7] what is kept is for who may see it now: a token that ends, a role that is taken, a space that is deleted', async () => {
  const url = `/v1/tasks/parent/${section}`;
  const statuses = async () => [(await ask(app, ada, 'GET', url)).status, (await ask(app, bob, 'GET', url)).status];
  expect(await statuses()).toEqual([200, 200]);
  await storage.spaces.changeMembers(project, [{ kind: 'remove', user: asId(bob.id) }], Date.now());
  expect(await statuses()).toEqual([200, 403]);
  await other.spaces.changeMembers(project, [{ kind: 'set', user: asId(bob.id), role: 'viewer' }], Date.now());
  await turn();
  expect(await statuses()).toEqual([200, 200]);
  expect((await ask(app, bob, 'PATCH', `/v1/tasks/${task}`, { name: 'No' })).status).toBe(403);
  const own = (await storage.accounts.tokens()).find(({ user }) => user === asId(bob.id));
  await other.accounts.revokeToken(own?.id ?? '', Date.now());
  await turn();
  expect(await statuses()).toEqual([200, 403]);
  await storage.spaces.remove(project, Date.now());
  expect(await statuses()).toEqual([404, 403]);
});

test('[R21] so many bytes are kept and no more: what was asked for longest ago goes first', () => {
  const kept = new KeptAnswers();
  const stamp = { version: {}, beside: '' };
  const large = 'x'.repeat(6 * 1024 * 1024);
  const keep = (asked: string) => kept.keep(asked, stamp, large);
  for (const asked of ['a', 'b']) keep(asked);
  expect(kept.get('a', stamp)?.json.toString()).toBe(JSON.stringify(large));
  keep('c');
  expect(['a', 'b', 'c'].map((asked) => kept.get(asked, stamp) !== undefined)).toEqual([true, false, true]);
  expect(kept.get('a', { version: {}, beside: '' })).toBeUndefined();
  expect(kept.get('a', { ...stamp, beside: randomUUID() })).toBeUndefined();
});
