/** The sidebar of one VS Code, with no server, in which the tests of all its views follow each other. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Person, startPerson } from '../../support/person';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';

/** A person who looks at the sidebar. */
export interface Sidebar {
  readonly person: Person;
  readonly bench: Workbench;
  /** Gives the view "Tasks" the room of most others, and puts all tasks that it shows into the trash. */
  clearTasks(): Promise<void>;
}

/**
 * Registers the start of a VS Code before the tests, and its end after them. What one test leaves open is not in the way of the next.
 * @param extensions further extensions, by the absolute paths of their folders
 * @returns the sidebar, to be asked for once tests run
 */
export function openSidebar(extensions: readonly string[] = []): () => Sidebar {
  let sidebar: Sidebar;
  beforeAll(async () => {
    const person = await startPerson({ name: 'sidebar', extensions });
    const bench = person.workbench;
    await bench.waitForRow('Tasks', 'Section 1');
    sidebar = { person, bench, clearTasks: () => clearTasks(bench) };
  });
  afterEach(async () => {
    await sidebar.bench.page.keyboard.press('Escape');
    await sidebar.bench.clearNotifications();
  });
  afterAll(() => sidebar?.person[Symbol.asyncDispose]());
  return () => sidebar;
}

async function clearTasks(bench: Workbench): Promise<void> {
  for (const view of ['My Work', 'Pins', 'Dashboards', 'Trash']) await bench.hideView(view);
  const tasks = async () => (await bench.rows('Tasks')).filter(({ level }) => level > 3).map(({ label }) => label);
  const [first, ...others] = await tasks();
  if (first === undefined) return;
  const click = (name: string, modifiers: 'Shift'[]) =>
    bench.row('Tasks', name).locator('.label-name').click({ modifiers });
  await click(first, []);
  const last = others.at(-1);
  if (last !== undefined) await click(last, ['Shift']);
  await bench.page.keyboard.press('Delete');
  await waitFor('no task to be left', async () => (await tasks()).length === 0);
  await bench.clearNotifications();
}
