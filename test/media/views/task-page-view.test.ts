// The page of a task as a person with a keyboard has it, in a page of the real Chromium: where the focus is.
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as Y from 'yjs';
import { TaskPageView } from '../../../media/task/task-page-view';
import { DESCRIPTION, type TaskState } from '../../../shared/messages/task-page';
import '../../../media/task/task.css';
import { frames, PageHost, scrolled, scrolledPast, TURNING, TURNS } from './page-host';

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

/** A page of the task "Ship", and what the extension tells it. */
function shipPage(fields: Partial<TaskState['task']> = {}) {
  const host = new PageHost();
  new TaskPageView(host.root).start();
  const show = (canWrite = true, changed: Partial<TaskState['task']> = {}) =>
    host.tell({
      ...{ kind: 'state', subtasks: [], path: [], people: [], canWrite },
      task: { name: 'Ship', status: 'open', priority: 'none', assignees: [], ...fields, ...changed },
    });
  show();
  const sets = () => host.sent.filter((message) => (message as { kind: string }).kind === 'set');
  return { host, show, sets };
}

test('a name that is half typed when the task goes, or may only be read, waits until it can be written again', async () => {
  const { host, show, sets } = shipPage();
  await userEvent.type(host.at('[aria-label="Name"]'), ' it');
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  show();
  expect(host.at('[aria-label="Name"]')).toHaveProperty('value', 'Ship it');
  show(false);
  show();
  expect(host.at('[aria-label="Name"]')).toHaveProperty('value', 'Ship it');
  expect(sets()).toEqual([]);
  host.at('[aria-label="Name"]').focus();
  await userEvent.keyboard('{Enter}');
  expect(sets()).toEqual([{ kind: 'set', fields: { name: 'Ship it' } }]);
});

test('a date that is left half typed reads as the task has it again, and what comes meanwhile takes away no half', async () => {
  const { host, show, sets } = shipPage({ startDate: '2031-01-01T00:00:00.000Z' as never });
  const start = () => host.at('#startDate') as HTMLInputElement;
  start().focus();
  await userEvent.keyboard('{Backspace}');
  expect(start().validity.badInput).toBe(true);
  show(true, { name: 'Shipped' });
  expect(start().validity.badInput).toBe(true);
  host.at('[aria-label="Name"]').focus();
  expect([start().validity.badInput, start().value]).toEqual([false, '2031-01-01']);
  expect(sets()).toEqual([]);
});

test('the name as it is typed is told, so that it can be written when the page goes, and marked where nobody types it', async () => {
  const { host } = shipPage();
  const drafts = () => host.sent.filter((message) => (message as { kind: string }).kind === 'draft');
  await userEvent.type(host.at('[aria-label="Name"]'), '!');
  await userEvent.keyboard('{Escape}');
  expect(drafts()).toEqual([
    { kind: 'draft', name: 'Ship!' },
    { kind: 'draft', name: null },
  ]);
  await userEvent.keyboard('?');
  expect(host.root.textContent).not.toContain('not saved yet');
  const { kept } = host;
  const again = new PageHost();
  again.kept = kept;
  new TaskPageView(again.root).start();
  again.tell({
    ...{ kind: 'state', subtasks: [], path: [], people: [], canWrite: true },
    task: { name: 'Ship', status: 'open', priority: 'none', assignees: [] },
  });
  expect(again.root.textContent).toContain('not saved yet');
  again.at('[aria-label="Name"]').focus();
  again.at('[role="tab"]').focus();
  expect(again.sent).toEqual([{ kind: 'ready' }]);
  again.at('[aria-label="Name"]').focus();
  await userEvent.keyboard('{Enter}');
  expect(again.sent.slice(1)).toEqual([{ kind: 'set', fields: { name: 'Ship?' } }]);
});

test('who comes through the description with Tab writes nothing into it and goes on; who types there indents', async () => {
  const { host } = shipPage();
  const doc = new Y.Doc();
  doc.getText(DESCRIPTION).insert(0, '- item');
  host.tell({ kind: 'description', state: Y.encodeStateAsUpdate(doc) });
  const editor = host.at('.cm-content');
  const isInEditor = () => document.activeElement === editor;
  const types = () => host.sent.filter((message) => (message as { kind: string }).kind === 'type').length;
  const reach = async () => {
    for (let at = 0; at < 20 && !isInEditor(); at++) await userEvent.keyboard('{Tab}');
    expect(isInEditor()).toBe(true);
  };
  host.at('[role="tab"]').focus();
  await reach();
  await userEvent.keyboard('{Tab}');
  expect([isInEditor(), types(), editor.textContent]).toEqual([false, 0, '- item']);
  await userEvent.click(editor);
  await userEvent.keyboard('{Tab}');
  expect([isInEditor(), types(), editor.textContent]).toEqual([true, 1, '  - item']);
  await userEvent.keyboard('{Escape}{Tab}');
  expect([isInEditor(), types()]).toEqual([false, 1]);
});

