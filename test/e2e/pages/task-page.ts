// The page of a task: fields, subtasks, two windows in one description, texts that would like to be code.
import { beforeAll, expect, test } from 'vitest';
import { waitUntilKept } from '../../support/kept-state';
import type { Person } from '../../support/person';
import type { Caller } from '../../support/rest';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { KeptPage, Pages } from './pages';

const NAME = '<img src=x onerror=alert(1)> [run](command:evil)';
/** What the workbench keeps of a page whose preview was chosen: JSON in JSON in JSON. */
const PREVIEW_KEPT = 'preview\\\\\\":true';
const HOSTILE = [
  '# Title',
  '**bold** <script>document.title = "ran"</script> <img src="https://evil.example/a.png">',
  '![picture](https://evil.example/b.png) [fine](https://example.org/page)',
  '[run](command:workbench.action.quit) [also](javascript:alert(1)) [file](data:text/html,x)',
].join('\n\n');

/** Makes the task that the tests look at, in a workspace of its own. @returns its id */
export async function makeTask(call: Caller): Promise<string> {
  const { body: workspace } = await call('POST', '/v1/workspaces', { name: 'Meadow' });
  const { body: list } = await call('GET', `/v1/tasklists/${workspace.taskLists[0].id}`);
  const task = { name: NAME, description: HOSTILE, status: 'open', priority: 'low', taskSection: list.taskSections[0] };
  return (await call('POST', '/v1/tasks', task)).body.id;
}

/**
 * Registers the tests.
 * @param made the id that `makeTask` gave, to be asked for once tests run
 * @returns the page as it is left, for who reloads the window
 */
export function testTaskPage(pages: () => Pages, made: () => string): KeptPage {
  let person: Person;
  let bench: Workbench;
  let call: Caller;
  let id: string;
  beforeAll(async () => {
    ({ person, bench, call } = pages());
    id = made();
    await bench.showView('Tasks');
    await bench.waitForRow('Tasks', NAME);
  });

  const read = async () => (await call('GET', `/v1/tasks/${id}`)).body;
  const editor = (of = bench) => of.webview().locator('.cm-content');
  /** The text in an editor, without the names at the carets of others. */
  const textIn = (of: Workbench) =>
    editor(of).evaluate((content) => {
      const copy = content.cloneNode(true) as HTMLElement;
      for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove();
      return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
    });

  test('Enter opens it; fields and subtasks are changed there and are in the tree and on the server', async () => {
    const page = bench.webview();
    // A row that is drawn anew in this moment loses the focus.
    await waitFor('the page to open', async () => {
      await bench.row('Tasks', NAME).locator('.label-name').click();
      await bench.page.keyboard.press('Enter');
      await editor().waitFor({ timeout: 5_000 });
      return true;
    });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(NAME);

    await page.locator('#status').click();
    await page.locator('#status').getByRole('option', { name: 'In Progress' }).click();
    await page.locator('#dueDate').fill('2030-05-01');
    await page.getByLabel('Assign', { exact: true }).selectOption({ label: 'me' });
    const add = page.locator('#add-subtask input');
    await add.fill('Water it !high');
    await add.press('Enter');
    await page.locator('.subtasks').getByText('Water it').waitFor();
    await page.getByLabel('Completed: Water it').check();
    await waitFor('all of it on the server', async () => {
      const { status, dueDate, assignees } = await read();
      return status === 'progress' && dueDate === '2030-05-01T00:00:00.0000000' && assignees.length === 1;
    });
    await bench.waitForRow('Tasks', NAME, { expanded: false });
  });

  test('a rename elsewhere shows, and leaving the field writes nothing back; what is typed there is the new name', async () => {
    const name = bench.webview().getByLabel('Name', { exact: true });
    await name.click();
    await call('PATCH', `/v1/tasks/${id}`, { name: 'Renamed elsewhere' });
    await waitFor('the new name in the field', async () => (await name.inputValue()) === 'Renamed elsewhere');
    await editor().click();
    expect((await read()).name).toBe('Renamed elsewhere');
    await name.fill('Plant trees');
    await name.press('Enter');
    await bench.waitForRow('Tasks', 'Plant trees');
    await waitFor('the name on the server', async () => (await read()).name === 'Plant trees');
  });

  test('the preview shows Markdown; nothing in it runs, nothing is fetched, and links go through the rules of pins', async () => {
    const page = bench.webview();
    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.locator('.preview');
    await preview.locator('h1', { hasText: 'Title' }).waitFor();
    expect(await preview.locator('script, img, iframe, [href], [src], [onerror], [style]').count()).toBe(0);
    expect(await preview.getByRole('link').allTextContents()).toEqual([
      'https://evil.example/a.png',
      'picture',
      'fine',
    ]);
    expect(await preview.textContent()).toContain('[run](command:workbench.action.quit)');
    await bench.picture('task-preview');
    // A window that begins now begins with this page as it is.
    await waitUntilKept(bench.page, PREVIEW_KEPT);
    await page.getByRole('tab', { name: 'Text' }).click();
  });

  test('two windows type into one description at once: both and the server read the same, with every letter', async () => {
    const second = await person.openWindow();
    // A second window of the profile is signed in as the first one is.
    await second.statusBar('synced').waitFor();
    await second.action('Tasks', 'Plant trees', 'Open Task');
    // In the browser VS Code begins a window with the pages that it has kept of another one, the preview chosen.
    await second.webview().getByRole('tab', { name: 'Text' }).click();
    await editor(second).waitFor();
    await bench.webview().getByText('you, in another window is looking').waitFor();
    await editor().click();
    await bench.page.keyboard.press('Control+Home');
    await editor(second).click();
    await second.page.keyboard.press('Control+End');
    await Promise.all([
      bench.page.keyboard.type('From the first window. '),
      second.page.keyboard.type(' From the second window.'),
    ]);
    const wanted = `From the first window. ${HOSTILE} From the second window.`;
    for (const window of [bench, second])
      await waitFor('the same text in both windows', async () => (await textIn(window)) === wanted);
    await bench.webview().locator('.remote-caret').waitFor({ state: 'attached' });
    await bench.picture('task-two-windows');
    await waitFor('the text on the server', async () => (await read()).description === wanted);
    // The caret is where one typed, though the other one has typed since; undo takes back one's own only.
    await bench.page.keyboard.type('Here.');
    await waitFor('the letters at the caret', async () =>
      (await textIn(second)).startsWith('From the first window. Here.#'),
    );
    await second.page.keyboard.press('Control+z');
    await waitFor(
      'what the other window typed to be gone',
      async () => !(await textIn(bench)).includes('second window'),
    );
    expect(await textIn(bench)).toContain('From the first window. Here.');
    await second.page.close();
  });

  return {
    tab: /^Plant trees/,
    ready: () => bench.webview().getByRole('tab', { name: 'Preview' }).waitFor(),
    leave: async () => {
      await bench.webview().getByRole('tab', { name: 'Preview' }).click();
      // Last, so that what is kept with it is all of it.
      await bench.webview().locator('#add-subtask input').fill('Half a subtask');
      return 'Half a subtask';
    },
    find: async () => {
      await bench.webview().locator('.preview', { hasText: 'From the first window.' }).waitFor();
      expect(await bench.webview().locator('#add-subtask input').inputValue()).toBe('Half a subtask');
      // The editor is what is looked at in every theme.
      await bench.webview().getByRole('tab', { name: 'Text' }).click();
      await editor().waitFor();
    },
  };
}
