// A dashboard without VS Code: what it tells of its widgets, what is set there, what is behind a bar, and what is saved.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpaceWriter } from '../../../../extension/app/commands/space-writer';
import { DashboardPage } from '../../../../extension/app/pages/dashboard-page';
import type { BarTasks } from '../../../../extension/app/pages/widget-figures';
import { TaskTree, type TreeNode } from '../../../../extension/app/tree/task-tree';
import { TreeLens } from '../../../../extension/app/tree/tree-lens';
import { toIsoDate } from '../../../../shared/dates';
import { asId, type DashboardId, type SpaceId, type TaskId, type UserId } from '../../../../shared/ids';
import { WIDGET_TYPES } from '../../../../shared/layout';
import type { DashboardState, ToDashboardPage } from '../../../../shared/messages/dashboard-page';
import { addWidget, createDashboard, updateDashboard } from '../../../../shared/operations/dashboards';
import { createList } from '../../../../shared/operations/lists';
import { moveToSpace } from '../../../../shared/operations/move-space';
import { assign, updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord } from '../../../../shared/operations/trash';
import { addTask, defaultList, firstSection, got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { MemoryValue } from '../../../support/memory-value';

const LOCAL = asId<SpaceId>('local');
const LIST = defaultList('task', LOCAL);
let place: DeskPlace;
let window: DeskWindow;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let id: DashboardId;
let told: ToDashboardPage[];
let listed: BarTasks[];
let saved: { readonly name: string; readonly ending: string; readonly bytes: Uint8Array }[];
let page: DashboardPage;
const parts = (at: DeskWindow): ConstructorParameters<typeof DashboardPage>[2] => ({
  desk: at.desk,
  writer: new SpaceWriter(at.desk, at.prompt),
  environment: at.environment,
  language: 'en',
  gestures: {
    listTasks: async (bar) => void listed.push(bar),
    save: async (name, ending, bytes) => void saved.push({ name, ending, bytes }),
  },
});
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  const space = window.desk.space(LOCAL);
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  id = got(createDashboard(replica, firstSection('dashboard', LOCAL), { name: 'Week' }, surroundings()));
  [told, listed, saved] = [[], [], []];
  page = new DashboardPage({ space: LOCAL, record: id }, (message) => told.push(message), parts(window));
  await page.receive({ kind: 'ready' });
});
afterEach(async () => {
  page.dispose();
  await place[Symbol.asyncDispose]();
});

const task = (name: string, fields: Parameters<typeof updateTask>[2] = {}, section = firstSection('task', LOCAL)) => {
  const made = addTask(replica, name, { kind: 'section', id: section });
  got(updateTask(replica, made, fields, surroundings()));
  return made;
};
const widgets = () => replica.view.record('dashboard', id)?.widgets ?? [];
const last = (): DashboardState => {
  const state = told.findLast((message) => message.kind === 'dashboard');
  if (state?.kind !== 'dashboard') throw new Error('no dashboard was told');
  return state;
};
const bars = (at: number) => {
  const figures = last().widgets[at]?.figures;
  return figures?.kind === 'bars' ? Object.fromEntries(figures.bars.map(({ key, count }) => [key, count])) : undefined;
};

test('[B1] widgets are added, changed, moved and removed, each a key of its own, and told with what they count', async () => {
  task('A', { status: 'blocked', priority: 'high' });
  await page.receive({ kind: 'add', widget: { type: 'status' } });
  await page.receive({ kind: 'add', widget: { type: 'priority', title: 'By weight', lists: [LIST] } });
  expect(last()).toMatchObject({ name: 'Week', canWrite: true, widgets: [{ type: 'status' }, { title: 'By weight' }] });
  expect([bars(0)?.blocked, bars(1)?.high, last().widgets[1]?.names]).toEqual([1, 1, ['Personal Tasks']]);
  const [first, second] = widgets().map((widget) => widget.id);
  if (first === undefined || second === undefined) throw new Error('two widgets were added');
  await page.receive({ kind: 'set', id: first, changes: { type: 'count' } });
  await page.receive({ kind: 'move', id: second, before: first });
  expect(widgets().map(({ type }) => type)).toEqual(['priority', 'count']);
  await page.receive({ kind: 'remove', id: second });
  expect(last().widgets.map(({ type }) => type)).toEqual(['count']);
  expect(window.prompt.warned).toEqual([]);
});

