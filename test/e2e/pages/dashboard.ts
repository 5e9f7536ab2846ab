// A dashboard: widgets set by mouse and keyboard, charts, tasks behind a bar, export, a viewer's eyes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../../support/person';
import type { Caller } from '../../support/rest';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { KeptPage, Pages } from './pages';

const VIEW = 'Dashboards';
const NAME = 'Week <img src=x onerror=alert(1)>';
const CELLAR = 'Cellar <b>bold</b>';
const TITLE = '=1+1 [run](command:evil)';

/** Ids of what the tests look at over REST. */
interface Ids {
  readonly dashboard: string;
  readonly blocked: string;
  readonly cellar: string;
}

/** Makes what the tests look at: an orchard of the person's own with tasks, and another's quarry that the person may only read. */
export async function makeDashboards(call: Caller, person: { readonly id: string }, other: Caller): Promise<Ids> {
  const workspace = (await call('POST', '/v1/workspaces', { name: 'Orchard' })).body;
  const section = await firstSection(call, workspace.taskLists[0].id);
  const cellar = (await call('POST', '/v1/tasklists', { name: CELLAR, workspace: { id: workspace.id } })).body;
  let blocked = '';
  for (const [name, fields] of [
    [
      'Prune',
      { status: 'progress', priority: 'high', dueDate: '2020-01-01T00:00:00.000Z', assignees: [{ id: person.id }] },
    ],
    ['Water', { status: 'blocked', priority: 'low', dueDate: '2099-01-01T00:00:00.000Z' }],
    ['Plant', { status: 'open', priority: 'high' }],
    ['Fence', { status: 'completed', priority: 'high' }],
  ] as const) {
    const { body, status } = await call('POST', '/v1/tasks', { name, ...fields, taskSection: section });
    expect(status, JSON.stringify(body)).toBe(201);
    if (name === 'Water') blocked = body.id;
  }
  const below = await firstSection(call, cellar.id);
  await call('POST', '/v1/tasks', { name: 'Apples', status: 'open', priority: 'none', taskSection: below });
  const dashboard = await addDashboard(call, workspace, { name: NAME, description: '<script>alert(1)</script>' });
  const quarry = (await other('POST', '/v1/workspaces', { name: 'Quarry' })).body;
  await other('POST', `/v1/workspaces/${quarry.id}/members`, { items: [{ id: person.id, role: 'viewer' }] });
  await addDashboard(other, quarry, { name: 'Stones', widgets: [{ type: 'count', title: 'All stones' }] });
  return { dashboard, blocked, cellar: cellar.id };
}

async function firstSection(by: Caller, list: string): Promise<{ id: string }> {
  return (await by('GET', `/v1/tasklists/${list}`)).body.taskSections[0];
}

async function addDashboard(by: Caller, { id }: { id: string }, fields: object): Promise<string> {
  const list = (await by('POST', '/v1/dashboardlists', { name: 'Charts', workspace: { id } })).body;
  const dashboardSection = { id: list.dashboardSections[0].id };
  return (await by('POST', '/v1/dashboards', { ...fields, dashboardSection })).body.id;
}

/**
 * Registers the tests.
 * @param made what `makeDashboards` has made, to be asked for once tests run
 * @returns the dashboard as it is left, for who reloads the window
 */
