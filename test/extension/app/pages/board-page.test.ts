// The board of a list without VS Code: what it tells of its cards, and what moves and lines come to in the model.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpaceWriter } from '../../../../extension/app/commands/space-writer';
import { BoardPage } from '../../../../extension/app/pages/board-page';
import { toIsoDate } from '../../../../shared/dates';
import { asId, type SectionId, type SpaceId, type TaskId } from '../../../../shared/ids';
import type { ToBoardPage } from '../../../../shared/messages/board-page';
import { createSection } from '../../../../shared/operations/lists';
import { moveToSpace } from '../../../../shared/operations/move-space';
import { updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord } from '../../../../shared/operations/trash';
import { addTask, defaultList, firstSection, got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

const LOCAL = asId<SpaceId>('local');
const LIST = defaultList('task', LOCAL);
const FIRST = firstSection('task', LOCAL);
let place: DeskPlace;
let window: DeskWindow;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let second: SectionId;
let a: TaskId;
let b: TaskId;
let c: TaskId;
let told: ToBoardPage[];
let page: BoardPage;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  const space = window.desk.space(LOCAL);
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  second = got(createSection(replica, LIST, { name: 'Second' }, surroundings()));
  [a, b] = [task('A'), task('B')];
  c = task('C', second);
  told = [];
  page = open();
  await page.receive({ kind: 'ready' });
});
afterEach(async () => {
  page.dispose();
  await place[Symbol.asyncDispose]();
});

const open = () =>
  new BoardPage({ space: LOCAL, record: LIST }, (message) => told.push(message), {
    desk: window.desk,
    writer: new SpaceWriter(window.desk, window.prompt),
    environment: window.environment,
    language: 'en',
    gestures: { openTask: () => {}, show: async () => {} },
  });

const task = (name: string, section = FIRST) => addTask(replica, name, { kind: 'section', id: section });
const names = (section: SectionId) =>
  replica.view
    .tasks({ kind: 'section', id: section })
    .map(({ name }) => name)
    .join('');
const cards = () => told.flatMap((message) => (message.kind === 'cards' ? [message] : []));
const status = (id: TaskId) => replica.view.record('task', id)?.status;

