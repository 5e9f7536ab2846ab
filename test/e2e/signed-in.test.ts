/** Signed in is signed in: over a reload, in another window of the profile, and once only. */
import { expect, test } from 'vitest';
import { startPerson } from '../support/person';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';

test('a reload and a second window stay signed in; what each adds shows in the other and over REST', async () => {
  await using data = tempFolder('server');
  const server = await startSyncServer({ data: data.path });
  try {
    const ada = await addUser(data.path, 'Ada', 'ada@example.org');
    const { body: workspace } = await caller(server.url, ada.token)('POST', '/v1/workspaces', { name: 'Orchard' });
    await using person = await startPerson({ name: 'ada', connection: { url: server.url, token: ada.token } });
    const first = person.workbench;
    await first.waitForRow('Tasks', 'Orchard');
    await first.reload();
    await first.showView('Tasks');
    await first.waitForRow('Tasks', 'Orchard');
    await first.statusBar('synced').waitFor();

    const second = await person.openWindow();
    await second.waitForRow('Tasks', 'Orchard');
    // While spaces come in, rows move under the pointer.
    await second.statusBar('synced').waitFor();
    await second.action('Tasks', 'Workspace Tasks', 'Add Task');
    await second.answer('From the second window', 'Add a task to');
    await first.waitForRow('Tasks', 'From the second window');
    const section = (await caller(server.url, ada.token)('GET', `/v1/tasklists/${workspace.taskLists[0].id}`)).body
      .taskSections[0];
    const listed = await caller(server.url, ada.token)('GET', `/v1/tasks/parent/${section.id}`);
    expect(listed.body.items.map(({ name }: { name: string }) => name)).toEqual(['From the second window']);
  } finally {
    await server.stop();
  }
});
