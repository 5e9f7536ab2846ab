// Windows on two machines and a real sync server: what is made anywhere is everywhere, and nothing is lost when the server dies.
import { beforeEach, expect, test } from 'vitest';
import { deskGround } from '../support/desk-ground';
import type { DeskPlace, DeskWindow } from '../support/desk-place';
import { eventually, shows } from '../support/desk-waits';
import { addUser, type NewUser } from '../support/sync-server';

const ground = deskGround();
let ada: NewUser;
beforeEach(async () => {
  ada = await ground.user('Ada');
}, 60_000);

const synced = (...windows: DeskWindow[]) =>
  eventually('everything to be in step', windows, () => windows.every(({ desk }) => desk.status.kind === 'synced'));

async function signedIn(place: DeskPlace, { token } = ada): Promise<DeskWindow> {
  const window = await place.window();
  expect(await window.desk.connect(ground.server.url, token)).toMatchObject({ url: ground.server.url });
  await synced(window);
  return window;
}

async function rest(method: string, path: string, body?: unknown, { token } = ada) {
  const response = await fetch(`${ground.server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

test('a task made on one machine shows on the other and over REST, and the other way round', async () => {
  const [one, two] = [await signedIn(ground.here), await signedIn(ground.there)];
  expect(one.lines()).toEqual([ada.id, '  Personal Tasks', '    Section 1']);
  await one.add('From the sidebar');
  await eventually('the other machine', [one, two], () => shows(two, 'From the sidebar'));
  const section = one.node('Section 1');
  if (section.kind !== 'section') throw new Error('no section');
  const path = `/tasks/parent/${section.record}`;
  await eventually('REST', [], async () => {
    const { items } = await rest('GET', path);
    return items.some(({ name }: { name: string }) => name === 'From the sidebar');
  });
  await rest('POST', '/tasks', {
    name: 'From a script',
    status: 'open',
    priority: 'high',
    taskSection: { id: section.record },
  });
  await eventually('both machines', [one, two], () => [one, two].every((window) => shows(window, 'From a script')));
});

test('a workspace made elsewhere appears by itself, with its tasks, and again without the server', async () => {
  const window = await signedIn(ground.here);
  const { id } = await rest('POST', '/workspaces', { name: 'Team' });
  await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
  expect(window.lines()).toEqual([
    ...[ada.id, '  Personal Tasks', '    Section 1'],
    ...['Team', '  Workspace Tasks', '    Section 1'],
  ]);
  await synced(window);
  await window.desk.kept();
  await window.close();
  await ground.server.kill();
  const offline = await ground.here.window();
  expect(offline.desk.spaces.map(({ known }) => known.id)).toEqual([ada.id, id]);
  expect(shows(offline, 'Workspace Tasks')).toBe(true);
  ground.server = await ground.server.restart();
});

test('what was made while the server was dead is there when it lives again', async () => {
  const [one, two] = [await signedIn(ground.here), await signedIn(ground.there)];
  await one.add('Before');
  await eventually('the other machine', [one, two], () => shows(two, 'Before'));
  await ground.server.kill();
  await eventually('both to see it', [one, two], () => [one, two].every(({ desk }) => desk.status.kind === 'offline'));
  await one.add('Meanwhile on one');
  await two.add('Meanwhile on two');
  ground.server = await ground.server.restart();
  await eventually('all to be everywhere', [one, two], () =>
    [one, two].every((window) => shows(window, 'Meanwhile on one') && shows(window, 'Meanwhile on two')),
  );
  await synced(one, two);
  expect(one.lines()).toEqual(two.lines());
  expect(one.lines().filter((line) => line.includes('Meanwhile'))).toHaveLength(2);
});

test('two windows of one profile double nothing, with the server and beside it', async () => {
  const one = await signedIn(ground.here);
  const two = await ground.here.window();
  await synced(two);
  await one.add('Once');
  await eventually('the other window', [one, two], () => shows(two, 'Once'));
  await ground.server.kill();
  await two.add('Twice');
  await eventually('the first window, by the files', [one, two], () => shows(one, 'Twice'));
  ground.server = await ground.server.restart();
  await synced(one, two);
  const third = await signedIn(ground.there);
  for (const window of [one, two, third]) {
    expect(window.lines().slice(3)).toEqual(['      Once', '      Twice']);
  }
});

test('a token of nobody is refused, and what was there stays', async () => {
  const window = await ground.here.window();
  await window.add('On this machine');
  expect(await window.desk.connect(ground.server.url, 'of-nobody')).toEqual({
    kind: 'refused',
    url: ground.server.url,
  });
  expect(shows(window, 'On this machine')).toBe(true);
  expect(await window.desk.connect(ground.server.url, ada.token)).toMatchObject({ user: { name: 'Ada' } });
  await synced(window);
  expect(window.lines().slice(3)).toEqual(['      On this machine']);
});

test('a token that ends while one works is told, local data stays, and a good token goes on', async () => {
  const window = await signedIn(ground.here);
  await ground.here.accounts
    .keeper()
    .save({ url: ground.server.url, user: { id: ada.id as never, name: 'Ada' } }, 'ended');
  await eventually('the refusal', [window], () => window.desk.status.kind === 'refused');
  await window.add('While refused');
  await window.desk.connect(ground.server.url, ada.token);
  await synced(window);
  const other = await signedIn(ground.there);
  await eventually('the other machine', [window, other], () => shows(other, 'While refused'));
});

test('two users have nothing of each other', async () => {
  const grace = await addUser(ground.data, 'Grace', 'grace@example.org');
  const [one, two] = [await signedIn(ground.here), await signedIn(ground.there, grace)];
  await one.add('Of Ada');
  await two.add('Of Grace');
  await one.desk.connect(ground.server.url, grace.token);
  await synced(one);
  await eventually('Grace’s task', [one], () => shows(one, 'Of Grace'));
  expect(shows(one, 'Of Ada')).toBe(false);
});
