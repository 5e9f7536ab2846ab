// The Tasks and My Work views in a real VS Code: filter, grouping, what is due, and what stays as it was over a reload.
import { afterAll, beforeAll, test } from 'vitest';
import { type Person, startPerson } from '../support/person';
import { waitFor } from '../support/wait';
import type { Workbench } from '../support/workbench';

const VIEW = 'Tasks';

let person: Person;
let bench: Workbench;
beforeAll(async () => {
  person = await startPerson({ name: 'tasks-views' });
  bench = person.workbench;
  await bench.waitForRow(VIEW, 'Section 1');
  for (const [line, name] of [
    ['ship docs today !high', 'ship docs'],
    ['pay rent yesterday', 'pay rent'],
    ['read the news', 'read the news'],
  ] as const) {
    await bench.action(VIEW, 'Section 1', 'Add Task');
    await bench.answer(line, 'Add a task to');
    await bench.waitForRow(VIEW, name);
  }
});
afterAll(() => person[Symbol.asyncDispose]());

const labels = async (view = VIEW) => (await bench.rows(view)).map(({ label }) => label);
const waitForLabels = (...wanted: string[]) =>
  waitFor(`the rows ${wanted.join('|')}`, async () => (await labels()).join('|') === wanted.join('|'));

test('a filter shows what it leaves, says so, and is cleared from the title', async () => {
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
  await bench.pane('My Work').waitFor();
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
