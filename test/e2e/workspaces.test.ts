// The view "Workspaces" as a person uses it, in a real VS Code: making a workspace, inviting, answering a request, and without the server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startPerson } from '../support/person';
import { caller } from '../support/rest';
import { addUser, type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { type TempFolder, tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import type { Workbench } from '../support/workbench';

const VIEW = 'Workspaces';

let data: TempFolder;
let server: SyncServer;
let ada: NewUser;
let grace: NewUser;
let person: Person;
let bench: Workbench;
beforeAll(async () => {
  data = tempFolder('workspaces');
  server = await startSyncServer({ data: data.path, options: ['--rate-limit', '0'] });
  ada = await addUser(data.path, 'Ada', 'ada@example.org');
  grace = await addUser(data.path, 'Grace [x](command:quit)', 'grace@example.org');
  person = await startPerson({ name: 'workspaces', connection: { url: server.url, token: ada.token } });
  bench = person.workbench;
});
afterAll(async () => {
  await person?.[Symbol.asyncDispose]();
  await server?.stop();
  await data?.remove();
});

test('a workspace is made, described by its status, and someone is invited; who asks is let in', async () => {
  await bench.waitForRow('Tasks', 'Personal Tasks');
  await bench.run('Tackboard: New Workspace…');
  await bench.answer('Orchard', 'The name of the workspace');
  await bench.showView(VIEW);
  await bench.waitForRow(VIEW, 'Members', { description: '1' });
  await bench.action(VIEW, 'Orchard', 'New Project…');
  await bench.answer('Apples', 'Make a project in “Orchard”');
  // Shown it is a moment before it is revealed, which would close what is asked for in between.
  await bench.waitForAdded(VIEW, 'Apples');
  await bench.waitForRow(VIEW, 'Apples', { level: 2 });
  await bench.menu(VIEW, 'Orchard', 'Set Workspace or Project Status…');
  await bench.pick('At Risk');
  await bench.waitForRow(VIEW, 'Orchard', { description: 'at risk' });
  await bench.action(VIEW, 'Orchard', 'Invite Member…');
  await bench.answer('eve@example.org', 'The e-mail address');
  await bench.pick('Viewer');
  await bench.notification('The link that lets “eve@example.org” in is on the clipboard.').waitFor();
  await bench.clearNotifications();
  const asAda = caller(server.url, ada.token);
  const { body } = await asAda('GET', '/v1/workspaces');
  const [orchard] = body.items;
  expect(orchard).toMatchObject({ name: 'Orchard', status: 'atrisk', pendingInvites: [{ email: 'eve@example.org' }] });

  await caller(server.url, grace.token)('POST', `/v1/workspaces/${orchard.id}/requests`, { role: 'viewer' });
  await bench.run('Tackboard: Refresh Workspaces');
  await bench.waitForRow(VIEW, grace.name);
  await bench.picture('workspaces-request');
  await bench.action(VIEW, grace.name, 'Grant Access…');
  await bench.pick('Contributor');
  await bench.waitForNoRow(VIEW, 'Asking for Access');
  await bench.expand(VIEW, 'Members');
  await bench.waitForRow(VIEW, grace.name, { description: 'contributor · grace@example.org' });
  await bench.waitForRow(VIEW, 'Ada', { description: 'you · owner · ada@example.org' });
});

test('without the server the members stay, what needs it says so, and a name is changed by key', async () => {
  await bench.statusBar('Tackboard: synced').waitFor();
  await server.kill();
  await bench.statusBar('Tackboard: offline').waitFor();
  // A click on a row that has others below it would fold it.
  await bench.row(VIEW, 'Ada').click();
  for (const key of ['ArrowUp', 'ArrowUp', 'F2']) await bench.page.keyboard.press(key);
  await bench.answer('Pear Orchard', 'The new name');
  await bench.waitForRow(VIEW, 'Pear Orchard');
  await bench.waitForRow(VIEW, grace.name);
  // Before anything is asked.
  await bench.menu(VIEW, grace.name, 'Change Role of Member…');
  await bench.notification('does not answer, and this needs the server').waitFor();
  await bench.picture('workspaces-offline');
  server = await server.restart();
  await waitFor('the new name on the server', async () => {
    const { body } = await caller(server.url, ada.token)('GET', '/v1/workspaces');
    return body.items[0].name === 'Pear Orchard';
  });
});
