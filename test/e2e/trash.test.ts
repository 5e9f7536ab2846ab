// The view "Trash" as a person uses it, in a real VS Code: what was deleted shows, and comes back with what it lies in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startPerson } from '../support/person';
import type { Workbench } from '../support/workbench';

const TASKS = 'Tasks';
const VIEW = 'Trash';

let person: Person;
let bench: Workbench;
beforeAll(async () => {
  person = await startPerson({ name: 'trash' });
  bench = person.workbench;
  await bench.waitForRow(TASKS, 'Section 1');
});
afterAll(() => person[Symbol.asyncDispose]());

test('a task and the section that it was in come back together, asked for with the mouse', async () => {
  await bench.action(TASKS, 'Section 1', 'Add Task');
  await bench.answer('$(bug) [x](command:quit)', 'Add a task to');
  await bench.waitForRow(TASKS, '$(bug) [x](command:quit)');
  await bench.menu(TASKS, '$(bug) [x](command:quit)', 'Delete');
  await bench.waitForNoRow(TASKS, '$(bug) [x](command:quit)');
  await bench.menu(TASKS, 'Section 1', 'Delete');
  await bench.run('Notifications: Clear All Notifications');
  await bench.showView(VIEW);
  await bench.waitForRow(VIEW, 'Section 1');
  const { description } = await bench.waitForRow(VIEW, '$(bug) [x](command:quit)');
  expect(description).toMatch(/^On This Machine \/ Personal Tasks \/ Section 1 · .*\d/);
  await bench.picture('trash');
  await bench.action(VIEW, '$(bug) [x](command:quit)', 'Restore');
  await bench.answerNotification(
    'cannot be restored alone: the section “Section 1” is in the trash too.',
    'Restore Both',
  );
  await bench.waitForNoRow(VIEW, 'Section 1');
  await bench.waitForRow(TASKS, '$(bug) [x](command:quit)');
});
