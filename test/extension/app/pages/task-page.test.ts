// The page of a task without VS Code: what it shows, what becomes of what is asked for there, and the description while two type.
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { accountKey } from '../../../../extension/app/account';
import { SpaceWriter } from '../../../../extension/app/commands/space-writer';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import type { TaskGestures } from '../../../../extension/app/pages/task-page';
import { TaskPage } from '../../../../extension/app/pages/task-page';
import { asId, type SpaceId, type TaskId } from '../../../../shared/ids';
import { descriptionText } from '../../../../shared/operations/description';
import { createList } from '../../../../shared/operations/lists';
import { moveToSpace } from '../../../../shared/operations/move-space';
import { updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord } from '../../../../shared/operations/trash';
import { addTask, defaultList, firstSection, got, poke, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { ShownTaskPage } from '../../../support/shown-page';

const LOCAL = asId<SpaceId>('local');
let place: DeskPlace;
let window: DeskWindow;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let id: TaskId;
let gestures: string[];
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  const space = window.desk.space(LOCAL);
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  id = addTask(replica, 'Ship', { kind: 'section', id: firstSection('task', LOCAL) });
  gestures = [];
});
afterEach(() => place[Symbol.asyncDispose]());

const noted = (what: string) => (_space: unknown, one: unknown, two?: unknown) => {
  gestures.push([what, one, two].filter((part) => part !== undefined).join(' '));
};
const openPage = (page = new ShownTaskPage(), record: string = id, { at = window, space = LOCAL } = {}) =>
  page.load(
    (tell) =>
      new TaskPage({ space, record }, tell, {
        desk: at.desk,
        writer: new SpaceWriter(at.desk, at.prompt),
        environment: at.environment,
        language: 'en',
        gestures: {
          openTask: noted('open'),
          show: async (...parts) => noted('show')(...parts),
          moveTo: async (...parts) => noted('move')(...parts),
          delete: async (...parts) => noted('delete')(...parts),
          openLink: async (url) => void gestures.push(`link ${url}`),
        } satisfies TaskGestures,
      }),
  );
const task = () => replica.view.record('task', id);

test('it shows the fields, the subtasks and where the task lies, and follows them', async () => {
  addTask(replica, 'Below', { kind: 'task', id });
  const shown = new ShownTaskPage();
  const page = await openPage(shown);
  expect(page.title).toBe('Ship');
  const state = shown.last('state');
  expect(state?.task).toMatchObject({ name: 'Ship', status: 'open', priority: 'none', assignees: [] });
  expect(state?.subtasks.map(({ name }) => name)).toEqual(['Below']);
  expect(state?.path.map(({ name }) => name)).toEqual(['On This Machine', 'Personal Tasks', 'Section 1']);
  got(updateTask(replica, id, { name: 'Shipped', status: 'completed' }, surroundings()));
  window.environment.time.pass(1_000);
  expect(shown.last('state')?.task).toMatchObject({ name: 'Shipped', status: 'completed' });
  expect(page.title).toBe('Shipped');
});

test('fields are changed one by one, so that what somebody else changed stays', async () => {
  const page = await openPage();
  got(updateTask(replica, id, { name: 'Renamed elsewhere' }, surroundings()));
  await page.receive({ kind: 'set', fields: { priority: 'high' } });
  expect(task()).toMatchObject({ name: 'Renamed elsewhere', priority: 'high' });
  await page.receive({ kind: 'set', fields: { dueDate: '2026-12-05T00:00:00.000Z' } });
  await page.receive({ kind: 'set', fields: { dueDate: null } });
  expect(task()?.dueDate).toBeUndefined();
});

test('people are assigned and taken off; subtasks are added as in quick add, and completed', async () => {
  const shown = new ShownTaskPage();
  const page = await openPage(shown);
  await page.receive({ kind: 'assign', user: 'local', assigned: true });
  expect(shown.last('state')?.task.assignees).toEqual([{ id: 'local', name: 'me', isMe: true }]);
  await page.receive({ kind: 'assign', user: 'local', assigned: false });
  expect(task()?.assignees).toEqual([]);
  await page.receive({ kind: 'add-subtask', line: 'Write it !high' });
  const [below] = replica.view.tasks({ kind: 'task', id });
  expect(below).toMatchObject({ name: 'Write it', priority: 'high' });
  await page.receive({ kind: 'complete-subtask', id: below?.id, completed: true });
  expect(replica.view.tasks({ kind: 'task', id })[0]?.status).toBe('completed');
});

test('[V6] a name that is refused is answered with the reason, and nothing is written', async () => {
  const shown = new ShownTaskPage();
  const page = await openPage(shown);
  await page.receive({ kind: 'set', fields: { name: '   ' } });
  await page.receive({ kind: 'add-subtask', line: 'x'.repeat(201) });
  expect(shown.told.filter(({ kind }) => kind === 'refused')).toMatchObject([
    { about: 'name', message: 'Type a name; it cannot be empty or only spaces.' },
    { about: 'subtask' },
  ]);
  expect(task()?.name).toBe('Ship');
});

