/** The extension where there is no Node: in the extension host that VS Code has in the browser, with its records in the browser's databases. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPerson } from '../support/person';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';
import { IN_BROWSER } from '../support/web-host-tests';
import { Workbench } from '../support/workbench';

const LIST = 'Personal Tasks';

test('in the browser tabs and folders show the same records, which sync with a server of another origin and stay over a reload', async () => {
  await using data = tempFolder('server');
  const server = await startSyncServer({ data: data.path });
  try {
    const ada = await addUser(data.path, 'Ada', 'ada@example.org');
    const asAda = caller(server.url, ada.token);
    await using person = await startPerson({ name: 'browser', settings: IN_BROWSER, folderOrigins: true });
    const { workbench: first, vscode } = person;

    // Two tabs of one folder share one database.
    await first.action('Tasks', LIST, 'Add Task');
    await first.answer('Water the plants');
    await first.waitForRow('Tasks', 'Water the plants');
    expect((await hostOf(first)).databases).toContain('tackboard-1/local/local');
    const tab = await person.openWindow();
    await tab.toggle('Tasks', 'Water the plants');
    await tab.waitForRow('Tasks', 'Water the plants', { checked: true });
    const tabHost = await hostOf(tab);
    await tab.page.close();
    await first.waitForRow('Tasks', 'Water the plants', { checked: true });

    // The extension host of another folder has another origin, with databases of its own, as on vscode.dev.
    const folder = join(data.path, 'folder');
    mkdirSync(folder);
    const elsewhere = `${vscode.url}/?${new URLSearchParams({ folder })}`;
    const other = await Workbench.open(await first.page.context().newPage(), elsewhere);
    await other.showView('Tasks');
    await other.waitForRow('Tasks', 'Water the plants', { checked: true });
    const origins = await Promise.all([first, other].map(async (window) => (await hostOf(window)).origin));
    expect(tabHost.origin).toBe(origins[0]);
    expect(origins[1]).not.toBe(origins[0]);
    await other.picture('web-host-other-folder');
    // Its only tab ends as soon as the edit is there.
    await other.action('Tasks', LIST, 'Add Task');
    await other.answer('From another folder');
    await other.waitForRow('Tasks', 'From another folder');
    await other.page.close();
    await first.waitForRow('Tasks', 'From another folder');

    // The sync server has another origin than the page: preflights and the subprotocol of the token let it in.
    await first.run('Tackboard: Connect to a Sync Server…');
    await first.answer(server.url, 'The address of the server');
    await first.answer(ada.token, 'Your token');
    await first.statusBar('synced').waitFor();
    const { body: user } = await asAda('GET', '/v1/user');
    const section = (await asAda('GET', `/v1/tasklists/${user.taskLists[0].id}`)).body.taskSections[0];
    const names = async (): Promise<string[]> =>
      (await asAda('GET', `/v1/tasks/parent/${section.id}`)).body.items.map(({ name }: { name: string }) => name);
    await waitFor('both tasks over REST', async () => (await names()).length === 2);
    expect((await names()).toSorted()).toEqual(['From another folder', 'Water the plants']);
    const task = { name: 'From a script', status: 'open', priority: 'none', taskSection: { id: section.id } };
    expect((await asAda('POST', '/v1/tasks', task)).status).toBe(201);
    await first.waitForRow('Tasks', 'From a script');

    // A reload finds all of it, also while the server is away.
    await server.stop();
    await first.reload();
    await first.showView('Tasks');
    await first.waitForRow('Tasks', 'From a script');
    await first.waitForRow('Tasks', 'From another folder');
    await first.waitForRow('Tasks', 'Water the plants', { checked: true });
    await first.statusBar('offline').waitFor();
    await first.picture('web-host');
  } finally {
    await server.stop();
  }
});

/** The origin of a window's extension host, and the databases that are there. */
async function hostOf({ page }: Workbench): Promise<{ origin: string; databases: (string | undefined)[] }> {
  const frame = page.frames().find((one) => /^http:\/\/v--/.test(one.url()));
  if (!frame) throw new Error(`no extension host among ${page.frames().map((one) => one.url())}`);
  return frame.evaluate(async () => ({
    origin,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
}
