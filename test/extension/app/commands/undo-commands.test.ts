/** Undo and redo over the tree's commands: the last thing done goes back, what others changed stays and is said. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UndoCommands } from '../../../../extension/app/commands/undo-commands';
import { updateTask } from '../../../../shared/operations/tasks';
import { purgeRecord } from '../../../../shared/operations/trash';
import { got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { waitFor } from '../../../support/wait';

let place: DeskPlace;
let window: DeskWindow;
let undo: UndoCommands;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  undo = new UndoCommands(window.desk, window.prompt);
});
afterEach(() => place[Symbol.asyncDispose]());

const names = () => window.lines().map((line) => line.trim());
const taskOf = (label: string) => {
  const content = window.tree.content(window.node(label));
  if (content?.kind !== 'task') throw new Error(`${label} is no task`);
  return content;
};

test('[U1] a task that was added goes to the trash and comes back', async () => {
  await window.add('Buy milk');
  await undo.undo();
  expect(names()).not.toContain('Buy milk');
  await undo.redo();
  expect(names()).toContain('Buy milk');
});

test('[U2] what someone has changed since stays, and that is said', async () => {
  await window.add('Buy milk');
  window.prompt.lines.push('Buy oat milk');
  await window.tasks.rename(window.node('Buy milk'));
  const { space, record } = taskOf('Buy oat milk');
  got(updateTask(space.replica, record.id, { name: 'Buy soy milk' }, surroundings()));
  await undo.undo();
  expect(names()).toContain('Buy soy milk');
  expect(window.prompt.told).toEqual(['It was left as it is: someone has changed it since.']);
});

test('[D4] what was deleted permanently is nobody’s change', async () => {
  await window.add('Buy milk');
  const { space, record } = taskOf('Buy milk');
  await window.tasks.delete(window.node('Buy milk'));
  got(purgeRecord(space.replica, record, surroundings()));
  await undo.undo();
  expect(window.prompt.told.at(-1)).toBe('It was left as it is: it was deleted permanently.');
});

test('what one may only read by now is not undone: it is said as everywhere, and undone once it may be changed again', async () => {
  const node = await window.add('Buy milk');
  const { known } = taskOf('Buy milk').space;
  window.prompt.actions.push('Undo');
  await window.tasks.delete(node);
  await waitFor('the deletion to be undone', () => names().includes('Buy milk'));
  await window.tasks.setCompleted(node, true);
  Object.assign(known, { role: 'viewer' });
  await undo.undo();
  expect(window.prompt.warned).toEqual(['You may read “On This Machine”, but not change it.']);
  expect(taskOf('Buy milk').record.status).toBe('completed');
  Object.assign(known, { role: 'owner' });
  await undo.undo();
  expect(taskOf('Buy milk').record.status).toBe('open');
});

test('what is in no document is not reached past: it is said, and what was done before is undone next', async () => {
  await window.add('Buy milk');
  window.desk.history.bar();
  await undo.undo();
  expect(names()).toContain('Buy milk');
  expect(window.prompt.told).toEqual([
    'What was done last, to a workspace, a project or its members, is not undone here. Undo again for what was done before.',
  ]);
  await undo.undo();
  expect(names()).not.toContain('Buy milk');
});

test('with nothing to undo or redo it says so', async () => {
  await undo.undo();
  await undo.redo();
  expect(window.prompt.told).toEqual([
    'There is nothing to undo in this window.',
    'There is nothing to redo in this window.',
  ]);
});
