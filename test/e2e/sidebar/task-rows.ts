// Tasks as rows: added, renamed, completed, deleted; what people write is text; reloads, crashes and a second window; an address that is wrong.
import { beforeAll, describe, expect, test } from 'vitest';
import { httpAnswer } from '../../support/http-answer';
import type { Person } from '../../support/person';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { Sidebar } from './sidebar';

const VIEW = 'Tasks';
const SECTION = 'Section 1';

/** Registers the tests. */
export function testTaskRows(sidebar: () => Sidebar): void {
  let person: Person;
  let bench: Workbench;
  beforeAll(async () => {
    ({ person, bench } = sidebar());
    await sidebar().clearTasks();
  });

  async function add(name: string): Promise<void> {
    await bench.action(VIEW, SECTION, 'Add Task');
    await bench.answer(name, 'Add a task to');
    await bench.waitForAdded(VIEW, name);
  }

  /** Clicks a row's name, so that it is focused and selected. */
  const select = (name: string) => bench.row(VIEW, name).locator('.label-name').click();

  describe('a task', () => {
    test('is added from the section, and from the palette beside all others', async () => {
      await add('Water the plants');
      await bench.waitForRow(VIEW, 'Water the plants', { level: 4, checked: false, description: '' });
      await bench.run('Tackboard: Add Task');
      await bench.answer('Feed the cat', 'Add a task to');
      await bench.waitForRow(VIEW, 'Feed the cat', { level: 4 });
    });

    test('is refused without a name, with the reason, and the box stays open', async () => {
      await bench.action(VIEW, SECTION, 'Add Task');
      await bench.quickInput.waitFor();
      await bench.answerInVain('', 'Type a name; it cannot be empty or only spaces.');
      await bench.answerInVain('   ', 'Type a name; it cannot be empty or only spaces.');
      await bench.answerInVain('x'.repeat(201), 'A name has at most 200 characters; this one has 201.');
      await bench.answer('  Named at last  ');
      await bench.waitForRow(VIEW, 'Named at last');
    });

    test('is completed by its checkbox, and by the menu, and opened again', async () => {
      await bench.toggle(VIEW, 'Feed the cat');
      await bench.menu(VIEW, 'Feed the cat', 'Reopen Task');
      await bench.waitForRow(VIEW, 'Feed the cat', { checked: false });
      await bench.menu(VIEW, 'Feed the cat', 'Complete Task');
      await bench.waitForRow(VIEW, 'Feed the cat', { checked: true });
      await bench.toggle(VIEW, 'Feed the cat');
    });

    test('is renamed by the menu, and with F2', async () => {
      await bench.menu(VIEW, 'Named at last', 'Rename…');
      await bench.answer('Renamed by menu', 'The new name');
      await bench.waitForRow(VIEW, 'Renamed by menu');
      await select('Renamed by menu');
      await bench.page.keyboard.press('F2');
      await bench.answer('Renamed with F2', 'The new name');
      await bench.waitForRow(VIEW, 'Renamed with F2');
      await bench.waitForNoRow(VIEW, 'Renamed by menu');
    });

    test('has subtasks, which it counts', async () => {
      await bench.menu(VIEW, 'Water the plants', 'Add Subtask');
      await bench.answer('Fill the can', 'Add a subtask to “Water the plants”');
      await bench.waitForRow(VIEW, 'Fill the can', { level: 5, checked: false });
      await bench.waitForRow(VIEW, 'Water the plants', { description: '0/1', expanded: true });
      await bench.toggle(VIEW, 'Fill the can');
      await bench.waitForRow(VIEW, 'Water the plants', { description: '1/1', checked: false });
    });

    test('is deleted with the Delete key and brought back from the notification', async () => {
      await add('Doomed');
      await bench.waitForRow(VIEW, 'Doomed');
      await select('Doomed');
      await bench.page.keyboard.press('Delete');
      await bench.waitForNoRow(VIEW, 'Doomed');
      await bench.answerNotification('Deleted “Doomed”.', 'Undo');
      await bench.waitForRow(VIEW, 'Doomed');
      await bench.menu(VIEW, 'Doomed', 'Delete');
      await bench.waitForNoRow(VIEW, 'Doomed');
    });

    test('that the keyboard has gone to is the one that keys act on', async () => {
      await add('Upper');
      await add('Lower');
      await bench.waitForRow(VIEW, 'Lower');
      await select('Upper');
      await bench.page.keyboard.press('ArrowDown');
      await bench.page.keyboard.press('F2');
      await bench.answer('Lower one', 'The new name');
      await bench.waitForRow(VIEW, 'Lower one');
      await bench.waitForRow(VIEW, 'Upper');
    });
  });

  describe('what people write', () => {
    const NAMES = [
      '$(bug) [run me](command:workbench.action.closeSidebar) [site](https://example.org) **bold** <b>tag</b> `code`',
      'שלום עולם $(sync~spin)',
    ];

    test.each(NAMES)('is shown as it is, and is never a link or an icon: %s', async (name) => {
      await add(name);
      await bench.waitForRow(VIEW, name);
      const row = bench.row(VIEW, name);
      expect(await row.locator('a[href], .label-name b, .label-name strong, .label-name .codicon').count()).toBe(0);

      await bench.menu(VIEW, name, 'Add Subtask');
      const message = bench.page.locator('.quick-input-message');
      await message.filter({ hasText: 'Add a subtask to' }).waitFor();
      expect(await message.locator('a, .codicon').count()).toBe(0);
      await bench.page.keyboard.press('Escape');

      await bench.menu(VIEW, name, 'Delete');
      const toast = bench.notification('Deleted').filter({ hasText: name.slice(-6) });
      await toast.waitFor();
      expect(
        await toast.locator('.notification-list-item-message a, .notification-list-item-message .codicon').count(),
      ).toBe(0);
      await toast.locator('.monaco-button').getByText('Undo', { exact: true }).click();
      await bench.waitForRow(VIEW, name);

      // A row without children: a click on a section would fold it.
      await select('Feed the cat');
      await bench.run('Tackboard: Focus on Tasks View');
    });
  });

  describe('everything', () => {
    test('is there after a reload, also what was added 200 ms before the extension host was killed', async () => {
      await add('Last words');
      const before = (await bench.rows(VIEW)).map(({ label }) => label);
      const hosts = person.vscode.extensionHosts();
      expect(hosts.length).toBeGreaterThan(0);
      await new Promise((later) => setTimeout(later, 200));
      for (const pid of hosts) process.kill(pid, 'SIGKILL');
      await waitFor('another extension host', () => {
        const now = person.vscode.extensionHosts();
        return now.length > 0 && now.every((pid) => !hosts.includes(pid));
      });
      await bench.reload();
      await bench.showView(VIEW);
      for (const label of before.filter((it) => it !== 'Fill the can')) await bench.waitForRow(VIEW, label);
      await bench.expand(VIEW, 'Water the plants');
      await bench.waitForRow(VIEW, 'Fill the can', { checked: true });
    });

    test('that one window does shows in another of the profile', async () => {
      const other = await person.openWindow();
      await other.waitForRow(VIEW, 'Last words');
      await other.menu(VIEW, 'Last words', 'Complete Task');
      await bench.waitForRow(VIEW, 'Last words', { checked: true });
      await other.page.close();
    });
  });

  describe('connecting', () => {
    test('says what is wrong with an address, that nobody answers, that a token is refused; the sidebar goes on', async () => {
      await using server = await httpAnswer((_request, response) => response.writeHead(403).end('{}'));
      const gone = await httpAnswer(() => {});
      await gone.close();

      await bench.run('Tackboard: Connect to a Sync Server…');
      await bench.quickInput.waitFor();
      await bench.answerInVain('ftp://example.org', 'The address must start with http:// or https://.');
      await bench.answer(gone.url);
      await bench.answer('some-token', 'Your token');
      await bench.answerNotification(`Nobody answers at ${gone.url}`, 'Try Again');

      await bench.answer(server.url, 'The address of the server');
      await bench.answer('wrong-token', 'Your token');
      await bench.notification(`${server.url} does not accept this token.`).waitFor();
      expect(server.requests[0]?.headers.authorization).toBe('Bearer wrong-token');

      await bench.statusBar('Tackboard: local').waitFor();
      await add('Still works');
      await bench.waitForRow(VIEW, 'Still works');
      await bench.picture('sidebar');
    });
  });
}
