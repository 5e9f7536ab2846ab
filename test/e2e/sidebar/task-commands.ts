// Commands on tasks: by keyboard, by context menu, for several at once, and drag and drop.
import { beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { Sidebar } from './sidebar';

const VIEW = 'Tasks';

/** Registers the tests, which begin with an empty section. */
export function testTaskCommands(sidebar: () => Sidebar): void {
  let bench: Workbench;
  beforeAll(async () => {
    ({ bench } = sidebar());
    await sidebar().clearTasks();
    for (const name of ['Alder', 'Birch', 'Cedar', 'Dogwood']) {
      await bench.action(VIEW, 'Section 1', 'Add Task');
      await bench.answer(name, 'Add a task to');
      await bench.waitForAdded(VIEW, name);
    }
  });

  const click = (name: string, modifiers: ('Control' | 'Shift')[] = []) =>
    bench.row(VIEW, name).locator('.label-name').click({ modifiers });
  const press = (key: string) => bench.page.keyboard.press(key);
  /** The tasks from top to bottom, with their level below the section. */
  const shown = async () =>
    (await bench.rows(VIEW)).filter(({ level }) => level > 3).map(({ label, level }) => '  '.repeat(level - 4) + label);
  const waitForOrder = async (...order: string[]) => {
    const wanted = order.join('|');
    await waitFor(`the order ${wanted}`, async () => (await shown()).join('|') === wanted).catch(
      async (error: unknown) => {
        throw new Error(`shown: ${(await shown()).join('|')}`, { cause: error });
      },
    );
  };

  describe('by keyboard', () => {
    test('a task moves up and down, in and out, and stays selected', async () => {
      await click('Alder');
      await press('Alt+ArrowDown');
      await waitForOrder('Birch', 'Alder', 'Cedar', 'Dogwood');
      await press('Alt+ArrowUp');
      await waitForOrder('Alder', 'Birch', 'Cedar', 'Dogwood');
      await press('ArrowDown');
      await press('Alt+ArrowRight');
      await waitForOrder('Alder', '  Birch', 'Cedar', 'Dogwood');
      await press('Alt+ArrowLeft');
      await waitForOrder('Alder', 'Birch', 'Cedar', 'Dogwood');
    });

    test('several are completed, reopened and deleted at once, and one undo brings them back', async () => {
      await click('Birch');
      await press('Shift+ArrowDown');
      await press('Control+Enter');
      await bench.waitForRow(VIEW, 'Birch', { checked: true });
      await bench.waitForRow(VIEW, 'Cedar', { checked: true });
      await press('Control+Enter');
      await bench.waitForRow(VIEW, 'Cedar', { checked: false });
      await press('Delete');
      await waitForOrder('Alder', 'Dogwood');
      await bench.answerNotification('Deleted 2 tasks.', 'Undo');
      await waitForOrder('Alder', 'Birch', 'Cedar', 'Dogwood');
    });
  });

  describe('by menu', () => {
    test('status, priority and due date are set, also for all that is selected', async () => {
      await bench.menu(VIEW, 'Alder', 'Set Task Status…');
      await bench.pick('In Progress');
      await bench.waitForRow(VIEW, 'Alder', { description: 'in progress' });
      await click('Cedar');
      await click('Dogwood', ['Control']);
      await bench.menu(VIEW, 'Dogwood', 'Set Task Priority…');
      await bench.pick('High');
      await bench.waitForRow(VIEW, 'Cedar', { description: 'high' });
      await bench.waitForRow(VIEW, 'Dogwood', { description: 'high' });
      await click('Birch');
      await bench.menu(VIEW, 'Birch', 'Set Task Due Date…');
      await bench.quickInput.waitFor();
      await bench.answerInVain('whenever', 'That is no date.');
      await bench.answer('today');
      await waitFor('the due date', async () =>
        (await bench.rows(VIEW)).some(({ label, description }) => label === 'Birch' && /^due today/.test(description)),
      );
      await bench.picture('tasks-fields');
    });

    test('a list and a section are added, and a task is moved there', async () => {
      await bench.menu(VIEW, 'On This Machine', 'Add Task List…');
      await bench.answer('Garden', 'Add a list to');
      await bench.waitForAdded(VIEW, 'Garden');
      await bench.menu(VIEW, 'Garden', 'Add Task Section…');
      await bench.answer('Spring', 'Add a section to');
      await bench.waitForAdded(VIEW, 'Spring');
      await bench.menu(VIEW, 'Alder', 'Move to…');
      await bench.pick('Garden / Spring');
      await waitForOrder('Birch', 'Cedar', 'Dogwood', 'Alder');
    });
  });

  test('dragging puts a task among others, and into another section', async () => {
    await bench.drag(VIEW, 'Dogwood', 'Birch');
    await waitForOrder('Dogwood', 'Birch', 'Cedar', 'Alder');
    await bench.drag(VIEW, 'Cedar', 'Spring');
    await waitForOrder('Dogwood', 'Birch', 'Alder', 'Cedar');
    await bench.picture('tasks-dragged');
    expect((await bench.rows(VIEW)).map(({ label }) => label)).toEqual([
      'On This Machine',
      'Personal Tasks',
      'Section 1',
      'Dogwood',
      'Birch',
      'Garden',
      'Section 1',
      'Spring',
      'Alder',
      'Cedar',
    ]);
  });
}
