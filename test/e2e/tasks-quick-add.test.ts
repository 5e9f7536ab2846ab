// Adding tasks in a real VS Code: dates and priority in words, what was understood while one types, and what is overdue.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startPerson } from '../support/person';
import { waitFor } from '../support/wait';
import type { Workbench } from '../support/workbench';

const VIEW = 'Tasks';

let person: Person;
let bench: Workbench;
beforeAll(async () => {
  person = await startPerson({ name: 'quick-add' });
  bench = person.workbench;
  await bench.waitForRow(VIEW, 'Section 1');
});
afterAll(() => person[Symbol.asyncDispose]());

test('the box says what it understood, and the tree shows it', async () => {
  await bench.action(VIEW, 'Section 1', 'Add Task');
  await bench.quickInput.fill('ship docs today !high');
  await bench.page.locator('.quick-input-message').filter({ hasText: '“ship docs” · due' }).waitFor();
  await bench.picture('tasks-quick-add-hint');
  await bench.quickInput.press('Enter');
  await bench.waitForRow(VIEW, 'ship docs');
  const [row] = (await bench.rows(VIEW)).filter(({ label }) => label === 'ship docs');
  expect(row?.description).toMatch(/^high · due today, /);
});

test('a link in what is typed stays text in what the box says', async () => {
  await bench.action(VIEW, 'Section 1', 'Add Task');
  await bench.quickInput.fill('[run](command:workbench.action.quit) $(bug) !low');
  const message = bench.page.locator('.quick-input-message');
  await message.filter({ hasText: 'priority low' }).waitFor();
  expect(await message.locator('a, .codicon-bug').count()).toBe(0);
  await bench.page.keyboard.press('Escape');
});

test('what is overdue says so and stands out; what is completed does not', async () => {
  await bench.action(VIEW, 'Section 1', 'Add Task');
  await bench.answer('pay rent yesterday', 'Add a task to');
  await bench.waitForRow(VIEW, 'pay rent');
  const row = bench.row(VIEW, 'pay rent');
  expect(await row.textContent()).toContain('overdue since');
  await bench.picture('tasks-overdue');
  await bench.toggle(VIEW, 'pay rent');
  await waitFor('a row that is not overdue any more', async () => !(await row.textContent())?.includes('overdue'));
});
