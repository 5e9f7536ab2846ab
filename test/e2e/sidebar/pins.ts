// The views "Pins" and "Dashboards": mouse, keyboard, drag and drop, input boxes, the editor.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { waitUntilKept } from '../../support/kept-state';
import type { Person } from '../../support/person';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { Sidebar } from './sidebar';

const VIEW = 'Pins';
const SECTION = 'Section 1';

/** Registers the tests. */
export function testPins(sidebar: () => Sidebar): void {
  let person: Person;
  let bench: Workbench;
  beforeAll(async () => {
    ({ person, bench } = sidebar());
    for (const view of ['My Work', 'Trash']) await bench.hideView(view);
    await bench.showView(VIEW);
    await bench.waitForRow(VIEW, 'Personal Pins');
  });

  async function add(name: string, url: string): Promise<void> {
    await bench.action(VIEW, SECTION, 'Add Pin');
    await bench.answer(url, 'The URL to pin');
    await bench.answer(name, 'The name of the pin');
    await bench.waitForAdded(VIEW, name);
  }

  const order = async () => (await bench.rows(VIEW)).filter(({ level }) => level === 4).map(({ label }) => label);
  const focus = (name: string) => bench.row(VIEW, name).click({ button: 'right' });

  test('a URL is refused with the reason, then pinned, and shown as text', async () => {
    await bench.action(VIEW, SECTION, 'Add Pin');
    await bench.quickInput.waitFor();
    await bench.answerInVain('command:workbench.action.closeSidebar', 'The URL must start with http:');
    await bench.answer('https://example.org/guide');
    await bench.answer('[run](command:quit) $(bug)', 'The name of the pin');
    await bench.waitForRow(VIEW, '[run](command:quit) $(bug)', { level: 4, description: 'example.org' });
    const row = bench.row(VIEW, '[run](command:quit) $(bug)');
    expect(await row.locator('a[href], .label-name .codicon').count()).toBe(0);
    await bench.menu(VIEW, '[run](command:quit) $(bug)', 'Delete Pin');
    await bench.answerNotification('Deleted', 'Undo');
    await bench.waitForRow(VIEW, '[run](command:quit) $(bug)');
    await bench.menu(VIEW, '[run](command:quit) $(bug)', 'Delete Pin');
    await bench.waitForNoRow(VIEW, '[run](command:quit) $(bug)');
  });

  test('a file opens in the editor with a click', async () => {
    const file = join(person.vscode.workspace, 'notes.txt');
    await writeFile(file, 'what to remember\n');
    await add('Notes', pathToFileURL(file).href);
    await bench.row(VIEW, 'Notes').locator('.label-name').click();
    await bench.page.locator('.tab').filter({ hasText: 'notes.txt' }).waitFor();
  });

  test('a URL opens outside as it stands, each character of it', async () => {
    const url = 'https://example.org/C%23/a%2Fb?q=c%2B%2B&next=%2Fx%3Dy%26z#frag%3Dx';
    await add('Search', url);
    // What the browser is asked for, which has no other pages to open here.
    await bench.page.evaluate(() => {
      const asked: string[] = [];
      Object.assign(window, {
        asked,
        open: (at: string) => asked.push(at) && { closed: false, focus: () => undefined },
      });
    });
    await bench.row(VIEW, 'Search').locator('.label-name').click();
    await bench.page.locator('.monaco-dialog-box').getByText('Open', { exact: true }).click();
    const asked = () => bench.page.evaluate(() => (window as unknown as { asked: readonly string[] }).asked);
    await waitFor('the browser to be asked', async () => (await asked()).length > 0);
    expect(await asked()).toEqual([url]);
    await bench.menu(VIEW, 'Search', 'Delete Pin');
    await bench.waitForNoRow(VIEW, 'Search');
  });

  test('the keyboard renames and moves, and opens nothing by that', async () => {
    await add('Other', 'https://example.org/other');
    await bench.run('View: Close All Editors');
    await bench.showView(VIEW);
    await focus('Notes');
    await bench.page.keyboard.press('Escape');
    await bench.page.keyboard.press('Alt+ArrowDown');
    await waitFor('the pin to have moved', async () => (await order()).join() === 'Other,Notes');
    await bench.page.keyboard.press('F2');
    await bench.answer('My notes', 'The new name');
    await bench.waitForRow(VIEW, 'My notes');
    expect(await bench.page.locator('.tab').count()).toBe(0);
  });

  test('a pin is dragged before another', async () => {
    await bench.drag(VIEW, 'My notes', 'Other');
    await waitFor('the pin to have moved', async () => (await order()).join() === 'My notes,Other');
  });

  test('a pin to a task shows it in the Tasks view', async () => {
    await bench.run('Tackboard: Add Task');
    await bench.answer('Ship it', 'Add a task to');
    await bench.waitForAdded('Tasks', 'Ship it');
    await bench.menu(VIEW, SECTION, 'Pin a Record…');
    await bench.pick('Ship it');
    await bench.answer('The task', 'The name of the pin');
    await bench.waitForRow(VIEW, 'The task', { description: 'Task' });
    await bench.row(VIEW, 'The task').locator('.label-name').click();
    await bench.row('Tasks', 'Ship it').and(bench.page.locator('.selected')).waitFor();
    await bench.picture('pins');
  });

  test('dashboards are added, renamed and moved by key, dragged, deleted and brought back', async () => {
    const view = 'Dashboards';
    const dashboards = async () =>
      (await bench.rows(view)).filter(({ level }) => level === 4).map(({ label }) => label);
    await bench.showView(view);
    await bench.waitForRow(view, 'My Dashboards');
    for (const name of ['Week', '[run](command:quit)']) {
      await bench.action(view, SECTION, 'Add Dashboard');
      await bench.answer(name, 'Add a dashboard to');
      await bench.waitForAdded(view, name);
      // It opens, to be filled.
      await bench.page.locator('.tab').filter({ hasText: name }).waitFor();
    }
    await bench.run('View: Close All Editors');
    await bench.showView(view);
    await bench.row(view, 'Week').click({ button: 'right' });
    await bench.page.keyboard.press('Escape');
    await bench.page.keyboard.press('Alt+ArrowDown');
    await waitFor(
      'the dashboard to have moved',
      async () => (await dashboards()).join() === '[run](command:quit),Week',
    );
    await bench.page.keyboard.press('F2');
    await bench.answer('This week', 'The new name');
    await bench.waitForRow(view, 'This week');
    expect(await bench.page.locator('.tab').count()).toBe(0);
    await bench.drag(view, 'This week', '[run](command:quit)');
    await waitFor('the dashboard to be first', async () => (await dashboards())[0] === 'This week');
    await bench.menu(view, 'This week', 'Delete Dashboard');
    await bench.answerNotification('Deleted', 'Undo');
    await bench.waitForRow(view, 'This week');
    await bench.picture('dashboards');
  });

  test('what is folded stays so over a reload', async () => {
    const list = { [VIEW]: 'Personal Pins', Dashboards: 'My Dashboards' };
    const fold = (view: string, name: string) => bench.row(view, name).locator('.monaco-tl-twistie').click();
    for (const [view, name] of Object.entries(list)) {
      await bench.showView(view);
      await fold(view, name);
      await bench.waitForNoRow(view, SECTION);
    }
    await waitUntilKept(bench.page, 'tackboard.expansion.dashboards');
    await bench.reload();
    for (const [view, name] of Object.entries(list)) {
      await bench.showView(view);
      await bench.row(view, name).and(bench.page.locator('[aria-expanded="false"]')).waitFor();
      await fold(view, name);
      await bench.waitForRow(view, SECTION);
    }
  });
}
