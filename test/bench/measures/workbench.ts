/** A real VS Code with a space of 10,000 tasks on its disk: how long its extension host is kept, and a person waits. */
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageExtension } from '../../../scripts/package-extension';
import { openBrowser } from '../../support/chromium';
import { installVsCode } from '../../support/vscode-install';
import { installExtension, QUIET, startVsCode } from '../../support/vscode-server';
import { waitFor } from '../../support/wait';
import { Workbench } from '../../support/workbench';
import { memory } from '../load/accounts';
import type { Figure, Measure, Round } from './measure';
import { ENTRANT, largeReplica } from './window';

/** The names of its figures. */
export const WORKBENCH = {
  activate: 'VS Code: the call of activate',
  load: 'VS Code: loading the code of the extension',
  shown: 'VS Code: from the view until rows of a section of 10,000 are drawn',
  opened: 'VS Code: the section of 10,000 is folded and unfolded',
  memory: 'VS Code: memory of the extension host, with it open',
  bundle: 'VS Code: size of the package',
} as const;

const VIEW = 'Tasks';

/** The packed extension, installed. */
interface Package {
  /** the folder that VS Code reads it from */
  readonly folder: string;
  /** of the package */
  readonly bytes: number;
}

/** @param rounds how often VS Code is started */
export function workbench(rounds: number): Measure {
  let packed: Promise<Package> | undefined;
  const extensions = (round: Round) => {
    packed ??= (async () => {
      const home = round.folder('extension');
      const vsix = join(home, 'tackboard.vsix');
      await packageExtension(vsix);
      await installExtension(await installVsCode(), home, vsix);
      return { folder: join(home, 'extensions'), bytes: statSync(vsix).size };
    })();
    return packed;
  };
  const run = async (round: Round) =>
    runWorkbench(round, await extensions(round), join(await largeReplica(round), 'replicas'));
  return { name: 'workbench', rounds, entrants: [{ name: ENTRANT.extension, run }] };
}

async function runWorkbench(round: Round, extension: Package, replicas: string): Promise<Figure[]> {
  const home = round.folder('vscode');
  cpSync(replicas, join(home, 'user', 'User', 'globalStorage', 'tackboard.tackboard', 'replicas'), { recursive: true });
  const vscode = await startVsCode({
    install: await installVsCode(),
    home,
    extensions: extension.folder,
    builtIn: ['theme-defaults', 'theme-seti'],
    settings: { ...QUIET, 'workbench.hover.delay': 600_000 },
  });
  const browser = await openBrowser(join(home, 'profile'));
  try {
    const bench = await Workbench.open(browser.pages()[0] ?? (await browser.newPage()), vscode.address());
    const start = performance.now();
    await bench.showView(VIEW);
    await rowsDrawn(bench);
    const shown = performance.now() - start;
    await bench.row(VIEW, 'Section 1').locator('.monaco-tl-twistie').click();
    await bench.waitForRow(VIEW, 'Section 1', { expanded: false });
    const folded = performance.now();
    await bench.row(VIEW, 'Section 1').locator('.monaco-tl-twistie').click();
    await rowsDrawn(bench);
    const opened = performance.now() - folded;
    const [host] = vscode.extensionHosts();
    const kept = host === undefined ? Number.NaN : memory(host, 'now');
    const { call, load } = await activation(bench);
    return [
      { name: WORKBENCH.activate, unit: 'ms', value: call },
      { name: WORKBENCH.load, unit: 'ms', value: load },
      { name: WORKBENCH.shown, unit: 'ms', value: shown },
      { name: WORKBENCH.opened, unit: 'ms', value: opened },
      { name: WORKBENCH.memory, unit: 'MiB', value: kept },
      { name: WORKBENCH.bundle, unit: 'kB', value: extension.bytes / 1_000 },
    ];
  } finally {
    await browser.close();
    await vscode.stop();
  }
}

/** Waits until tasks can be seen. */
async function rowsDrawn(bench: Workbench): Promise<void> {
  await bench.pane(VIEW).locator('.monaco-list-row[aria-level="4"]').first().waitFor({ timeout: 120_000 });
}

/** What VS Code's own report on its start says of ours: how long it called `activate`, and how long it loaded the code, in ms. */
async function activation(bench: Workbench): Promise<{ readonly call: number; readonly load: number }> {
  const { page } = bench;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await bench.run('Developer: Startup Performance');
  const line = await waitFor('the report on the start', async () => {
    await page.locator('.editor-instance .view-lines').first().click({ timeout: 2_000 });
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const report = await page.evaluate(() => navigator.clipboard.readText());
    return report.split('\n').find((one) => one.includes('tackboard.tackboard'));
  });
  // Extension, whether eager, ms to load, ms to call, ms to finish, event, by whom.
  const [, , load, call] = line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  if (Number.isNaN(Number(load)) || Number.isNaN(Number(call))) throw new Error(`VS Code says: ${line}`);
  return { call: Number(call), load: Number(load) };
}
