// The figures of a dashboard: what is counted, by what, and how time and lists that are gone show in them.
import { beforeEach, expect, test } from 'vitest';
import { dueBucket } from '../../extension/app/due-date';
import { toIsoDate } from '../../shared/dates';
import { DUE_BUCKETS } from '../../shared/due';
import { type Bar, figuresOf } from '../../shared/figures';
import { asId, type SpaceId, type UserId } from '../../shared/ids';
import { createList, createSection } from '../../shared/operations/lists';
import { assign, updateTask } from '../../shared/operations/tasks';
import { deleteRecord } from '../../shared/operations/trash';
import { addTask, defaultList, firstSection, got, type Replica, replica, surroundings } from './replica';

const NOW = new Date(2026, 4, 20, 12);
const day = (at: number, hour = 12) => toIsoDate(new Date(2026, 4, at, hour).getTime());
const ADA = asId<UserId>('ada');
const BEA = asId<UserId>('bea');
let space: Replica;
beforeEach(() => {
  space = replica('user');
});

const figures = (lists?: readonly string[], ...more: Replica[]) =>
  figuresOf(
    [space, ...more].map(({ id, view }) => ({ id, view })),
    { lists, now: NOW, dues: DUE_BUCKETS, dueOf: dueBucket },
  );
const counts = (bars: readonly Bar[]) => Object.fromEntries(bars.map(({ key, tasks }) => [key, tasks.length]));
const set = (id: ReturnType<typeof addTask>, fields: Parameters<typeof updateTask>[2], now = day(20)) =>
  got(updateTask(space, id, fields, { ...surroundings(), now: () => now }));

test('[B4] an empty space has every bar, at nothing', () => {
  const { status, priority, due, assignee, tasks } = figures();
  expect([counts(status), counts(priority), counts(due), assignee, tasks]).toEqual([
    { open: 0, progress: 0, review: 0, blocked: 0, completed: 0 },
    { high: 0, medium: 0, low: 0, none: 0 },
    { overdue: 0, today: 0, week: 0, later: 0, none: 0 },
    [],
    [],
  ]);
});

test('[B4] subtasks count, what is in the trash does not, and what is completed is in no bar but that of its status', () => {
  const a = addTask(space, 'A');
  set(a, { priority: 'high', dueDate: day(19) });
  set(addTask(space, 'Below', { kind: 'task', id: a }), { status: 'review' });
  const done = addTask(space, 'Done');
  set(done, { priority: 'high', dueDate: day(1), status: 'completed' });
  const gone = addTask(space, 'Gone');
  addTask(space, 'Gone with it', { kind: 'task', id: gone });
  got(deleteRecord(space, { kind: 'task', id: gone }, surroundings()));
  const { status, priority, due, tasks } = figures();
  expect(tasks.length).toBe(3);
  expect(counts(status)).toMatchObject({ open: 1, review: 1, completed: 1 });
  expect(counts(priority)).toMatchObject({ high: 1, none: 1 });
  expect(counts(due)).toMatchObject({ overdue: 1, none: 1 });
});

test('[B4] a task of two people counts with both; who has most comes first, nobody last', () => {
  const [a, b] = [addTask(space, 'A'), addTask(space, 'B')];
  for (const name of ['C', 'D', 'E']) addTask(space, name);
  for (const [task, user] of [
    [a, BEA],
    [a, ADA],
    [b, BEA],
  ] as const)
    got(assign(space, task, [user], surroundings()));
  expect(figures().assignee.map(({ key, tasks }) => [key, tasks.length])).toEqual([
    [BEA, 2],
    [ADA, 1],
    ['', 3],
  ]);
});

test('[B4] lists of any of the spaces are counted, each once', () => {
  const other = replica('workspace', asId<SpaceId>('5a1f7b52-1c1b-4a5d-8f5e-2f3d1c9b7a66'));
  const { list } = got(createList(space, { listKind: 'task', name: 'More' }, surroundings()));
  const section = got(createSection(space, list, { name: 'Two' }, surroundings()));
  addTask(space, 'First');
  addTask(space, 'Second', { kind: 'section', id: section });
  addTask(other, 'Elsewhere', { kind: 'section', id: firstSection('task', other.id) });
  const names = (...lists: string[]) =>
    figures(lists, other)
      .tasks.map(({ task, space: where }) => `${task.name} ${where === space.id ? 'here' : 'there'}`)
      .sort();
  expect(names(list, list)).toEqual(['Second here']);
  expect(names(defaultList(), defaultList('task', other.id))).toEqual(['Elsewhere there', 'First here']);
  expect(names()).toEqual([]);
});

test('[B5] a list that is unknown, in the trash or of pins is missing, and the others are counted', () => {
  const { list } = got(createList(space, { listKind: 'task', name: 'More' }, surroundings()));
  got(deleteRecord(space, { kind: 'list', id: list }, surroundings()));
  addTask(space, 'First');
  const { missing, tasks } = figures([list, 'nowhere', defaultList('pin'), defaultList()]);
  expect(missing).toEqual([list, 'nowhere', defaultList('pin')]);
  expect(tasks.length).toBe(1);
});

test('[B6] done over time adds up day by day to today, over two weeks where nothing is older', () => {
  for (const at of [18, 18, 20]) set(addTask(space, 'X'), { status: 'completed' }, day(at, 23));
  const { burnUp } = figures();
  expect(burnUp.length).toBe(14);
  expect(burnUp[0]).toEqual({ day: '2026-05-07', done: 0 });
  expect(burnUp.slice(-4).map(({ done }) => done)).toEqual([0, 2, 2, 3]);
  expect(burnUp.at(-1)?.day).toBe('2026-05-20');
});

test('[B6] what was done long ago is in the first of ninety days; a clock that is ahead counts as today', () => {
  set(addTask(space, 'Old'), { status: 'completed' }, toIsoDate(Date.UTC(2001, 1, 1)));
  set(addTask(space, 'Ahead'), { status: 'completed' }, toIsoDate(Date.UTC(2040, 1, 1)));
  const { burnUp } = figures();
  expect(burnUp.length).toBe(90);
  expect([burnUp[0]?.done, burnUp.at(-2)?.done, burnUp.at(-1)?.done]).toEqual([1, 1, 2]);
});

test('three thousand tasks are counted', () => {
  space.doc.transact(() => {
    for (let at = 0; at < 3_000; at++) addTask(space, `Task ${at}`);
  });
  expect(figures([defaultList()]).tasks.length).toBe(3_000);
});