test('what is refused is told to the page once, and nobody is asked beside it', async () => {
  await page.receive({ kind: 'set', id: 'gone', changes: { type: 'status' } });
  await page.receive({ kind: 'describe', name: '  ', description: '' });
  await page.receive({ kind: 'describe', name: 'Week', description: 'x'.repeat(145) });
  const refused = told.flatMap((message) => (message.kind === 'refused' ? [[message.about, message.message]] : []));
  expect(refused).toEqual([
    ['set', 'The dashboard has no such widget.'],
    ['describe', 'Type a name; it cannot be empty or only spaces.'],
    ['describe', expect.stringContaining('144')],
  ]);
  expect(window.prompt.warned).toEqual([]);
  await page.receive({ kind: 'describe', name: ' Next ', description: ' What comes ' });
  expect(last()).toMatchObject({ name: 'Next', description: 'What comes' });
  expect(page.title).toBe('Next');
});

test('what was set of a dashboard or a widget is written, and what somebody else has set of it stays', async () => {
  got(updateDashboard(replica, id, { name: 'Theirs' }, surroundings()));
  await page.receive({ kind: 'describe', description: 'Mine' });
  expect(last()).toMatchObject({ name: 'Theirs', description: 'Mine' });
  await page.receive({ kind: 'describe', name: 'Mine' });
  expect(last()).toMatchObject({ name: 'Mine', description: 'Mine' });
  const widget = got(addWidget(replica, id, { type: 'status', title: 'Theirs', lists: [LIST] }, surroundings()));
  await page.receive({ kind: 'set', id: widget, changes: { type: 'count' } });
  expect(widgets()).toMatchObject([{ type: 'count', title: 'Theirs', lists: [LIST] }]);
  await page.receive({ kind: 'set', id: widget, changes: { title: '', lists: null } });
  expect(widgets()).toMatchObject([{ type: 'count', title: undefined, lists: undefined }]);
});

test('messages that are none do nothing', async () => {
  for (const junk of [
    undefined,
    7,
    { kind: 'add' },
    { kind: 'add', widget: { type: 'pie' } },
    { kind: 'save-png', picture: 'AAAA' },
  ])
    await page.receive(junk);
  await page.receive({ kind: 'list-tasks', widget: 'gone', key: 'open' });
  expect([widgets(), saved, listed]).toEqual([[], [], []]);
});

test('[B4] behind each bar of each widget are the tasks that the tree shows with the filter it is listed by', async () => {
  const today = window.environment.now();
  const later = toIsoDate(new Date(today).getTime() + 40 * 86_400_000);
  const ada = asId<UserId>('5f0c0f1e-0000-4000-8000-00000000000a');
  const other = got(createList(replica, { name: 'Other', listKind: 'task' }, surroundings()));
  const made: TaskId[] = [
    task('A', { status: 'progress', priority: 'high', dueDate: later }),
    task('B', { status: 'completed', priority: 'high', dueDate: today }),
    task('C', { priority: 'low', dueDate: toIsoDate(0) }),
    task('D', {}, other.section),
  ];
  const [a, b] = made;
  if (!a || !b) throw new Error('tasks were made');
  addTask(replica, 'Below', { kind: 'task', id: b });
  got(assign(replica, a, [ada, asId<UserId>('local')], surroundings()));
  const lens = new TreeLens(new MemoryValue());
  const tree = new TaskTree(window.desk, lens);
  const below = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.flatMap((node) => [node, ...below(tree.children(node))]);
  let seen = 0;
  for (const type of WIDGET_TYPES)
    for (const lists of [undefined, [LIST], [other.list, 'gone']]) {
      await page.receive({ kind: 'add', widget: { type, ...(lists && { lists }) } });
      const widget = last().widgets.at(-1);
      if (widget?.figures.kind !== 'bars') continue;
      for (const { key, count } of widget.figures.bars) {
        listed = [];
        await page.receive({ kind: 'list-tasks', widget: widget.id, key });
        const [bar] = listed;
        if (!bar) throw new Error(`nothing was listed for ${type} ${key}`);
        lens.look(bar.filter);
        const wanted = bar.tasks.map(({ task: one }) => one.id).sort();
        expect(wanted).toHaveLength(count);
        // What lies above a task is shown with it, so it is what fits that is compared.
        const shown = below(tree.roots()).flatMap((node) => (node.kind === 'task' ? [node.record] : []));
        expect(shown, `${type} ${key}`).toEqual(expect.arrayContaining(wanted));
        const extra = shown.filter((one) => !wanted.includes(one as TaskId));
        expect(
          extra.every((one) => one === b),
          `${type} ${key}: ${extra}`,
        ).toBe(true);
        seen += count;
      }
    }
  expect(seen).toBeGreaterThan(20);
  tree.dispose();
});

