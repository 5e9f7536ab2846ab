// What was removed from a record that goes to and fro between spaces: it reads, counts and is written as what was never there.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type DashboardId, type TaskId, type UserId } from '../../../shared/ids';
import { recordMap } from '../../../shared/layout';
import { copyRecords } from '../../../shared/operations/copies';
import { createDashboard, removeWidget, updateDashboard } from '../../../shared/operations/dashboards';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, unassign, updateTask } from '../../../shared/operations/tasks';
import { type Person, people, SPACES } from '../people';
import { firstSection, got, poke, replica, writesDuring } from '../replica';

const me = asId<UserId>('u');

/** A task with all that can be removed from it, and a dashboard too, in the first space; two people have it. */
function full() {
  const { ann, task, clock, ...others } = people();
  got(updateTask(ann.at(0), task, { status: 'completed', dueDate: clock.now(), startDate: clock.now() }, clock));
  got(assign(ann.at(0), task, [me], clock));
  const section = firstSection('dashboard', SPACES[0]);
  const widgets = [{ type: 'count', id: 'w' }] as const;
  const dashboard = got(
    createDashboard(ann.at(0), section, { name: 'd', description: 'x', widgets: [...widgets] }, clock),
  );
  others.meet();
  const move = (from: number, to: number) => {
    ann.move(task, from, to);
    const into = { kind: 'section', id: firstSection('dashboard', SPACES[to]) } as const;
    got(moveToSpace(ann.at(from), { kind: 'dashboard', id: dashboard }, ann.at(to), into, clock));
  };
  const remove = (who: Person, space: number) => {
    const at = who.at(space);
    got(updateTask(at, task, { status: 'open', dueDate: null, startDate: null }, clock));
    got(unassign(at, task, [me], clock));
    got(removeWidget(at, dashboard, 'w', clock));
    got(updateDashboard(at, dashboard, { description: null }, clock));
  };
  return { ...others, ann, clock, task, dashboard, move, remove };
}

/** That nothing of it is read or told of in a space. */
function expectNone({ view }: ReturnType<Person['at']>, task: TaskId, dashboard: DashboardId): void {
  const none = { status: 'open', dueDate: undefined, startDate: undefined, completed: undefined, assignees: [] };
  expect(view.record('task', task)).toMatchObject(none);
  expect(view.record('dashboard', dashboard)).toMatchObject({ description: null, widgets: [] });
  expect(view.problems()).toEqual([]);
}

test('[L9, L12, X5] what was removed late, where a record comes from, is no problem where it is', () => {
  const { ann, ben, task, dashboard, move, remove, settle } = full();
  move(0, 1);
  remove(ben, 0);
  settle();
  for (const at of [0, 1]) expectNone(ann.at(at), task, dashboard);
});

test('[L9, L12, T4] what was removed elsewhere, and came back, is no problem, and to remove it once more is no change', () => {
  const { ann, clock, task, dashboard, move, remove } = full();
  move(0, 1);
  remove(ann, 1);
  move(1, 0);
  const space = ann.at(0);
  expectNone(space, task, dashboard);
  const nothing = [
    () => unassign(space, task, [me], ann.by),
    () => updateTask(space, task, { dueDate: null, startDate: null, status: 'open' }, ann.by),
    () => updateDashboard(space, dashboard, { description: null }, ann.by),
    () => updateDashboard(space, dashboard, { description: '', widgets: [] }, ann.by),
  ];
  for (const act of nothing) {
    let result: ReturnType<typeof act> | undefined;
    const writes = writesDuring(space, () => {
      result = act();
    });
    expect(writes).toBe(0);
    expect(result).toMatchObject({ kind: 'done', changed: false });
  }
  // Set once more, it is there, and follows.
  got(assign(space, task, [me], clock));
  got(updateDashboard(space, dashboard, { description: 'y' }, clock));
  move(0, 1);
  expect(ann.at(1).view.record('task', task)?.assignees).toEqual([me]);
  expect(ann.at(1).view.record('dashboard', dashboard)?.description).toBe('y');
});

test('[U3, L9] what was set over what had been removed elsewhere is undone to nothing, and a removal is undone that others made too', () => {
  const { ann, clock, task, move, remove } = full();
  const before = ann.at(0).view.record('task', task)?.dueDate;
  move(0, 1);
  remove(ann, 1);
  move(1, 0);
  ann.history.clear();
  got(updateTask(ann.at(0), task, { dueDate: before ?? null }, ann.by));
  ann.history.undo();
  expect(recordMap(ann.at(0).doc, 'task', task)?.has('dueDate')).toBe(false);
  // One removes it, and another moves it off, sets it and removes it there, and brings it back.
  ann.history.redo();
  got(updateTask(ann.at(0), task, { dueDate: null }, ann.by));
  const to = (space: number) => ({ kind: 'section', id: firstSection('task', SPACES[space]) }) as const;
  got(moveToSpace(ann.at(0), { kind: 'task', id: task }, ann.at(1), to(1), clock));
  for (const dueDate of [clock.now(), null]) got(updateTask(ann.at(1), task, { dueDate }, clock));
  got(moveToSpace(ann.at(1), { kind: 'task', id: task }, ann.at(0), to(0), clock));
  expect(ann.history.undo()?.kept).toEqual([]);
  expect(ann.at(0).view.record('task', task)?.dueDate).toBe(before);
});

test('[X8, L9] a copy holds nothing of what was removed elsewhere', () => {
  const { ann, clock, task, move, remove } = full();
  move(0, 1);
  remove(ann, 1);
  move(1, 0);
  const record = ann.at(0).view.record('task', task);
  const to = replica();
  copyRecords(ann.at(0), record ? [record] : [], to, { listName: 'l', me }, clock);
  const [copy] = to.view.records('task');
  const held = recordMap(to.doc, 'task', copy?.id ?? '')?.toJSON();
  expect(Object.values(held ?? {})).not.toContain(null);
  expect(Object.keys(held ?? {})).toContain('priority');
});

test('[T7, L9] what is no plain value, and stands where something was removed, goes with its record', () => {
  const { ann, task } = people();
  const map = (space: number) => recordMap(ann.at(space).doc, 'task', task);
  poke(ann.at(0), 'task', task, 'labels', 'plain');
  ann.move(task, 0, 1);
  ann.move(task, 1, 0);
  map(0)?.delete('labels');
  ann.move(task, 0, 1);
  ann.move(task, 1, 0);
  poke(ann.at(0), 'task', task, 'labels', Y.Array.from(['a']));
  ann.move(task, 0, 1);
  expect(map(1)?.toJSON()).toMatchObject({ labels: ['a'] });
});