test('what is no message is passed over', async () => {
  const page = await openPage();
  for (const message of [
    undefined,
    'ready',
    {},
    { kind: 'set' },
    { kind: 'set', fields: { status: 'x' } },
    { kind: 'type' },
  ])
    await page.receive(message);
  await page.receive({ kind: 'type', update: new Uint8Array([1, 2, 3, 255]) });
  expect(task()).toMatchObject({ name: 'Ship', status: 'open', description: null });
});

test('a task in the trash says so and comes back by a button; one that is nowhere says that', async () => {
  const shown = new ShownTaskPage();
  const page = await openPage(shown);
  got(deleteRecord(replica, { kind: 'task', id }, surroundings()));
  window.environment.time.pass(1_000);
  expect(shown.last('gone')?.why).toBe('deleted');
  await page.receive({ kind: 'restore' });
  expect(shown.told.at(-1)).toMatchObject({ kind: 'state' });
  // It is not in the trash itself, but what it lies in is.
  const list = defaultList('task', LOCAL);
  got(deleteRecord(replica, { kind: 'list', id: list }, surroundings()));
  window.environment.time.pass(1_000);
  expect(shown.last('gone')?.restore).toEqual({ above: [replica.view.record('list', list)?.name] });
  await page.receive({ kind: 'restore' });
  expect(shown.told.at(-1)).toMatchObject({ kind: 'state' });
  const nowhere = new ShownTaskPage();
  await openPage(nowhere, 'nowhere');
  expect(nowhere.last('gone')?.why).toBe('missing');
});

test('links, the tree and other pages are left to who knows them', async () => {
  const page = await openPage();
  await page.receive({ kind: 'open-link', url: 'command:evil' });
  await page.receive({ kind: 'show', of: 'section', id: 'x' });
  await page.receive({ kind: 'open-task', id: 'y' });
  await page.receive({ kind: 'move' });
  await page.receive({ kind: 'delete' });
  expect(gestures).toEqual(['link command:evil', 'show section x', 'open y', `move ${id}`, `delete ${id}`]);
});

test('[T6] two type into one description at once, messages under way: both read the same, all letters kept', async () => {
  const [one, two] = [new ShownTaskPage(), new ShownTaskPage()];
  await openPage(one);
  one.text.insert(0, 'The middle.');
  await openPage(two);
  one.delay();
  two.delay();
  for (const letter of 'Before. '.split('').reverse()) one.text.insert(0, letter);
  for (const letter of ' After.') two.text.insert(two.text.length, letter);
  two.text.insert(4, 'very ');
  one.text.delete(one.text.length - 1, 1);
  one.arrive();
  two.arrive();
  expect(one.text.toString()).toBe('Before. The very middle After.');
  expect(two.text.toString()).toBe(one.text.toString());
  expect(task()?.description).toBe(one.text.toString());
});

test('[T6] what a command, a peer or undo does to the description comes to the page', async () => {
  const shown = new ShownTaskPage();
  await openPage(shown);
  got(updateTask(replica, id, { description: 'By command' }, window.desk.surroundings));
  expect(shown.text.toString()).toBe('By command');
  window.desk.history.undo();
  expect(shown.text.toString()).toBe('');
  poke(replica, 'task', id, 'description', 'a string');
  expect(shown.text.toString()).toBe('a string');
  shown.text.insert(0, 'again ');
  expect(task()?.description).toBe('again a string');
  poke(replica, 'task', id, 'description', new Y.Text('another text'));
  expect(shown.text.toString()).toBe('another text');
  descriptionText(replica.doc, id)?.insertEmbed(3, { image: 'nothing' });
  shown.text.insert(0, 'and ');
  expect([shown.text.toString(), task()?.description]).toEqual(['and another text', 'and another text']);
});

test('[T6] what is typed elsewhere comes to the page at its own letters, so that a caret stays at its own', async () => {
  const shown = new ShownTaskPage();
  await openPage(shown);
  shown.text.insert(0, 'aaaa');
  const caret = shown.caretAt(2);
  descriptionText(replica.doc, id)?.insert(1, 'a');
  expect([shown.text.toString(), shown.placeOf(caret)]).toEqual(['aaaaa', 3]);
});

test('[T6] letters that are on their way while somebody moves the task to another space are written there, where they were typed', async () => {
  const team = await window.desk.create('workspace', undefined, { name: 'Team' });
  if (!team) throw new Error('no workspace was made');
  const shown = new ShownTaskPage();
  const page = await openPage(shown);
  shown.text.insert(0, 'fir tree');
  const caret = shown.caretAt(2);
  shown.delay();
  const [list] = team.replica.view.lists('task');
  const [section] = list ? team.replica.view.sections(list.id) : [];
  if (!section) throw new Error('the workspace has no section');
  got(moveToSpace(replica, { kind: 'task', id }, team.replica, { kind: 'section', id: section.id }, surroundings()));
  window.environment.time.pass(1_000);
  expect(page.subject.space).toBe(team.known.id);
  shown.text.insert(3, ' or oak');
  const there = () => team.replica.view.record('task', id)?.description;
  expect(there()).toBe('fir or oak tree');
  got(updateTask(team.replica, id, { description: 'fir or oak trees' }, surroundings()));
  shown.arrive();
  expect([shown.text.toString(), there()]).toEqual(['fir or oak trees', 'fir or oak trees']);
  expect(shown.placeOf(caret)).toBe(2);
});