test('it tells the list, its sections and its cards once, and then only what has changed', () => {
  expect(told).toContainEqual(expect.objectContaining({ kind: 'board', name: 'Personal Tasks', canWrite: true }));
  expect(cards()[0]?.put.map(({ name, section }) => [name, section])).toEqual([
    ['A', FIRST],
    ['B', FIRST],
    ['C', second],
  ]);
  told = [];
  got(updateTask(replica, b, { priority: 'high' }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told).toMatchObject([{ kind: 'cards', put: [{ id: b, priority: 'high' }] }]);
  expect(cards()[0]?.order).toBeUndefined();
  got(deleteRecord(replica, { kind: 'task', id: a }, surroundings()));
  window.environment.time.pass(1_000);
  expect(cards().at(-1)).toEqual({ kind: 'cards', put: [], order: [b, c] });
});

test('[M1] in columns of sections a card moves to the section, beside another card', async () => {
  const column = { by: 'section', key: second };
  await page.receive({ kind: 'move', card: a, column, before: c });
  expect([names(FIRST), names(second)]).toEqual(['B', 'AC']);
  await page.receive({ kind: 'move', card: a, column, after: c });
  expect(names(second)).toBe('CA');
  await page.receive({ kind: 'move', card: b, column });
  expect(names(second)).toBe('CAB');
});

test('in columns of statuses a card takes the status, and a place only among its own section; one undo takes both back', async () => {
  const column = { by: 'status', key: 'review' };
  await page.receive({ kind: 'move', card: c, column, before: a });
  expect([status(c), names(FIRST), names(second)]).toEqual(['review', 'AB', 'C']);
  expect(window.prompt.warned).toEqual([]);
  await page.receive({ kind: 'move', card: b, column, before: a });
  expect([status(b), names(FIRST)]).toEqual(['review', 'BA']);
  window.desk.history.undo();
  expect([status(b), names(FIRST)]).toEqual(['open', 'AB']);
  await page.receive({ kind: 'move', card: a, column: { by: 'status', key: 'completed' } });
  expect(replica.view.record('task', a)?.completed).toBeDefined();
});

test('a line is added as in quick add, with the status or in the section of its column', async () => {
  await page.receive({ kind: 'add', column: { by: 'status', key: 'blocked' }, line: 'Wait for paint !high' });
  await page.receive({ kind: 'add', column: { by: 'section', key: second }, line: 'Rake' });
  expect(
    cards()
      .flatMap(({ put }) => put)
      .slice(-2),
  ).toMatchObject([
    { name: 'Wait for paint', status: 'blocked', priority: 'high', section: FIRST },
    { name: 'Rake', status: 'open', section: second },
  ]);
  const added = told.flatMap((message) => (message.kind === 'added' ? [message.card] : []));
  expect(added.map((id) => replica.view.record('task', asId(id))?.name)).toEqual(['Wait for paint', 'Rake']);
});

test('[V6] what is refused is said and nothing is written: an empty name, a column that is not there', async () => {
  await page.receive({ kind: 'add', column: { by: 'status', key: 'open' }, line: ' ' });
  expect(told.at(-1)).toMatchObject({ kind: 'refused', about: 'open' });
  await page.receive({ kind: 'move', card: a, column: { by: 'section', key: 'nowhere' } });
  await page.receive({ kind: 'move', card: a, column: { by: 'status', key: 'nowhere' } });
  expect(window.prompt.warned.length).toBe(2);
  for (const message of [null, {}, { kind: 'move' }]) await page.receive(message);
  expect([names(FIRST), status(a)]).toEqual(['AB', 'open']);
});

test('when only time has passed, what is overdue by then says so', async () => {
  got(updateTask(replica, a, { dueDate: toIsoDate(Date.UTC(2026, 0, 2)) }, surroundings()));
  window.environment.time.pass(1_000);
  expect(cards().at(-1)?.put).toMatchObject([{ id: a, due: { state: 'later' } }]);
  window.environment.time.pass(3 * 24 * 3_600_000);
  expect(cards().at(-1)?.put).toMatchObject([{ id: a, due: { state: 'overdue' } }]);
});

test('a list in the trash says so, and comes back by a button', async () => {
  got(deleteRecord(replica, { kind: 'list', id: LIST }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told.at(-1)).toEqual({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  told = [];
  await page.receive({ kind: 'restore' });
  expect(told[0]).toMatchObject({ kind: 'board', name: 'Personal Tasks' });
});

test('a list that is moved to another space is followed there, and says so where that is not open', async () => {
  const team = await window.desk.create('workspace', undefined, { name: 'Team' });
  if (!team) throw new Error('no workspace was made');
  told = [];
  got(moveToSpace(replica, { kind: 'list', id: LIST }, team.replica, { kind: 'lists' }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told).toMatchObject([
    { kind: 'subject', subject: { space: team.known.id, record: LIST } },
    { kind: 'board', name: 'Personal Tasks', space: 'Team' },
  ]);
  expect(page.subject.space).toBe(team.known.id);
  await page.receive({ kind: 'move', card: a, column: { by: 'status', key: 'review' } });
  expect(team.replica.view.record('task', a)?.status).toBe('review');
  page.dispose();
  await window.desk.discard(team.known.id);
  page = open();
  await page.receive({ kind: 'ready' });
  expect(told.at(-1)).toEqual({ kind: 'gone', why: 'closed' });
});

test('a page that is loaded again is told everything again', async () => {
  page.hidden();
  told = [];
  got(updateTask(replica, b, { name: 'Unseen' }, surroundings()));
  window.environment.time.pass(1_000);
  expect(told).toEqual([]);
  await page.receive({ kind: 'ready' });
  expect(cards()[0]?.put.map(({ name }) => name)).toEqual(['A', 'Unseen', 'C']);
});

test('of two thousand cards a change tells of one', async () => {
  for (let at = 0; at < 2_000; at++) task(`Card ${at}`);
  window.environment.time.pass(1_000);
  await page.receive({ kind: 'move', card: a, column: { by: 'status', key: 'progress' } });
  expect(cards().at(-1)?.put.length).toBe(1);
});