export function testDashboard(pages: () => Pages, made: () => Ids): KeptPage {
  let person: Person;
  let bench: Workbench;
  let call: Caller;
  let ids: Ids;
  beforeAll(async () => {
    ({ person, bench, call } = pages());
    ids = made();
    await bench.showView(VIEW);
    for (const view of ['Tasks', 'My Work', 'Pins']) await bench.hideView(view);
    await open(NAME);
  });

  const page = () => bench.webview().locator('main.dashboard');
  const widget = (name: string) =>
    page()
      .locator('article.widget')
      .filter({ has: bench.page.locator('h2', { hasText: name }) });
  const titles = () => page().locator('article.widget h2 .title').allTextContents();
  const kept = async () => (await call('GET', `/v1/dashboards/${ids.dashboard}`)).body.widgets;

  /** Opens a dashboard with a click on its row; a row that is drawn anew in this moment takes no click. */
  async function open(name: string): Promise<void> {
    await bench.waitForRow(VIEW, name);
    await waitFor(`the dashboard ${name} to open`, async () => {
      await bench.row(VIEW, name).locator('.label-name').click();
      await page().getByRole('heading', { level: 1, name }).waitFor({ timeout: 5_000 });
      return true;
    });
  }

  async function add(type: string, title = ''): Promise<void> {
    const before = await page().locator('article.widget').count();
    await page().getByText('Add Widget', { exact: true }).first().click();
    const form = page().getByRole('form', { name: 'New widget' });
    await form.getByLabel('Shows').selectOption({ label: type });
    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: 'Add Widget' }).click();
    await page().locator('article.widget').nth(before).waitFor();
  }

  const figure = (of: string, bar: string) => widget(of).getByRole('row', { name: bar }).getByRole('cell');
  const waitForFigure = (of: string, bar: string, count: number) =>
    waitFor(`${bar}: ${count} in ${of}`, async () => (await figure(of, bar).textContent())?.trim() === String(count));
  const waitForTitles = (...wanted: string[]) =>
    waitFor(`the widgets ${wanted.join(', ')}`, async () => (await titles()).join() === wanted.join());

  test('a click opens it; widgets are added and kept one by one, with the figures of the tasks; hostile texts are text', async () => {
    await page().getByText('<script>alert(1)</script>').waitFor();
    await add('Tasks by status');
    await add('Open work by priority');
    await add('Open work by assignee');
    await add('Due and overdue');
    await add('Done over time');
    await add('How many tasks', TITLE);
    await waitFor('the widgets on the server', async () => (await kept()).length === 6);
    expect((await kept()).map(({ type }: { type: string }) => type).join()).toBe(
      'status,priority,assignee,due,burnup,count',
    );
    await waitForFigure('Tasks by status', 'In Progress', 1);
    await waitForFigure('Open work by priority', 'High', 2);
    await waitForFigure('Open work by assignee', 'me', 1);
    await waitForFigure('Due and overdue', 'Overdue', 1);
    await waitForFigure(TITLE, 'All', 5);
    await widget('Done over time').getByText('1 of 5 tasks are done.').waitFor();
    await bench.picture('dashboard');
  });

  test('what is changed elsewhere shows', async () => {
    await call('PATCH', `/v1/tasks/${ids.blocked}`, { status: 'review' });
    await waitForFigure('Tasks by status', 'In Review', 1);
    await waitForFigure('Tasks by status', 'Blocked', 0);
  });

  test('a click on a bar, or on its number, lists its tasks in the tree', async () => {
    const rows = async () =>
      (await bench.rows('Tasks')).filter(({ checked }) => checked !== undefined).map(({ label }) => label);
    await widget('Open work by priority').getByRole('button', { name: 'High: list 2 tasks' }).click();
    await waitFor('the two tasks', async () => (await rows()).sort().join() === 'Plant,Prune');
    await bench.pane('Tasks').getByText('of high priority, not completed, in Orchard').waitFor();
    await bench.picture('dashboard-listed');
    // The first bar of the chart begins right of its axis.
    const canvas = widget('Tasks by status').locator('canvas');
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: (box?.width ?? 0) * 0.15, y: (box?.height ?? 0) * 0.6 } });
    await waitFor('the two tasks that are open', async () => (await rows()).sort().join() === 'Apples,Plant');
    await bench.run('Tackboard: Clear Filter');
    await waitFor('all tasks', async () => (await rows()).length >= 5);
  });

  test('widgets are moved by key, by button and dragged, changed, and removed', async () => {
    await widget('Tasks by status').focus();
    await bench.page.keyboard.press('Alt+ArrowRight');
    const order = ['Open work by priority', 'Tasks by status', 'Open work by assignee'];
    const rest = ['Due and overdue', 'Done over time', TITLE];
    await waitForTitles(...order, ...rest);
    await widget('Tasks by status').and(page().locator(':focus')).waitFor();
    await page().getByText('Tasks by status: moved to place 2 of 6').waitFor({ state: 'attached' });
    await page().getByRole('button', { name: 'Move Tasks by status on' }).click();
    await waitForTitles('Open work by priority', 'Open work by assignee', 'Tasks by status', ...rest);
    await widget('Tasks by status').locator('h2').dragTo(widget('Open work by priority'));
    await waitForTitles('Tasks by status', 'Open work by priority', 'Open work by assignee', ...rest);
    await page().getByRole('button', { name: 'Edit Due and overdue' }).click();
    const form = page().getByRole('form', { name: 'Edit widget' });
    await form.getByLabel('Title').fill('Cellar alone');
    await form.getByLabel('the whole space').uncheck();
    await form.getByLabel(`${CELLAR} (Orchard)`).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await waitForFigure('Cellar alone', 'No Due Date', 1);
    await waitForFigure('Cellar alone', 'Overdue', 0);
    await page().getByRole('button', { name: 'Remove Open work by assignee' }).click();
    await waitForTitles('Tasks by status', 'Open work by priority', 'Cellar alone', 'Done over time', TITLE);
    await waitFor('all of it on the server', async () => {
      const widgets: { title?: string; lists?: string[] }[] = await kept();
      return widgets.length === 5 && widgets[2]?.title === 'Cellar alone' && widgets[2].lists?.join() === ids.cellar;
    });
  });

  test('name and description are set there; what is refused says why and stays', async () => {
    await page().getByRole('button', { name: 'Edit name and description' }).click();
    const form = page().getByRole('form', { name: 'Edit dashboard' });
    await form.getByLabel('Name').fill('   ');
    await form.getByLabel('Description').fill('What is\nleft');
    await form.getByLabel('Description').press('Control+Enter');
    await form.getByRole('alert').getByText('Type a name').waitFor();
    expect(await form.getByLabel('Description').inputValue()).toBe('What is\nleft');
    await form.getByLabel('Name').fill('This week');
    await form.getByLabel('Name').press('Enter');
    await bench.waitForRow(VIEW, 'This week');
    await bench.page.getByRole('tab', { name: /^This week/ }).waitFor();
    const shown = page().locator('header .description');
    await waitFor('the lines on the page', async () => (await shown.textContent()) === 'What is\nleft');
  });

  test('it is saved as CSV, in which nothing runs, and as a picture', async () => {
    const save = async (button: string, file: string) => {
      await page().getByText(button, { exact: true }).click();
      return waitFor(`the file ${file}`, async () => {
        // In a browser the dialog is an input that holds the path, and takes no key until it has looked at the folder.
        if (await bench.quickInput.isVisible()) await bench.quickInput.press('Enter', { timeout: 1_000 });
        const bytes = await readFile(join(person.vscode.workspace, file));
        return bytes.length > 0 && bytes;
      });
    };
    const csv = (await save('Export as CSV', 'This week.csv')).toString();
    expect(csv).toContain(`"This week","Orchard","'${TITLE}","count","all",0,"all","",5\r\n`);
    expect(csv).toContain(`"This week","Orchard","Cellar alone","due","${CELLAR}",0,"none","",1\r\n`);
    const png = await save('Export as PNG', 'This week.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(800);
  });

  test('a widget whose list is gone says so', async () => {
    await call('DELETE', `/v1/tasklists/${ids.cellar}`);
    await widget('Cellar alone').getByText('A list of this widget is gone or not open here.').waitFor();
    await waitForFigure('Cellar alone', 'No Due Date', 0);
  });

  test('a viewer sees the figures and nothing to change them by', async () => {
    await open('Stones');
    await page().getByText('You may read this dashboard, but not change it.').waitFor();
    await waitForFigure('All stones', 'All', 0);
    expect(await page().getByRole('button').allTextContents()).toEqual(['Export as PNG', 'Export as CSV']);
    expect(await page().locator('[draggable="true"]').count()).toBe(0);
    await bench.picture('dashboard-viewer');
    await bench.closeEditor(/^Stones/);
  });

  return {
    tab: /^This week/,
    ready: () => widget('Tasks by status').waitFor(),
    leave: async () => {
      await widget('Done over time').getByText('Day by day').click();
      await page().getByText('Add Widget', { exact: true }).first().click();
      await page().evaluate(() => window.scrollTo(0, 40));
      await page().getByLabel('Title').fill('Half typed');
      return 'Half typed';
    },
    find: async () => {
      await waitFor('the form as it was', async () => (await page().getByLabel('Title').inputValue()) === 'Half typed');
      await widget('Done over time').locator('details[open]').waitFor();
      expect(await page().evaluate(() => window.scrollY)).toBe(40);
      await waitForFigure('Tasks by status', 'In Progress', 1);
    },
  };
}
