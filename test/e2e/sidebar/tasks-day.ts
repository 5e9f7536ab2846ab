// Tasks in the views day by day: added in words, filtered, grouped, due, deleted and brought back; and what stays over a reload.
import { beforeAll, describe, expect, test } from 'vitest';
import { writeFolderSettings } from '../../support/folder-settings';
import type { Person } from '../../support/person';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { Sidebar } from './sidebar';

const VIEW = 'Tasks';

/** Registers the tests. To be the first in a sidebar: they look at all that its views show. */
export function testTasksDay(sidebar: () => Sidebar): void {
  let person: Person;
  let bench: Workbench;
  beforeAll(() => {
    ({ person, bench } = sidebar());
  });

  async function add(line: string, name: string): Promise<void> {
    await bench.action(VIEW, 'Section 1', 'Add Task');
    await bench.answer(line, 'Add a task to');
    await bench.waitForAdded(VIEW, name);
  }

  const labels = async (view = VIEW) => (await bench.rows(view)).map(({ label }) => label);
  const waitForLabels = (...wanted: string[]) =>
    waitFor(`the rows ${wanted.join('|')}`, async () => (await labels()).join('|') === wanted.join('|'));

  describe('adding', () => {
    test('the box says what it understood, and the tree shows it', async () => {
      await bench.action(VIEW, 'Section 1', 'Add Task');
      await bench.quickInput.fill('ship docs today !high');
      await bench.page.locator('.quick-input-message').filter({ hasText: '“ship docs” · due' }).waitFor();
      await bench.picture('tasks-quick-add-hint');
      await bench.quickInput.press('Enter');
      const row = await bench.waitForRow(VIEW, 'ship docs');
      expect(row.description).toMatch(/^high · due today, /);
    });

    test('a link in what is typed stays text in what the box says', async () => {
      await bench.action(VIEW, 'Section 1', 'Add Task');
      await bench.quickInput.fill('[run](command:workbench.action.quit) $(bug) !low');
      const message = bench.page.locator('.quick-input-message');
      await message.filter({ hasText: 'priority low' }).waitFor();
      expect(await message.locator('a, .codicon-bug').count()).toBe(0);
      await bench.page.keyboard.press('Escape');
    });

    test('what is overdue says so and stands out; what is completed does not', async () => {
      await add('pay rent 2026-01-02', 'pay rent');
      const row = bench.row(VIEW, 'pay rent');
      await row.filter({ hasText: 'overdue since' }).waitFor();
      await bench.picture('tasks-overdue');
      await bench.toggle(VIEW, 'pay rent');
      await waitFor('a row that is not overdue any more', async () => !(await row.textContent())?.includes('overdue'));
      await bench.toggle(VIEW, 'pay rent');
    });
  });

  describe('the views', () => {
    test('the settings say at once what is shown at first and what the badge counts', async () => {
      const badge = bench.page.locator('.activitybar .badge-content').filter({ hasText: '1' });
      await bench.toggle(VIEW, 'pay rent');
      await badge.waitFor();
      await writeFolderSettings(person.vscode, {
        'tackboard.tasks.hideCompleted': true,
        'tackboard.myWork.badge': 'off',
      });
      await waitForLabels('On This Machine', 'Personal Tasks', 'Section 1', 'ship docs');
      await badge.waitFor({ state: 'hidden' });
      await writeFolderSettings(person.vscode, {});
      await bench.waitForRow(VIEW, 'pay rent', { checked: true });
      await badge.waitFor();
      await bench.toggle(VIEW, 'pay rent');
    });

    test('a filter shows what it leaves, says so, and is cleared from the title', async () => {
      await add('read the news', 'read the news');
      await bench.run('Tackboard: Filter by Text…');
      await bench.answer('docs', 'Show only tasks with this text');
      await waitForLabels('On This Machine', 'Personal Tasks', 'Section 1', 'ship docs');
      await bench.pane(VIEW).getByText('Only some tasks are shown: “docs”.').waitFor();
      await bench.picture('tasks-filtered');
      await bench.run('Tackboard: Clear Filter');
      await bench.waitForRow(VIEW, 'read the news');
      await bench.pane(VIEW).getByText('Only some tasks are shown').waitFor({ state: 'hidden' });
    });

    test('what is completed can be hidden, and the list grouped, and both are there after a reload', async () => {
      await bench.toggle(VIEW, 'read the news');
      await bench.run('Tackboard: Hide Completed Tasks');
      await bench.waitForNoRow(VIEW, 'read the news');
      await bench.run('Tackboard: Group by…');
      await bench.pick('Due Date');
      await waitForLabels('On This Machine', 'Personal Tasks', 'Overdue', 'pay rent', 'Today', 'ship docs');
      await bench.row(VIEW, 'Overdue').locator('.monaco-tl-twistie').click();
      await bench.waitForNoRow(VIEW, 'pay rent');
      await bench.picture('tasks-grouped');
      await bench.reload();
      await bench.showView(VIEW);
      await waitForLabels('On This Machine', 'Personal Tasks', 'Overdue', 'Today', 'ship docs');
      await bench.run('Tackboard: Group by…');
      await bench.pick('Section');
      await bench.run('Tackboard: Show Completed Tasks');
      await bench.waitForRow(VIEW, 'read the news', { checked: true });
    });

    test('My Work shows what is due over all spaces, and the badge counts it', async () => {
      await bench.showView('My Work');
      await waitFor('one’s work by date', async () => {
        const shown = (await labels('My Work')).join('|');
        return shown === 'Overdue|pay rent|Today|ship docs';
      });
      await bench.page.locator('.activitybar .badge-content').filter({ hasText: '2' }).waitFor();
      await bench.picture('tasks-my-work');
      await bench.row('My Work', 'pay rent').locator('.custom-view-tree-node-item-checkbox').click();
      await bench.waitForNoRow('My Work', 'pay rent');
      await bench.waitForRow(VIEW, 'pay rent', { checked: true });
    });
  });

  test('an agent adds a task after the person has said yes, in a question that shows it as text; Undo takes it back', async () => {
    const name = 'Sweep the [yard](command:quit)';
    await bench.run('Agent: Add a Task');
    const question = bench.page.locator('.monaco-dialog-box').filter({ hasText: 'Add a task to Tackboard?' });
    await question.filter({ hasText: `Adds “${name}” to “Section 1” in “On This Machine”. priority: High` }).waitFor();
    expect(await question.locator('.dialog-message-body a').count()).toBe(0);
    await bench.picture('tasks-agent');
    await bench.answerDialog('Add a task to Tackboard?', 'Cancel');
    await bench.notification('The agent was told: refused').waitFor();
    expect(await labels()).not.toContain(name);
    await bench.clearNotifications();
    await bench.run('Agent: Add a Task');
    await bench.answerDialog('Add a task to Tackboard?', 'Yes');
    await bench.waitForRow(VIEW, name, { description: 'high' });
    await bench.notification('The agent was told: {').waitFor();
    await bench.run('Tackboard: Undo');
    await bench.waitForNoRow(VIEW, name);
    await bench.clearNotifications();
  });

  describe('the trash', () => {
    test('a task and the section that it was in come back together, asked for with the mouse', async () => {
      const name = '$(bug) [x](command:quit)';
      await add(name, name);
      await bench.menu(VIEW, name, 'Delete');
      await bench.waitForNoRow(VIEW, name);
      await bench.menu(VIEW, 'Section 1', 'Delete');
      await bench.clearNotifications();
      await bench.showView('Trash');
      await bench.waitForRow('Trash', 'Section 1');
      const { description } = await bench.waitForRow('Trash', name);
      expect(description).toMatch(/^On This Machine \/ Personal Tasks \/ Section 1 · .*\d/);
      await bench.picture('trash');
      await bench.action('Trash', name, 'Restore');
      await bench.answerNotification(
        'cannot be restored alone: the section “Section 1” is in the trash too.',
        'Restore Both',
      );
      await bench.waitForNoRow('Trash', 'Section 1');
      await bench.waitForRow(VIEW, name);
    });
  });
}
