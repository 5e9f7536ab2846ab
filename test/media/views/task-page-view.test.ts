// The page of a task as a person with a keyboard has it, in a page of the real Chromium: where the focus is.
import { expect, test } from 'vitest';
import { TaskPageView } from '../../../media/task/task-page-view';
import type { TaskState } from '../../../shared/messages/task-page';
import { PageHost } from './page-host';

test('who takes people off a task by key has the next one under the focus, and at last whom to add', () => {
  const host = new PageHost();
  new TaskPageView(host.root).start();
  const [ada, bea] = ['Ada', 'Bea'].map((name) => ({ id: name, name, isMe: false }));
  if (!ada || !bea) throw new Error('there are two people');
  const tell = (assignees: TaskState['task']['assignees']) =>
    host.tell({
      ...{ kind: 'state', subtasks: [], path: [], people: [ada, bea], canWrite: true },
      task: { name: 'Ship', status: 'open', priority: 'none', assignees },
    });
  tell([ada, bea]);
  host.at('[aria-label="Take Ada off"]').focus();
  tell([bea]);
  expect(document.activeElement).toBe(host.at('[aria-label="Take Bea off"]'));
  tell([]);
  expect(document.activeElement).toBe(host.at('[aria-label="Assign"]'));
});
