/** A person at a VS Code of their own: a server with its own profile, the packaged extension in it, and a browser window on it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from './chromium';
import { tempFolder } from './temp-folder';
import { installVsCode } from './vscode-install';
import { QUIET, startVsCode, type VsCodeServer } from './vscode-server';
import { Workbench } from './workbench';

/** What a person is handed before VS Code starts. */
export interface PersonChoice {
  /** part of the folder's name, for who reads logs */
  readonly name: string;
  /** the connection that `npm start` would hand over; nobody is signed in without it */
  readonly connection?: { readonly url: string; readonly token: string };
  /** an origin of its own for each folder's extension host in the browser, as on vscode.dev */
  readonly folderOrigins?: boolean;
  /** the language of VS Code; English unless told */
  readonly language?: keyof typeof TASKS;
  /** further extensions: the absolute paths of their folders */
  readonly extensions?: readonly string[];
  /** user settings; quiet ones unless told */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The view that a person sees first, by its name in the languages. */
const TASKS = { en: 'Tasks', de: 'Aufgaben' } as const;

/** What comes up over the rows that a test acts on next: a row's explanation where the pointer rests, the rows above where a view is scrolled. */
const NOTHING_OVER_ROWS = { 'workbench.hover.delay': 600_000, 'workbench.tree.enableStickyScroll': false };

/** A person whose Tasks view is open. `await using` ends everything. */
export interface Person extends AsyncDisposable {
  readonly workbench: Workbench;
  readonly vscode: VsCodeServer;
  /** Opens another window of the same profile. */
  openWindow(): Promise<Workbench>;
}

/**
 * Starts a person's VS Code and opens the Tasks view. The extension is the one that the run has installed (installed-extension.ts).
 * @throws if VS Code or Chromium is not installed or does not start
 */
export async function startPerson({
  name,
  connection,
  settings = QUIET,
  folderOrigins = false,
  language = 'en',
  extensions = [],
}: PersonChoice): Promise<Person> {
  const home = tempFolder(name);
  const ends: (() => Promise<unknown>)[] = [() => home.remove()];
  const end = async (): Promise<void> => {
    for (const part of ends.splice(0).reverse()) await part();
  };
  try {
    const handed = join(home.path, 'connect.json');
    if (connection) await writeFile(handed, JSON.stringify(connection), { mode: 0o600 });
    const vscode = await startVsCode({
      install: await installVsCode(),
      home: home.path,
      extensions: inject('extensions'),
      // What the workbench looks like; nothing else is in the way of a quick start.
      builtIn: ['theme-defaults', 'theme-seti', ...extensions],
      env: connection ? { TACKBOARD_CONNECT_FILE: handed } : {},
      settings: { ...settings, ...NOTHING_OVER_ROWS },
      folderOrigins,
      ...(language !== 'en' && { language }),
    });
    ends.push(() => vscode.stop());
    const browser = await openBrowser(join(home.path, 'profile'));
    ends.push(() => browser.close());
    const openWindow = async (page: Page): Promise<Workbench> => {
      const workbench = await Workbench.open(page, vscode.address());
      await workbench.showView(TASKS[language]);
      return workbench;
    };
    const workbench = await openWindow(browser.pages()[0] ?? (await browser.newPage()));
    return {
      workbench,
      vscode,
      openWindow: async () => openWindow(await browser.newPage()),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
