// "My Work": what one has to do over all spaces, by date; what is due as time passes; and what is unfolded, kept.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DueClock } from '../../../../extension/app/due-clock';
import { Expansion } from '../../../../extension/app/tree/expansion';
import { MyWork } from '../../../../extension/app/tree/my-work';
import { type IsoDate, toIsoDate, toMoment } from '../../../../shared/dates';
import { asId } from '../../../../shared/ids';
import { assign, unassign, updateTask } from '../../../../shared/operations/tasks';
import { addTask, got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { MemoryValue } from '../../../support/memory-value';

let place: DeskPlace;
let window: DeskWindow;
let work: MyWork;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  work = new MyWork(window.desk, window.tree);
});
afterEach(async () => {
  work.dispose();
  await place[Symbol.asyncDispose]();
});

const shown = () =>
  work.groups().map(({ due }) => [
    due,
    ...work.tasks(due).map((node) => {
      const content = window.tree.content(node);
      return content?.kind === 'task' ? content.record.name : '(gone)';
    }),
  ]);

test('holds what is due in the personal space and what is assigned to me, by date', async () => {
  for (const line of ['late 2025-12-31', 'now today', 'soon 4 january', 'sooner 3 january', 'far 1 march', 'idle'])
    await window.add(line);
  expect(shown()).toEqual([
    ['overdue', 'late'],
    ['today', 'now'],
    ['week', 'sooner', 'soon'],
    ['later', 'far'],
  ]);
  expect((['due', 'overdue', 'off'] as const).map((badge) => work.pressing(badge))).toEqual([2, 1, 0]);
  expect(work.groupOf(window.node('now'))?.due).toBe('today');
  expect(work.groupOf(window.node('idle'))).toBeUndefined();

  const content = window.tree.content(window.node('idle'));
  if (content?.kind !== 'task') throw new Error('idle is no task');
  got(assign(content.space.replica, content.record.id, [asId('local')], surroundings()));
  expect(shown().at(-1)).toEqual(['none', 'idle']);
  got(unassign(content.space.replica, content.record.id, [asId('local')], surroundings()));
  await window.tasks.setCompleted([window.node('late')], true);
  await window.tasks.delete(window.node('now'));
  expect(shown().map(([due]) => due)).toEqual(['week', 'later']);
  expect(work.pressing('due')).toBe(0);
});

test('a day comes before the times of that day and after those of the day before, wherever one is', async () => {
  const moment = (day: number, hour: number) => toMoment(new Date(2026, 0, day, hour, 30).getTime());
  const due: readonly (readonly [name: string, date: IsoDate])[] = [
    ['late', moment(2, 23)],
    ['day', toIsoDate(Date.UTC(2026, 0, 3))],
    ['early', moment(3, 0)],
    ['evening', moment(3, 20)],
    ['next', toIsoDate(Date.UTC(2026, 0, 4))],
  ];
  for (const [name, dueDate] of due.toReversed()) {
    const content = window.tree.content(await window.add(name));
    if (content?.kind !== 'task') throw new Error(`${name} is no task`);
    got(updateTask(content.space.replica, content.record.id, { dueDate }, surroundings()));
  }
  expect(shown()).toEqual([['week', ...due.map(([name]) => name)]]);
});

test('holds what is due in a workspace and assigned to nobody, and not what somebody else has to do', async () => {
  const team = await window.desk.create('workspace', undefined, { name: 'Team' });
  if (!team) throw new Error('no workspace was made');
  const { replica } = team;
  const [list] = replica.view.lists('task');
  const [section] = list ? replica.view.sections(list.id) : [];
  if (!section) throw new Error('the workspace has no section');
  const add = (name: string, dueDate?: IsoDate) => {
    const id = addTask(replica, name, { kind: 'section', id: section.id });
    if (dueDate) got(updateTask(replica, id, { dueDate }, surroundings()));
    return id;
  };
  const today = toIsoDate(Date.UTC(2026, 0, 1));
  add('free', today);
  got(assign(replica, add('hers', today), [asId('bea')], surroundings()));
  add('undated');
  expect(shown()).toEqual([['today', 'free']]);
});

test('tells of changes, and of none after its end', async () => {
  let told = 0;
  work.onChange(() => told++);
  await window.add('late 2025-12-31');
  expect(told).toBe(1);
  work.dispose();
  await window.add('later');
  expect(told).toBe(1);
});

test('the clock tells when something has become due, and when the day is over, and at no other time', async () => {
  await window.add('call Bo today 5:00');
  const { time } = window.environment;
  let passed = 0;
  const clock = new DueClock(
    window.environment,
    () => work.countsNow(),
    () => passed++,
  );
  const pass = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) time.pass(60_000);
  };
  const start = new Date(window.environment.now());
  const toFive = (29 - start.getHours()) * 60 - start.getMinutes();
  pass((toFive % (24 * 60)) - 1);
  const before = passed;
  pass(3);
  expect(passed - before).toBe(1);
  clock.dispose();
  pass(24 * 60);
  expect(passed - before).toBe(1);
});

test('what is unfolded is kept: the latest four hundred changes, and nothing that cannot be read', () => {
  const kept = new MemoryValue();
  const expansion = new Expansion(kept);
  expansion.set('a', false);
  expect(new Expansion(kept).isExpanded('a', true)).toBe(false);
  expect(expansion.isExpanded('b', true)).toBe(true);
  expansion.set('kept', true);
  for (let at = 0; at < 399; at++) expansion.set(`id ${at}`, true);
  const again = new Expansion(kept);
  expect(again.isExpanded('a', true)).toBe(true);
  expect(again.isExpanded('kept', false)).toBe(true);
  for (const junk of [undefined, 'x', [['a', 1]], { a: true }]) {
    kept.save(junk);
    expect(new Expansion(kept).isExpanded('a', true)).toBe(true);
  }
});