test('[B5] a list that is gone is said, and one that comes back is counted again', async () => {
  await page.receive({ kind: 'add', widget: { type: 'count', lists: [LIST] } });
  task('A');
  got(deleteRecord(replica, { kind: 'list', id: LIST }, surroundings()));
  window.environment.time.pass(1_000);
  expect(last().widgets[0]).toMatchObject({ names: [], missing: 1 });
  expect(bars(0)?.all).toBe(0);
  window.desk.history.undo();
  window.environment.time.pass(1_000);
});

test('a dashboard that goes to the trash says so and comes back by a button, and a hidden page is told nothing', async () => {
  page.hidden();
  told = [];
  task('A');
  window.environment.time.pass(1_000);
  expect(told).toEqual([]);
  await page.receive({ kind: 'ready' });
  got(deleteRecord(replica, { kind: 'dashboard', id }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told.at(-1)).toEqual({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  await page.receive({ kind: 'restore' });
  expect(last().name).toBe('Week');
});

test('a dashboard whose list is moved to another space is followed there', async () => {
  const team = await window.desk.create('workspace', undefined, { name: 'Team' });
  if (!team) throw new Error('no workspace was made');
  const list = { kind: 'list', id: defaultList('dashboard', LOCAL) } as const;
  got(moveToSpace(replica, list, team.replica, { kind: 'lists' }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told.at(-2)).toEqual({ kind: 'subject', subject: { space: team.known.id, record: id } });
  expect(last()).toMatchObject({ name: 'Week', space: 'Team' });
  await page.receive({ kind: 'describe', description: 'There' });
  expect(team.replica.view.record('dashboard', id)?.description).toBe('There');
});

test('[D2] a dashboard whose list is in the trash too says so, and the list comes back with it', async () => {
  const list = defaultList('dashboard', LOCAL);
  got(deleteRecord(replica, { kind: 'dashboard', id }, surroundings()));
  got(deleteRecord(replica, { kind: 'list', id: list }, surroundings()));
  window.environment.time.pass(1_000);
  const above = [replica.view.record('list', list)?.name];
  expect(told.at(-1)).toEqual({ kind: 'gone', why: 'deleted', restore: { above } });
  await page.receive({ kind: 'restore' });
  expect(last().name).toBe('Week');
  expect(replica.view.record('list', list)?.deleted).toBeUndefined();
});

test('CSV has a row a bar and a day; text that a spreadsheet would run is made text', async () => {
  task('A', { status: 'completed' });
  await page.receive({ kind: 'add', widget: { type: 'count', title: '=HYPERLINK("x";"y")' } });
  await page.receive({ kind: 'add', widget: { type: 'burnup' } });
  await page.receive({ kind: 'save-csv' });
  const [file] = saved;
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file?.bytes);
  expect([file?.name, file?.ending, csv.charCodeAt(0)]).toEqual(['Week', 'csv', 0xfeff]);
  const rows = csv.trimEnd().split('\r\n');
  expect(rows[1]).toBe(`"Week","On This Machine","'=HYPERLINK(""x"";""y"")","count","all",0,"all","",1`);
  expect(rows.filter((row) => row.includes('"burnup"'))).toHaveLength(15);
});

test('in CSV, which others read, oneself stands by name; on the page it is said who that is', async () => {
  const account = { url: 'http://127.0.0.1:1', user: { id: asId<UserId>('ada'), name: 'Ada' } };
  await place.accounts.keeper().save(account, 'token');
  const signedIn = await place.window();
  const own = signedIn.desk.space('ada');
  if (!own) throw new Error('the personal space is not open');
  const section = firstSection('dashboard', own.known.id);
  const record = got(createDashboard(own.replica, section, { name: 'Week' }, surroundings()));
  got(addWidget(own.replica, record, { type: 'assignee' }, surroundings()));
  const mine = addTask(own.replica, 'A', { kind: 'section', id: firstSection('task', own.known.id) });
  got(assign(own.replica, mine, [account.user.id], surroundings()));
  page.dispose();
  page = new DashboardPage({ space: own.known.id, record }, (message) => told.push(message), parts(signedIn));
  await page.receive({ kind: 'ready' });
  const bar = { key: 'ada', name: 'Ada', isMe: true, count: 1 };
  expect(last().widgets[0]?.figures).toMatchObject({ bars: [bar] });
  await page.receive({ kind: 'save-csv' });
  expect(new TextDecoder().decode(saved[0]?.bytes)).toContain('"ada","Ada",1');
});