test('why a name was refused is said until one types on', async () => {
  const { host } = shipPage();
  const said = () => host.at('#name-fault').textContent?.trim();
  await userEvent.type(host.at('[aria-label="Name"]'), ' it{Enter}');
  host.tell({ kind: 'refused', about: 'name', message: 'That is too long.' });
  expect(said()).toBe('That is too long.');
  await userEvent.keyboard('x');
  expect(said()).toBe('');
});

test('a page is scrolled as it was left when its task comes back from the trash, and when it is shown again', async () => {
  const doc = new Y.Doc();
  doc.getText(DESCRIPTION).insert(0, 'line\n'.repeat(200));
  const describe = (page: PageHost) => page.tell({ kind: 'description', state: Y.encodeStateAsUpdate(doc) });
  const subtasks = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `${at}`, name: `Part ${at}`, status: 'open', priority: 'none', below: { all: 0, completed: 0 } },
  }));
  const show = (page: PageHost) =>
    page.tell({
      ...{ kind: 'state', subtasks, path: [], people: [], canWrite: true },
      task: { name: 'Ship', status: 'open', priority: 'none', assignees: [] },
    });
  const begin = (page: PageHost) => {
    new TaskPageView(page.root).start();
    show(page);
    describe(page);
    return frames();
  };
  const places = (page: PageHost) => [window.scrollY, page.at('.cm-scroller').scrollTop].map(Math.round);
  const host = new PageHost();
  await begin(host);
  await scrolled(document, () => window.scrollTo(0, 600));
  await scrolled(host.at('.cm-scroller'), () => host.at('.cm-scroller').scrollTo(0, 3_000));
  await frames();
  const before = places(host);
  expect(before[1]).toBeGreaterThan(2_900);
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  window.scrollTo(0, 0);
  show(host);
  await frames();
  expect(places(host)).toEqual(before);
  // Who was at its end is there again once it is as long as it was.
  host.root.style.paddingBottom = '40px';
  await scrolled(document, () => window.scrollTo(0, 1_000_000));
  await frames();
  const end = places(host);
  expect(end[0]).toBeGreaterThan(1_500);
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  window.scrollTo(0, 0);
  host.root.style.paddingBottom = '';
  show(host);
  await frames();
  expect(places(host)[0]).toBe((end[0] ?? 0) - 40);
  host.root.style.paddingBottom = '40px';
  await frames();
  expect(places(host)).toEqual(end);
  await scrolled(document, () => window.scrollTo(0, 600));
  await frames();
  // What has come back to this machine brings its description anew.
  host.tell({ kind: 'gone', why: 'closed' });
  window.scrollTo(0, 0);
  show(host);
  describe(host);
  await frames();
  expect(places(host)).toEqual(before);

  // The tab is changed before the scrolling has come to rest.
  await scrolledPast(600, () => window.scrollTo({ top: 1_500, behavior: 'smooth' }));
  const left = places(host);
  expect(left[0]).toBeLessThan(1_500);
  const again = host.reloaded();
  window.scrollTo({ top: 0, behavior: 'instant' });
  await begin(again);
  expect(places(again)).toEqual(left);
});

test('no name on a page turns the direction of what stands behind it; where it is typed it is as it was typed', () => {
  const host = new PageHost();
  new TaskPageView(host.root).start();
  const ada = { id: 'ada', name: TURNING, isMe: false };
  const below = { all: 0, completed: 0 };
  const show = (canWrite: boolean) =>
    host.tell({
      ...{ kind: 'state', people: [ada], canWrite, path: [{ kind: 'list', id: 'l', name: TURNING }] },
      subtasks: [{ id: 'part', name: TURNING, status: 'open', priority: 'none', below }],
      task: { name: TURNING, status: 'open', priority: 'none', assignees: [ada] },
    });
  show(true);
  host.tell({ kind: 'watchers', watchers: [{ client: 1, name: TURNING, isMe: false }] });
  const name = host.at('[aria-label="Name"]') as HTMLTextAreaElement;
  expect(name.value).toBe(TURNING);
  name.closest('h1')?.remove();
  expect(host.root.innerHTML).not.toMatch(TURNS);
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [TURNING] } });
  expect(host.root.innerHTML).not.toMatch(TURNS);
  show(false);
  expect(host.at('h1').textContent).toBe('abc');
  expect(host.root.innerHTML).not.toMatch(TURNS);
});
