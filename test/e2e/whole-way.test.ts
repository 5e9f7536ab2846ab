/** The whole way: two people in two VS Codes and a script over REST work in one workspace, and the server is killed meanwhile. */
import { describe, expect, test } from 'vitest';
import { startPerson } from '../support/person';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';

const LIST = 'Workspace Tasks';

describe('the whole way', () => {
  test('what one person adds reaches the other, REST, and the disk of a server that is killed', async () => {
    await using data = tempFolder('server');
    let server = await startSyncServer({ data: data.path });
    try {
      const ada = await addUser(data.path, 'Ada', 'ada@example.org');
      const ben = await addUser(data.path, 'Ben', 'ben@example.org');
      const asAda = caller(server.url, ada.token);
      const asBen = caller(server.url, ben.token);
      const { body: workspace } = await asAda('POST', '/v1/workspaces', { name: 'Orchard' });
      const added = await asAda('POST', `/v1/workspaces/${workspace.id}/members`, {
        items: [{ id: ben.id, role: 'contributor' }],
      });
      expect(added.status).toBe(200);
      const section = (await asAda('GET', `/v1/tasklists/${workspace.taskLists[0].id}`)).body.taskSections[0];
      const names = async () =>
        (await asBen('GET', `/v1/tasks/parent/${section.id}`)).body.items.map(({ name }: { name: string }) => name);

      await using first = await startPerson({ name: 'ada', connection: { url: server.url, token: ada.token } });
      await using second = await startPerson({ name: 'ben', connection: { url: server.url, token: ben.token } });
      const a = first.workbench;
      const b = second.workbench;
      await a.waitForRow('Tasks', 'Orchard');
      await b.waitForRow('Tasks', 'Orchard');
      // While spaces come in, rows move under the pointer.
      await a.statusBar('synced').waitFor();
      await b.statusBar('synced').waitFor();

      // A adds a task in the tree; B's tree and REST show it.
      await a.action('Tasks', LIST, 'Add Task');
      await a.answer('Prune the apple trees', 'Add a task to');
      await a.waitForRow('Tasks', 'Prune the apple trees');
      await b.waitForRow('Tasks', 'Prune the apple trees', { checked: false });
      await waitFor('the task over REST', async () => (await names()).includes('Prune the apple trees'));

      // REST posts one; both trees show it.
      const posted = await asBen('POST', '/v1/tasks', {
        name: 'Order ladders',
        status: 'open',
        priority: 'high',
        taskSection: { id: section.id },
      });
      expect(posted.status).toBe(201);
      await a.waitForRow('Tasks', 'Order ladders', { description: 'high' });
      await b.waitForRow('Tasks', 'Order ladders', { description: 'high' });

      // B completes A's task; REST says so.
      await b.toggle('Tasks', 'Prune the apple trees');
      await a.waitForRow('Tasks', 'Prune the apple trees', { checked: true });
      await waitFor('the completed task over REST', async () => {
        const { body } = await asAda('GET', `/v1/tasks/parent/${section.id}`);
        return body.items.some(
          (task: { name: string; status: string }) => task.name.startsWith('Prune') && task.status === 'completed',
        );
      });

      // The server is killed; A goes on working; the server comes back, and B and REST have it.
      await server.kill();
      await a.action('Tasks', LIST, 'Add Task');
      await a.answer('Sharpen the saws', 'Add a task to');
      await a.waitForRow('Tasks', 'Sharpen the saws');
      await a.statusBar('offline').waitFor();
      server = await server.restart();
      await b.waitForRow('Tasks', 'Sharpen the saws');
      await waitFor('the task made meanwhile over REST', async () => (await names()).includes('Sharpen the saws'));
      expect(await names()).toEqual(['Prune the apple trees', 'Order ladders', 'Sharpen the saws']);
      await a.statusBar('synced').waitFor();
      await a.picture('whole-way');

      // B becomes a viewer while he works without the line: what he did is kept, told, read, and copied to a space of his own.
      await server.kill();
      await b.action('Tasks', LIST, 'Add Task');
      await b.answer('Paint the fence', 'Add a task to');
      await b.waitForRow('Tasks', 'Paint the fence');
      server = await server.restart(async (url) => {
        const items = [{ id: ben.id, role: 'viewer' }];
        const demoted = await caller(url, ada.token)('PATCH', `/v1/workspaces/${workspace.id}/members`, { items });
        expect(demoted.status).toBe(200);
      });
      await b.answerNotification('but not change it. What you have written there', 'See Refused Edits…');
      await b.pick('Show Them');
      await b.page.locator('.tab').filter({ hasText: 'Orchard: not on the server' }).waitFor();
      await b.page
        .locator('.view-line')
        .filter({ hasText: /Task:\sPaint\sthe\sfence/ })
        .waitFor();
      await b.run('Tackboard: See Refused Edits…');
      await b.pick('Keep a Copy…');
      await b.pick('Personal');
      await b.waitForRow('Tasks', 'Orchard: not sent');
      await b.statusBar('synced').waitFor();
      expect(await names()).not.toContain('Paint the fence');
      await b.picture('refused');
    } finally {
      await server.stop();
    }
  });
});
