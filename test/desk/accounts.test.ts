// One machine and several accounts, on two real sync servers: each has its own, whatever is pending when one changes.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FieldCommands } from '../../extension/app/commands/field-commands';
import { MyWork } from '../../extension/app/tree/my-work';
import { DeskPlace, type DeskWindow } from '../support/desk-place';
import { eventually, shows, stands } from '../support/desk-waits';
import { caller } from '../support/rest';
import { addUser, type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { type TempFolder, tempFolder } from '../support/temp-folder';
import { noticeOf } from '../support/window-notice';

const folders: TempFolder[] = [];
let first: SyncServer;
let second: SyncServer;
let here: DeskPlace;
let round = 0;
async function start(): Promise<SyncServer> {
  const data = tempFolder('accounts');
  folders.push(data);
  return startSyncServer({ data: data.path, options: ['--rate-limit', '0'] });
}
beforeAll(async () => {
  [first, second] = await Promise.all([start(), start()]);
}, 30_000);
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await Promise.all(folders.map((folder) => folder.remove()));
});
beforeEach(() => {
  round++;
  here = new DeskPlace();
});
afterEach(() => here[Symbol.asyncDispose]());

const newUser = ({ data }: SyncServer, name: string) => addUser(data, name, `${name}${round}@example.org`);

async function signIn(window: DeskWindow, server: SyncServer, { name, token }: NewUser): Promise<void> {
  expect(await window.desk.connect(server.url, token)).toMatchObject({ url: server.url, user: { name } });
  await stands(window, 'synced', 0);
}

/** The names of all tasks that a user can find on a server. */
async function tasksOf(server: SyncServer, { token }: NewUser): Promise<string[]> {
  const { body } = await caller(server.url, token)('GET', '/v1/search?q=Task&limit=100');
  return body.items.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('Task '));
}
const shown = (window: DeskWindow) => window.lines().filter((line) => line.trim().startsWith('Task '));

test('a window that VS Code does not tell that another has signed in says so, and is right when it is reloaded', async () => {
  const ada = await newUser(first, 'Ada');
  const [one, deaf] = [await here.window(), await here.window({ isDeaf: true })];
  const notice = noticeOf(deaf);
  await one.add('Task of before');
  await eventually('the task', [one, deaf], () => shows(deaf, 'Task of before'));
  deaf.prompt.actions.push('Reload Window');
  await signIn(one, first, ada);
  await eventually('the other window to be told', [one, deaf], () => deaf.reloads.count === 1);
  expect(deaf.desk.status).toEqual({ kind: 'local', isTaken: true });
  await deaf.accounts.showStatus();
  expect(deaf.prompt.told.at(-1)).toContain('You have signed in in another window');
  expect(deaf.prompt.told).toHaveLength(2);
  notice.dispose();
  // Someone goes on there all the same.
  await deaf.add('Task of meanwhile');
  await deaf.desk.kept();
  await deaf.close();

  const again = await here.window();
  await stands(again, 'synced', 0);
  await eventually('all of it', [one, again], () => shown(again).length === 2);
  expect(
    shown(again)
      .map((line) => line.trim())
      .sort(),
  ).toEqual(['Task of before', 'Task of meanwhile']);
  await one.desk.disconnect();
  expect(one.desk.status).toEqual({ kind: 'local' });
});

test('another server and back: each has what was made on it, and what was not sent is sent when one is back', async () => {
  const [ada, eve] = await Promise.all([newUser(first, 'Ada'), newUser(second, 'Eve')]);
  const window = await here.window();
  await signIn(window, first, ada);
  await window.add('Task sent');
  await stands(window, 'synced', 0);
  await first.kill();
  await window.add('Task pending');
  await stands(window, 'offline', 1);

  await signIn(window, second, eve);
  expect(shown(window)).toEqual([]);
  await window.add('Task elsewhere');
  await stands(window, 'synced', 0);

  first = await first.restart();
  expect(await tasksOf(first, ada)).toEqual(['Task sent']);
  await signIn(window, first, ada);
  expect(shown(window)).toEqual(['      Task sent', '      Task pending']);
  expect((await tasksOf(first, ada)).sort()).toEqual(['Task pending', 'Task sent']);
  expect(await tasksOf(second, eve)).toEqual(['Task elsewhere']);
});

test('signing out with edits pending says so; another person on this machine sees, counts and sends nothing of them', async () => {
  const [ada, bob] = await Promise.all([newUser(first, 'Ada'), newUser(first, 'Bob')]);
  const window = await here.window();
  const other = await here.window();
  await signIn(window, first, ada);
  await first.kill();
  await window.add('Task of Ada');
  await stands(window, 'offline', 1);
  await window.accounts.disconnect();
  expect(window.prompt.told.at(-1)).toContain('1 edit is not on the server yet, and safe on this machine.');
  expect(window.desk.status).toEqual({ kind: 'local' });
  expect(shown(window)).toEqual([]);
  await window.add('Task of nobody');

  first = await first.restart();
  await signIn(window, first, bob);
  await stands(other, 'synced', 0);
  for (const each of [window, other])
    await eventually('what was nobody’s', [each], () => shown(each).join() === '      Task of nobody');
  expect(await tasksOf(first, bob)).toEqual(['Task of nobody']);
  expect(await tasksOf(first, ada)).toEqual([]);

  await signIn(window, first, ada);
  await eventually('hers in both windows', [window, other], () =>
    [window, other].every((each) => shown(each).join() === '      Task of Ada'),
  );
  expect(await tasksOf(first, ada)).toEqual(['Task of Ada']);
  expect(await tasksOf(first, bob)).toEqual(['Task of nobody']);
});

test('one changes the account at every moment, to and fro: nothing comes into another’s', async () => {
  const window = await here.window();
  const people = await Promise.all(
    (
      [
        [first, 'Ada'],
        [second, 'Eve'],
        [first, 'Bob'],
      ] as const
    ).map(async ([server, name]) => [server, await newUser(server, name)] as const),
  );
  for (let turn = 0; turn < 6; turn++) {
    const [server, who] = people[turn % people.length] ?? [];
    if (!server || !who) throw new Error('nobody');
    await window.desk.connect(server.url, who.token);
    // Not waited for: the line is being made while this is written, and may be cut by the next turn.
    await window.add(`Task ${turn} of ${who.name}`);
  }
  for (const [server, who] of people) {
    await signIn(window, server, who);
    const own = shown(window).map((line) => line.trim());
    expect(own).toHaveLength(2);
    for (const line of own) expect(line).toContain(`of ${who.name}`);
    expect((await tasksOf(server, who)).sort()).toEqual(own.sort());
  }
});

test('[A4] “me” before there is an account becomes the account’s user: My Work goes on, and the server says who', async () => {
  const ada = await newUser(first, 'Ada');
  const window = await here.window();
  const work = new MyWork(window.desk, window.tree);
  const mine = () => work.tasks('none').length;
  await window.add('Task for me');
  await new FieldCommands(window.scope).assignToMe(window.node('Task for me'));
  expect(mine()).toBe(1);
  await signIn(window, first, ada);
  await eventually('it in the account', [window], () => shows(window, 'Task for me') && mine() === 1);
  const asAda = caller(first.url, ada.token);
  const { items } = (await asAda('GET', '/v1/search?q=Task')).body;
  const { id } = items.find(({ name }: { name: string }) => name === 'Task for me');
  const task = (await asAda('GET', `/v1/tasks/${id}`)).body;
  expect(task.assignees.map((user: { id: string }) => user.id)).toEqual([ada.id]);
  work.dispose();
});
