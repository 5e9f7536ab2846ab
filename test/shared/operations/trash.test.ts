// The trash: a mark that can be taken back.
import { expect, test } from 'vitest';
import { createSection } from '../../../shared/operations/lists';
import { createTask } from '../../../shared/operations/tasks';
import {
  deleteRecord,
  deleteRecords,
  purgeRecords,
  restoreRecord,
  restoreRecords,
} from '../../../shared/operations/trash';
import { people } from '../people';
import {
  addTask,
  defaultList,
  failureOf,
  firstSection,
  got,
  replica,
  surroundings,
  sync,
  writesDuring,
} from '../replica';

test('[D1] a section is deleted while someone offline adds a task to it: it is in the trash with it, and comes back with it', () => {
  const [a, b] = [replica(), replica()];
  const section = got(createSection(a, defaultList(), { name: 'Soon' }, surroundings()));
  sync(a, b);
  got(deleteRecord(a, { kind: 'section', id: section }, surroundings()));
  const task = addTask(b, 'late', { kind: 'section', id: section });
  sync(a, b);
  for (const { view } of [a, b]) {
    const record = view.record('task', task);
    expect(record && view.isDeleted(record)).toBe(true);
    expect(view.trash()).toMatchObject([{ id: section }]);
    expect(view.sections(defaultList()).map(({ id }) => id)).toEqual([firstSection()]);
    expect(view.tasks({ kind: 'section', id: section })).toMatchObject([{ id: task }]);
  }
  got(restoreRecord(b, { kind: 'section', id: section }, surroundings()));
  sync(a, b);
  expect(a.view.trash()).toEqual([]);
  expect(a.view.sections(defaultList())).toHaveLength(2);
  expect(a.view.tasks({ kind: 'section', id: section })).toMatchObject([{ name: 'late' }]);
});

test('[D2] a subtask comes back where it was, and not before its parent', () => {
  const space = replica();
  const parent = addTask(space, 'parent');
  const child = addTask(space, 'child', { kind: 'task', id: parent });
  got(deleteRecord(space, { kind: 'task', id: child }, surroundings()));
  got(deleteRecord(space, { kind: 'task', id: parent }, surroundings()));
  expect(failureOf(restoreRecord(space, { kind: 'task', id: child }, surroundings()))).toMatchObject({
    kind: 'invalid',
    faults: [{ type: 'parent-deleted', message: expect.stringContaining(parent) }],
  });
  got(restoreRecord(space, { kind: 'task', id: parent }, surroundings()));
  expect(space.view.tasks({ kind: 'task', id: parent })).toEqual([]);
  got(restoreRecord(space, { kind: 'task', id: child }, surroundings()));
  expect(space.view.tasks({ kind: 'task', id: parent })).toMatchObject([{ id: child }]);
});

test('[D2, X4] what lies in the trash under a record that has gone to another space comes back, to go there too', () => {
  const { ann, ben, task, meet, clock } = people();
  const child = got(createTask(ben.at(0), { kind: 'task', id: task }, { name: 'added offline' }, clock));
  got(deleteRecord(ben.at(0), { kind: 'task', id: child }, clock));
  ann.move(task, 0, 1);
  meet();
  expect(ben.at(0).view.trash()).toMatchObject([{ id: child }]);
  got(restoreRecord(ben.at(0), { kind: 'task', id: child }, clock));
  meet();
  ann.sweep();
  meet();
  expect(ann.at(1).view.tasks({ kind: 'task', id: task })).toMatchObject([{ name: 'added offline' }]);
});

test('[D3] the trash names what was deleted itself, newest first', () => {
  const space = replica();
  const clock = surroundings();
  const [a, b] = [addTask(space, 'a'), addTask(space, 'b')];
  addTask(space, 'under a', { kind: 'task', id: a });
  got(deleteRecord(space, { kind: 'task', id: a }, clock));
  got(deleteRecord(space, { kind: 'task', id: b }, clock));
  expect(space.view.trash().map(({ id }) => id)).toEqual([b, a]);
});

test('[D1] deleting what is gone, or restoring what is not in the trash, is refused and writes nothing', () => {
  const space = replica();
  const task = addTask(space, 'once');
  got(deleteRecord(space, { kind: 'task', id: task }, surroundings()));
  const writes = writesDuring(space, () => {
    expect(failureOf(deleteRecord(space, { kind: 'task', id: task }, surroundings()))).toMatchObject({
      kind: 'not-found',
    });
    expect(failureOf(restoreRecord(space, { kind: 'section', id: firstSection() }, surroundings()))).toMatchObject({
      kind: 'not-found',
      record: 'section',
    });
  });
  expect(writes).toBe(0);
});

test('[D2] several records go and come in one write, all or none; one under another of them goes with that', () => {
  const space = replica();
  const parent = addTask(space, 'parent');
  const child = addTask(space, 'child', { kind: 'task', id: parent });
  const other = addTask(space, 'other');
  const refs = [child, parent, other].map((id) => ({ kind: 'task', id }) as const);
  expect(writesDuring(space, () => got(deleteRecords(space, refs, surroundings())))).toBe(1);
  expect(space.view.trash().map(({ id }) => id)).toEqual([parent, other].sort());
  const both = [parent, other].map((id) => ({ kind: 'task', id }) as const);
  expect(failureOf(restoreRecords(space, [...both, ...refs], surroundings()))).toMatchObject({
    kind: 'not-found',
    id: child,
    path: 'items.2',
  });
  expect(writesDuring(space, () => got(restoreRecords(space, both, surroundings())))).toBe(1);
  expect(space.view.tasks({ kind: 'section', id: firstSection() })).toHaveLength(2);
  expect(space.view.tasks({ kind: 'task', id: parent })).toHaveLength(1);
});

test('[D4] what is purged beside something that it lies under is purged and counted once', () => {
  const space = replica();
  const parent = addTask(space, 'parent');
  const child = addTask(space, 'child', { kind: 'task', id: parent });
  const grandchild = addTask(space, 'grandchild', { kind: 'task', id: child });
  const other = addTask(space, 'other');
  const refs = [child, parent].map((id) => ({ kind: 'task', id }) as const);
  for (const ref of refs) got(deleteRecord(space, ref, surroundings()));
  expect(writesDuring(space, () => expect(purgeRecords(space, refs, surroundings())).toBe(3))).toBe(1);
  for (const id of [parent, child, grandchild]) expect(space.view.record('task', id)).toBeUndefined();
  expect(space.view.record('task', other)).toBeDefined();
});