test('a name or a subtask that cannot be written is not lost: who typed it can copy it', async () => {
  const page = await openPage();
  got(deleteRecord(replica, { kind: 'task', id }, surroundings()));
  await page.receive({ kind: 'set', fields: { name: 'Half typed' } });
  await page.receive({ kind: 'add-subtask', line: 'Below !high' });
  expect(window.prompt.warned).toEqual([
    'There is no such task; it may have been deleted. You typed “Half typed”.',
    'There is no such task; it may have been deleted. You typed “Below !high”.',
  ]);
});

test('a name that is being typed is written when the person goes to another tab or closes this one', async () => {
  const page = await openPage();
  await page.receive({ kind: 'draft', name: 'Ship it' });
  expect(task()?.name).toBe('Ship');
  page.hidden();
  expect(task()?.name).toBe('Ship it');
  await page.receive({ kind: 'ready' });
  await page.receive({ kind: 'draft', name: 'Ship it now' });
  await page.receive({ kind: 'draft', name: null });
  page.hidden();
  expect(task()?.name).toBe('Ship it');
  await page.receive({ kind: 'draft', name: 'Shipped' });
  page.dispose();
  expect(task()?.name).toBe('Shipped');
});

test('a name that is being typed is not written over a newer one by leaving: closed, it can be copied', async () => {
  const page = await openPage();
  await page.receive({ kind: 'draft', name: 'Ship i' });
  got(updateTask(replica, id, { name: 'Sail' }, surroundings()));
  await page.receive({ kind: 'draft', name: 'Ship it' });
  page.hidden();
  expect([task()?.name, window.prompt.warned]).toEqual(['Sail', []]);
  page.dispose();
  expect(task()?.name).toBe('Sail');
  expect(window.prompt.warned).toEqual(['The task has another name now: “Sail”. You typed “Ship it”.']);
});

test('a name that is being typed in a task that goes to the trash waits for it; closed, it can be copied', async () => {
  const page = await openPage();
  await page.receive({ kind: 'draft', name: 'Ship it' });
  got(deleteRecord(replica, { kind: 'task', id }, surroundings()));
  page.hidden();
  expect(window.prompt.warned).toEqual([]);
  page.dispose();
  expect(window.prompt.warned).toEqual(['There is no such task; it may have been deleted. You typed “Ship it”.']);
});

test('a page that was hidden and is loaded again has the description as it is then', async () => {
  const before = new ShownTaskPage();
  const page = await openPage(before);
  before.text.insert(0, 'Typed. ');
  page.hidden();
  const count = before.told.length;
  got(updateTask(replica, id, { description: 'Typed. More.' }, surroundings()));
  expect(before.told.length).toBe(count);
  await page.receive({ kind: 'ready' });
  expect(before.last('description')).toBeDefined();
  expect(before.last('state')).toBeDefined();
});

test('[T6] who may only read a space sees a page to read; what is typed all the same is taken back, and nothing is written', async () => {
  const keeper = place.accounts.keeper();
  const viewed: KnownSpace = { id: asId('w'), kind: 'workspace', role: 'viewer', workspace: undefined };
  const account = { url: 'http://127.0.0.1:1', user: { id: asId<never>('u'), name: 'Ada' } };
  keeper.keepSpaces(accountKey(account), [{ ...viewed }]);
  await keeper.save(account, 'token');
  const reader = await place.window();
  const theirs = reader.desk.space('w')?.replica;
  if (!theirs) throw new Error('the workspace is not open');
  const { section } = got(createList(theirs, { name: 'Their list', listKind: 'task' }, surroundings()));
  const task = addTask(theirs, 'Theirs', { kind: 'section', id: section });
  const shown = new ShownTaskPage();
  const page = await openPage(shown, task, { at: reader, space: asId<SpaceId>('w') });
  expect(shown.last('state')?.canWrite).toBe(false);
  shown.text.insert(0, 'Mine');
  await page.receive({ kind: 'set', fields: { name: 'Mine' } });
  expect([theirs.view.record('task', task)?.name, theirs.view.record('task', task)?.description]).toEqual([
    'Theirs',
    null,
  ]);
  expect(shown.text.toString()).toBe('');
});

test('a megabyte is typed into', async () => {
  const shown = new ShownTaskPage();
  await openPage(shown);
  shown.text.insert(0, 'lorem ipsum '.repeat(90_000));
  for (let at = 0; at < 20; at++) shown.text.insert(500_000, 'x');
  expect(task()?.description).toBe(shown.text.toString());
});
