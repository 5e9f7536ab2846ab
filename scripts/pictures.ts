/** `npm run pictures`: takes the pictures of the README and of the walkthrough anew, of a real VS Code with records of a real server. Look at each afterwards. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { installChromium, openBrowser } from '../test/support/chromium';
import { writeFolderSettings } from '../test/support/folder-settings';
import { caller } from '../test/support/rest';
import { addUser, startSyncServer } from '../test/support/sync-server';
import { tempFolder } from '../test/support/temp-folder';
import { installVsCode } from '../test/support/vscode-install';
import { installExtension, QUIET, startVsCode, type VsCodeServer } from '../test/support/vscode-server';
import { Workbench } from '../test/support/workbench';
import { build } from './build';
import { packageExtension } from './package-extension';
import { packPicture } from './picture-file';
import { makePictureRecords } from './picture-records';
import { inRoot, ROOT } from './root';

/** The themes that pictures are taken in, by the ends of files' names; a high-contrast theme shows the one of its kind. */
const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern' } as const;
type Theme = keyof typeof THEMES;

/** The side bar shows a task's line whole at this width, in CSS pixels. */
const SIDE_BAR = 500;
/** What is left around the thing that a picture shows, in CSS pixels. */
const MARGIN = 12;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes all pictures. @returns 0 once they are written */
export async function main(): Promise<number> {
  await installChromium();
  const install = await installVsCode();
  await using folder = tempFolder('pictures');
  await build({ production: true });
  const package_ = join(folder.path, 'tackboard.vsix');
  await packageExtension(package_);
  const server = await startSyncServer({ data: join(folder.path, 'server') });
  const connection = await makeTeam(server.url, server.data);
  const home = join(folder.path, 'vscode');
  await installExtension(install, home, package_);
  const handed = join(folder.path, 'connect.json');
  await writeFile(handed, JSON.stringify(connection), { mode: 0o600 });
  const vscode = await startVsCode({
    install,
    home,
    builtIn: ['theme-defaults', 'theme-seti'],
    env: { TACKBOARD_CONNECT_FILE: handed },
    settings: { ...QUIET, 'workbench.hover.delay': 600_000, 'workbench.reduceMotion': 'on' },
  });
  const browser = await openBrowser(join(folder.path, 'browser'), 2);
  try {
    const bench = await Workbench.open(await browser.newPage(), vscode.address());
    await new Album(vscode, browser, bench).fill();
  } finally {
    await browser.close();
    await vscode.stop();
    await server.stop();
  }
  return 0;
}

/** Makes the people and their records. @returns the connection of who looks at them */
async function makeTeam(url: string, data: string): Promise<{ readonly url: string; readonly token: string }> {
  const ada = await addUser(data, 'Ada', 'ada@example.com');
  const ben = await addUser(data, 'Ben', 'ben@example.com');
  const cleo = await addUser(data, 'Cleo', 'cleo@example.com');
  await makePictureRecords({ ada: { id: ada.id, call: caller(url, ada.token) }, ben, cleo });
  return { url, token: ada.token };
}

/** The pictures of one window. */
class Album {
  readonly #vscode: VsCodeServer;
  readonly #browser: BrowserContext;
  readonly #bench: Workbench;
  #packing: Page | undefined;

  constructor(vscode: VsCodeServer, browser: BrowserContext, bench: Workbench) {
    this.#vscode = vscode;
    this.#browser = browser;
    this.#bench = bench;
  }

