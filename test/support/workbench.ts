/** The workbench as a person uses it: palette, tree views, input boxes, notifications, webviews. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { inRoot } from '../../scripts/root';
import { waitFor } from './wait';

/** A row of a tree view as it is shown. */
export interface TreeRow {
  readonly label: string;
  /** the dimmed text behind the label; empty if there is none */
  readonly description: string;
  /** 1 is the top */
  readonly level: number;
  /** undefined: the row has no children */
  readonly expanded: boolean | undefined;
  /** undefined: the row has no checkbox */
  readonly checked: boolean | undefined;
  readonly selected: boolean;
}

/** One try of a gesture, in ms: short, since a gesture that was disturbed is made again at once. */
const TRY = 2_000;

/** The windows that are open in this process, for pictures of a failure. */
const open = new Set<Workbench>();

/** The windows that tests have open in this process, in the order of their opening. */
export const openWorkbenches = (): readonly Workbench[] => [...open];

/** A VS Code window in a page of Chromium. */
export class Workbench {
  private constructor(readonly page: Page) {}

  /**
   * Opens the workbench in a page and waits until it can be used.
   * @param address as `VsCodeServer.address()` gives it
   */
  static async open(page: Page, address: string): Promise<Workbench> {
    const workbench = new Workbench(page);
    open.add(workbench);
    page.once('close', () => open.delete(workbench));
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await workbench.ready();
    return workbench;
  }

  /** Reloads the window, as `Developer: Reload Window` does, and waits until it can be used again. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.ready();
  }

  private async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .activitybar').waitFor({ timeout: 60_000 });
  }

  /**
   * Makes a gesture until it succeeds: the palette closes when something else grabs the focus just then, and what
   * extensions contribute comes later than the workbench.
   */
  private async insist<T>(what: string, gesture: () => Promise<T>, timeout = 30_000): Promise<T> {
    const made = await waitFor(
      what,
      async () => {
        try {
          return { value: await gesture() };
        } catch (error) {
          await this.page.keyboard.press('Escape');
          throw error;
        }
      },
      { timeout },
    );
    return made.value;
  }

