// The pages (webviews) in a real VS Code: a board, a dashboard and a task, what stays of them over a reload, and their four themes. All in one window, which takes as long to start as ten tests.
import { describe, expect, test } from 'vitest';
import { faintTexts } from '../support/contrast';
import { waitUntilKept } from '../support/kept-state';
import { putOn, THEMES } from '../support/themes';
import { testBoard } from './pages/board';
import { makeDashboards, testDashboard } from './pages/dashboard';
import { type KeptPage, openPages } from './pages/pages';
import { makeTask, testTaskPage } from './pages/task-page';

let dashboards: Awaited<ReturnType<typeof makeDashboards>>;
let task: string;
const pages = openPages(async (call, person, other) => {
  dashboards = await makeDashboards(call, person, other);
  task = await makeTask(call);
});
const kept: KeptPage[] = [];
describe('a board', () => void kept.push(testBoard(pages)));
describe('a dashboard', () => void kept.push(testDashboard(pages, () => dashboards)));
describe('a task’s page', () => void kept.push(testTaskPage(pages, () => task)));

const show = async (page: KeptPage) => {
  await pages().bench.page.getByRole('tab', { name: page.tab }).click();
  await page.ready();
};

test('what was begun on each is there again after a crash of the extension, of which they tell, and a reload, signed in as before', async () => {
  const { bench, person } = pages();
  const begun: string[] = [];
  for (const page of kept) {
    await show(page);
    begun.push(await page.leave());
  }
  for (const text of begun) await waitUntilKept(bench.page, text);
  // Where the extension ends without a word, VS Code starts it anew, and keeps the pages on the screen, which it does not hear any more.
  for (const host of person.vscode.extensionHosts()) process.kill(host, 'SIGKILL');
  await bench.webview().getByRole('alert').filter({ hasText: 'does not hear this page' }).waitFor();
  await bench.picture('page-unheard');
  await bench.reload();
  for (const page of kept) {
    await show(page);
    await page.find();
  }
  await bench.statusBar('synced').waitFor();
});

test('each can be read in all four themes, and in the one that VS Code begins with', async () => {
  const { bench, person } = pages();
  const read = async (page: KeptPage, theme: string) => {
    expect(await faintTexts(bench.webview().locator('body')), `${page.tab} in ${theme}`).toEqual([]);
    await bench.picture(`page-${page.tab.source}-${theme}`);
  };
  for (const page of kept) {
    await show(page);
    await read(page, 'the first theme');
  }
  for (const theme of THEMES) {
    for (const page of kept) {
      await show(page);
      await putOn(person.vscode, bench, theme);
      await read(page, theme.theme);
    }
  }
});

test('nothing has broken a policy, or been fetched', () => {
  expect(pages().watch).toEqual({ violations: [], fetched: [] });
});