  get #page(): Page {
    return this.#bench.page;
  }

  async fill(): Promise<void> {
    await this.#putOn('light');
    await this.#window();
    // One scene after the other: views that are folded come back with another height.
    for (const scene of [this.#views, this.#team, this.#newTask]) {
      for (const theme of ['light', 'dark'] as const) {
        await this.#putOn(theme);
        await scene.call(this, theme);
      }
    }
  }

  /** The whole window, for the README. */
  async #window(): Promise<void> {
    await this.#page.setViewportSize({ width: 1440, height: 820 });
    await this.#bench.showView('Tasks');
    await this.#bench.statusBar('Tackboard: synced').waitFor();
    await this.#bench.waitForRow('Tasks', 'Freeze the public API');
    const sideBar = await boxOf(this.#page.locator('.part.sidebar'));
    await this.#drag(
      { x: sideBar.x + sideBar.width, y: sideBar.y + 300 },
      { x: sideBar.x + SIDE_BAR, y: sideBar.y + 300 },
    );
    await this.#fold('Pins', 'Personal');
    // The tasks take what they need; below are the pins.
    const pins = await boxOf(this.#bench.pane('Pins'));
    const next = await boxOf(this.#bench.pane('My Work'));
    const { y, height } = await this.#viewBox('Tasks');
    await this.#drag({ x: pins.x + 200, y: pins.y }, { x: pins.x + 200, y: pins.y - (next.y - y - height) });
    await this.#bench.waitForRow('Pins', 'Staging');
    await this.#bench.action('Tasks', 'Release 2.0', 'Open Board');
    await this.#bench.webview().locator('.card').filter({ hasText: 'Import from the old tracker' }).waitFor();
    await this.#bench.clearNotifications();
    await this.#rest();
    await this.#take('docs/images/tasks.png');
    await this.#bench.run('View: Close All Editors');
  }

  /** The views Tasks and Pins. */
  async #views(theme: Theme): Promise<void> {
    await this.#page.setViewportSize({ width: 1440, height: 1200 });
    for (const view of ['Tasks', 'Pins']) await this.#bench.showView(view);
    await this.#bench.waitForRow('Tasks', 'Freeze the public API');
    await this.#bench.waitForRow('Pins', 'Staging');
    await this.#fold('Tasks', 'Personal');
    await this.#rest();
    await this.#take(walkthrough('tasks', theme), await this.#viewBox('Tasks'));
    await this.#take(walkthrough('pins', theme), await this.#viewBox('Pins'));
  }

  /** Who is in a workspace, and the status bar below. */
  async #team(theme: Theme): Promise<void> {
    for (const view of ['Tasks', 'Pins']) await this.#bench.hideView(view);
    await this.#bench.showView('Workspaces');
    await this.#bench.expand('Workspaces', 'Harbour');
    await this.#bench.expand('Workspaces', 'Members');
    await this.#bench.waitForRow('Workspaces', 'Ben');
    await this.#page.setViewportSize({ width: 1440, height: 430 });
    await this.#putOn(theme, { 'workbench.activityBar.location': 'hidden' });
    await this.#page.locator('.part.activitybar').waitFor({ state: 'hidden' });
    await this.#rest();
    const bar = await boxOf(this.#page.locator('.part.statusbar'));
    const y = (await boxOf(this.#bench.pane('Workspaces'))).y + 1;
    await this.#take(walkthrough('team', theme), { x: 0, y, width: 400, height: bar.y + bar.height - y });
    await this.#putOn(theme);
    await this.#bench.hideView('Workspaces');
  }

  /** The input box of Add Task, with what the step of the walkthrough says. */
  async #newTask(theme: Theme): Promise<void> {
    // Narrow, so that its letters are not small where the picture is drawn smaller; nothing else is behind the box.
    await this.#page.setViewportSize({ width: 800, height: 800 });
    // A shadow has more shades than a small file has colours.
    await this.#page.addStyleTag({ content: '.quick-input-widget { box-shadow: none !important; }' });
    await this.#bench.run('View: Toggle Primary Side Bar Visibility');
    await this.#bench.run('Tackboard: Add Task');
    await this.#bench.pick('Release 2.0 / Before we ship');
    await this.#bench.quickInput.fill('ship docs friday !high');
    const widget = this.#page.locator('.quick-input-widget:visible');
    await widget.getByText('priority high').waitFor();
    const { x, y, width } = await boxOf(widget);
    await this.#drag({ x: x + width / 4, y: y + 12 }, { x: x + width / 4, y: y + 12 + 60 });
    await this.#take(walkthrough('add', theme), around(await boxOf(widget), MARGIN));
    await this.#page.keyboard.press('Escape');
    await this.#bench.run('View: Toggle Primary Side Bar Visibility');
  }

  /** Puts a theme on by the folder's settings, and waits until the window has it. */
  async #putOn(theme: Theme, settings: object = {}): Promise<void> {
    await writeFolderSettings(this.#vscode, { 'workbench.colorTheme': THEMES[theme], ...settings });
    await this.#page.locator(`.monaco-workbench[class*="${theme}_modern"]`).waitFor();
  }

  async #drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.#page.mouse.move(from.x, from.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(to.x, to.y, { steps: 5 });
    await this.#page.mouse.up();
  }

  /** Folds a row of a view if it is unfolded. */
  async #fold(view: string, label: string): Promise<void> {
    if ((await this.#bench.waitForRow(view, label)).expanded)
      await this.#bench.row(view, label).locator('.monaco-tl-twistie').click();
    await this.#bench.waitForRow(view, label, { expanded: false });
  }

  /** Nothing is pointed at or has the focus. */
  async #rest(): Promise<void> {
    await this.#page.mouse.move(0, 0);
    await this.#page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  }

  /** A view from its title to its last row. */
  async #viewBox(view: string): Promise<Box> {
    const pane = await boxOf(this.#bench.pane(view));
    const rows = await this.#bench.pane(view).locator('.monaco-list-row').all();
    const ends = await Promise.all(rows.map(async (row) => boxOf(row)));
    const end = Math.max(...ends.map(({ y, height }) => y + height));
    const sideBar = await boxOf(this.#page.locator('.part.sidebar'));
    // Without the lines at its edges.
    const bottom = Math.min(end + MARGIN / 2, pane.y + pane.height - 1);
    const top = pane.y - MARGIN / 2;
    return { x: sideBar.x, y: top, width: sideBar.width - 2, height: bottom - top };
  }

  /** Takes a picture, of all of the window unless told. */
  async #take(path: string, clip?: Box): Promise<void> {
    const png = await this.#page.screenshot({ caret: 'hide', animations: 'disabled', ...(clip && { clip }) });
    this.#packing ??= await this.#browser.newPage();
    const packed = await packPicture(this.#packing, png);
    const file = inRoot(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, packed);
    console.log(`${relative(ROOT, file)}: ${packed.length} bytes (${png.length} as PNG)`);
  }
}

const walkthrough = (name: string, theme: Theme): string => `media/walkthrough/${name}-${theme}.png`;

async function boxOf(shown: Locator): Promise<Box> {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} is not shown.`);
  return box;
}

const around = ({ x, y, width, height }: Box, by: number): Box => ({
  x: Math.max(0, x - by),
  y: Math.max(0, y - by),
  width: width + 2 * by,
  height: height + 2 * by,
});