  /**
   * Runs a command from the palette.
   * @param title as the palette shows it, with its category, like `Tackboard: Add Task`
   */
  async run(title: string, timeout = 30_000): Promise<void> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    const row = rows.filter({ has: this.page.locator('.label-name').getByText(title, { exact: true }) }).first();
    await this.insist(
      `the command "${title}" in the palette`,
      async () => {
        await this.page.keyboard.press('F1');
        await this.quickInput.fill(`>${title}`, { timeout: TRY });
        await row.click({ timeout: TRY });
      },
      timeout,
    );
  }

  /**
   * Shows a view of Tackboard's in the side bar, unfolded.
   * @param name the view's name, like `Tasks`
   */
  async showView(name: string, timeout = 60_000): Promise<void> {
    const pane = this.pane(name);
    const unfolded = pane.locator('.pane-header[aria-expanded="true"]');
    const icon = this.page.locator('.activitybar .action-item').filter({
      has: this.page.locator('.action-label[aria-label^="Tackboard"]'),
    });
    await this.insist(
      `the view "${name}"`,
      async () => {
        if (await unfolded.isVisible()) return;
        // The icon comes with the extension, sooner than the commands; a click on that of a shown container would hide it.
        await icon.waitFor({ timeout: 5 * TRY });
        if (!/\bchecked\b/.test((await icon.getAttribute('class')) ?? '')) await icon.click({ timeout: TRY });
        await pane.waitFor({ timeout: TRY });
        if (await unfolded.isVisible()) return;
        await pane.locator('.pane-header').click({ timeout: TRY });
        await unfolded.waitFor({ timeout: TRY });
      },
      timeout,
    );
  }

  /** Folds a view of Tackboard's, so that others have room for more of their rows. */
  async hideView(name: string): Promise<void> {
    const header = this.pane(name).locator('.pane-header');
    await waitFor(`the view ${name} to be folded`, async () => {
      if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
      return (await header.getAttribute('aria-expanded')) === 'false';
    });
  }

  /** The part of the side bar that shows a view. */
  pane(name: string): Locator {
    return this.page
      .locator('.sidebar .pane')
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${name} "]`) });
  }

  /** The rows of a view that are drawn now (a long tree draws only what fits), from top to bottom. */
  async rows(view: string): Promise<TreeRow[]> {
    return this.pane(view)
      .locator('.monaco-list-row')
      .evaluateAll((rows) =>
        rows
          // No function of ours in here: a bundler would give it a name with a helper that the page does not have.
          .map((row) => ({
            top: row.getBoundingClientRect().top,
            label: row.querySelector('.label-name')?.textContent?.trim() ?? '',
            description: row.querySelector('.label-description')?.textContent?.trim() ?? '',
            level: Number(row.getAttribute('aria-level')),
            expanded: { true: true, false: false }[row.getAttribute('aria-expanded') ?? ''],
            checked: { true: true, false: false }[
              row.querySelector('.custom-view-tree-node-item-checkbox')?.getAttribute('aria-checked') ?? ''
            ],
            selected: row.classList.contains('selected'),
          }))
          .sort((a, b) => a.top - b.top)
          .map(({ top: _top, ...shown }) => shown),
      );
  }

  /** A row by its label, for hovering, clicking, dragging. */
  row(view: string, label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.pane(view).locator('.monaco-list-row').filter({ has: name }).first();
  }

  /**
   * Waits until a view shows a row, and gives it.
   * @param wanted narrows it down, for example by `checked`
   */
  async waitForRow(view: string, label: string, wanted: Partial<TreeRow> = {}, timeout = 30_000): Promise<TreeRow> {
    const fits = (row: TreeRow): boolean =>
      row.label === label && Object.entries(wanted).every(([key, value]) => row[key as keyof TreeRow] === value);
    const what = `row "${label}" ${JSON.stringify(wanted)} in the view "${view}"`;
    try {
      return await waitFor(what, async () => (await this.rows(view)).find(fits), { timeout });
    } catch (error) {
      throw new Error(`${what} did not come. Shown: ${JSON.stringify(await this.rows(view))}`, { cause: error });
    }
  }

  /** Waits until a view shows a row that an action has just added: it comes first, and a moment later it is selected. */
  async waitForAdded(view: string, label: string): Promise<void> {
    await this.waitForRow(view, label, { selected: true });
  }

  /** Waits until a view shows no row of that label. */
  async waitForNoRow(view: string, label: string, timeout = 30_000): Promise<void> {
    const absent = async (): Promise<boolean> => (await this.rows(view)).every((row) => row.label !== label);
    await waitFor(`no row "${label}" in the view "${view}"`, absent, { timeout });
  }

  /** Expands a row if it is collapsed. */
  async expand(view: string, label: string): Promise<void> {
    const { expanded } = await this.waitForRow(view, label);
    if (expanded === false) await this.row(view, label).locator('.monaco-tl-twistie').click();
    await this.waitForRow(view, label, { expanded: true });
  }

  /** Chooses an entry of a row's context menu by its title. */
  async menu(view: string, label: string, entry: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const item = menu.locator('.action-item').getByText(entry, { exact: true });
    await this.insist(`"${entry}" in the menu of "${label}"`, async () => {
      await this.row(view, label).click({ button: 'right', timeout: TRY });
      // A menu hears no click in its first tenth of a second, and then is still open: it is clicked until it has closed.
      await waitFor(
        `the menu to take "${entry}"`,
        async () => {
          await item.click({ timeout: TRY });
          return menu.waitFor({ state: 'hidden', timeout: 250 }).then(() => true);
        },
        { timeout: TRY },
      );
    });
  }

  /** Drags a row onto another one and drops it there. */
  async drag(view: string, label: string, onto: string): Promise<void> {
    const name = (of: string): Locator => this.row(view, of).locator('.label-name');
    await this.insist(`"${label}" to be dragged onto "${onto}"`, () =>
      name(label).dragTo(name(onto), { timeout: TRY }),
    );
  }

  /** Clicks a row's inline action by its title; inline actions show when the pointer is over the row. */
  async action(view: string, label: string, title: string): Promise<void> {
    await this.insist(`the action "${title}" of "${label}"`, async () => {
      await this.row(view, label).hover({ timeout: TRY });
      await this.row(view, label).locator(`.action-label[aria-label^="${title}"]`).click({ timeout: TRY });
    });
  }

  /** Clicks a row's checkbox and waits until it has changed. */
  async toggle(view: string, label: string): Promise<void> {
    const { checked } = await this.waitForRow(view, label);
    await this.row(view, label).locator('.custom-view-tree-node-item-checkbox').click();
    await this.waitForRow(view, label, { checked: !checked });
  }

  /** The text field of the palette and of input boxes. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input');
  }

  /**
   * Answers the input box that an extension shows: waits for it (the palette is none), types, presses Enter, waits until it is gone or asks the next thing.
   * @param prompt text that the box shows, where several boxes follow each other
   */
  async answer(text: string, prompt = ''): Promise<void> {
    // What is in the box now; undefined if there is none.
    const typed = (inside: Locator): Promise<string | undefined> =>
      inside
        .locator('.quick-input-box input')
        .evaluateAll(([first]) => (first instanceof HTMLInputElement ? first.value : undefined));
    const box = this.page.locator('.quick-input-widget:visible');
    await waitFor(
      `an input box ${prompt}`,
      async () => (await typed(box.filter({ hasText: prompt })))?.startsWith('>') === false,
    );
    await this.quickInput.fill(text);
    // By now it may say what it has understood in place of what it has asked.
    const says = await box.locator('.quick-input-message').textContent();
    await this.quickInput.press('Enter');
    await waitFor(`the input box to take "${text}"; it shows "${says}"`, async () => (await typed(box)) !== text);
  }

  /** Types what the input box must refuse, presses Enter, and waits until the box says why; it stays open. */
  async answerInVain(text: string, complaint: string | RegExp): Promise<void> {
    await this.quickInput.fill(text);
    await this.quickInput.press('Enter');
    await this.page.locator('.quick-input-message').filter({ hasText: complaint }).waitFor();
  }

  /** Chooses an entry of a quick pick by its label. */
  async pick(label: string): Promise<void> {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    await this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: name })
      .first()
      .click({ timeout: 30_000 });
  }

  /** The notification toasts that hold a text. They are not shown by a server with the smoke-test driver. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** Clears away what notifications are shown. */
  async clearNotifications(): Promise<void> {
    if ((await this.notification('').count()) > 0) await this.run('Notifications: Clear All Notifications');
  }

  /** Waits for a notification and presses one of its buttons. */
  async answerNotification(text: string | RegExp, button: string): Promise<void> {
    await this.notification(text)
      .locator('.monaco-button')
      .getByText(button, { exact: true })
      .click({ timeout: 30_000 });
  }

  /** Waits for a modal dialog that holds a text and presses one of its buttons. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box').filter({ hasText: text });
    await dialog.locator('.monaco-button').getByText(button, { exact: true }).click({ timeout: 30_000 });
    await dialog.waitFor({ state: 'hidden' });
  }

  /** The entries of the status bar that hold a text. */
  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** Closes an editor by the middle button on its tab. A command would close whatever is in front by then. */
  async closeEditor(name: RegExp): Promise<void> {
    const tab = this.page.getByRole('tab', { name });
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
  }

  /** The page of a webview: two frames deep, the inner one is the extension's own. */
  webview(nth = 0): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').nth(nth).frameLocator('iframe#active-frame');
  }

  /**
   * Takes a picture into test-results/.
   * @param name a file's name without ending
   * @returns the picture's path
   */
  async picture(name: string): Promise<string> {
    const path = inRoot('test-results', `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
    return path;
  }
}
