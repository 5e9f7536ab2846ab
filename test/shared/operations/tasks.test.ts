// Operations on tasks: what they write, what they leave, what they refuse.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { failureMessage } from '../../../shared/failures';
import { asId, type TaskId, type UserId } from '../../../shared/ids';
import { createSection } from '../../../shared/operations/lists';
import {
  assign,
  createTask,
  moveTask,
  moveTasks,
  unassign,
  updateTask,
  updateTasks,
} from '../../../shared/operations/tasks';
import { deleteRecord } from '../../../shared/operations/trash';
import {
  addTask,
  defaultList,
  failureOf,
  firstSection,
  got,
  poke,
  type Replica,
  replica,
  surroundings,
  sync,
  writesDuring,
} from '../replica';

const clock = surroundings();
const section = { kind: 'section', id: firstSection() } as const;
const under = (id: TaskId) => ({ kind: 'task', id }) as const;
const names = ({ view }: Replica, parent: Parameters<Replica['view']['tasks']>[0] = section) =>
  view.tasks(parent).map(({ name }) => name);

test('[T1] a new task stands at the end, or where it is asked to', () => {
  const space = replica();
  const [a, b] = [addTask(space, 'a'), addTask(space, 'b')];
  got(createTask(space, section, { name: 'before b' }, clock, { before: b }));
  got(createTask(space, section, { name: 'after a' }, clock, { after: a }));
  expect(names(space)).toEqual(['a', 'after a', 'before b', 'b']);
  expect(failureOf(createTask(space, section, { name: 'x' }, clock, { before: 'gone' }))).toMatchObject({
    faults: [{ type: 'no-sibling', path: 'before' }],
  });
});

test('[T3] two people write the first line of a description at once: both lines are kept', () => {
  const [a, b] = [replica(), replica()];
  const task = addTask(a, 'n');
  sync(a, b);
  got(updateTask(a, task, { description: 'from a' }, clock));
  got(updateTask(b, task, { description: 'from b' }, clock));
  sync(a, b);
  const text = a.view.record('task', task)?.description;
  expect(text).toContain('from a');
  expect(text).toContain('from b');
  expect(b.view.record('task', task)?.description).toBe(text);
});

test('[T4] what does not differ is not written', () => {
  const space = replica();
  const dueDate = toIsoDate(0);
  const task = got(createTask(space, section, { name: 'n', description: 'd', dueDate, status: 'review' }, clock));
  const writes = writesDuring(space, () => {
    for (const input of [
      {},
      { name: 'n' },
      { description: 'd', status: 'review', dueDate, startDate: null, priority: 'none' },
    ] as const) {
      expect(updateTask(space, task, input, clock)).toEqual({ kind: 'done', value: undefined, changed: false });
    }
  });
  expect(writes).toBe(0);
  expect(
    writesDuring(space, () => updateTask(space, task, { name: 'm', priority: 'high', description: 'e' }, clock)),
  ).toBe(1);
});

test('[T4] `completed` comes with the status and goes when it is reopened', () => {
  const space = replica();
  const task = addTask(space, 'n');
  got(updateTask(space, task, { status: 'completed' }, clock));
  const { completed } = space.view.record('task', task) ?? {};
  expect(completed).toBeDefined();
  got(updateTask(space, task, { name: 'm', status: 'completed' }, clock));
  expect(space.view.record('task', task)).toMatchObject({ name: 'm', completed });
  got(updateTask(space, task, { status: 'open' }, clock));
  expect(space.view.record('task', task)?.completed).toBeUndefined();
  expect(space.doc.getMap('tasks').toJSON()[task]).not.toHaveProperty('completed');
  const born = got(createTask(space, section, { name: 'n', status: 'completed' }, clock));
  expect(space.view.record('task', born)?.completed).toBeDefined();
});

test('[M2] a title changes here, a due date there: both are kept', () => {
  const [a, b] = [replica(), replica()];
  const task = addTask(a, 'n');
  sync(a, b);
  got(updateTask(a, task, { name: 'new title' }, clock));
  got(updateTask(b, task, { dueDate: toIsoDate(0) }, clock));
  sync(a, b);
  for (const { view } of [a, b])
    expect(view.record('task', task)).toMatchObject({ name: 'new title', dueDate: toIsoDate(0) });
});

test('[M1] two people move one task to different places: it is once, in one of them', () => {
  const [a, b] = [replica(), replica()];
  const task = addTask(a, 'n');
  const [here, there] = ['here', 'there'].map((name) => got(createSection(a, defaultList(), { name }, clock)));
  if (!here || !there) throw new Error('no sections');
  sync(a, b);
  got(moveTask(a, task, { kind: 'section', id: here }, {}, clock));
  got(moveTask(b, task, { kind: 'section', id: there }, {}, clock));
  sync(a, b);
  for (const space of [a, b]) {
    const places = [section.id, here, there].filter((id) => names(space, { kind: 'section', id }).includes('n'));
    expect(places).toHaveLength(1);
    expect(space.view.record('task', task)?.parent).toEqual(a.view.record('task', task)?.parent);
  }
});

test('[M4] A is put under B while B is put under A, and a cycle of three: all are shown, in the same place everywhere', () => {
  for (const count of [2, 3]) {
    const replicas = Array.from({ length: count }, () => replica());
    const [first] = replicas;
    if (!first) throw new Error('no replica');
    const ids = Array.from({ length: count }, (_, at) => addTask(first, `n${at}`));
    sync(...replicas);
    for (const [at, space] of replicas.entries()) {
      const [id, target] = [ids[at], ids[(at + 1) % count]];
      if (id && target) got(moveTask(space, id, under(target), {}, clock));
    }
    sync(...replicas);
    for (const { view } of replicas) {
      const least = [...ids].sort()[0];
      expect(view.tasks(section).map(({ id }) => id)).toEqual([least]);
      for (const [at, id] of ids.entries()) {
        if (id !== least) expect(view.record('task', id)?.parent).toEqual({ kind: 'task', id: ids[(at + 1) % count] });
      }
    }
  }
});

test('[M5] a drag onto itself, its own descendant or its own place does nothing', () => {
  const space = replica();
  const [a, b] = [addTask(space, 'a'), addTask(space, 'b')];
  const child = addTask(space, 'child', under(a));
  const grandchild = addTask(space, 'grandchild', under(child));
  const writes = writesDuring(space, () => {
    for (const to of [a, child, grandchild]) {
      expect(failureOf(moveTask(space, a, under(to), {}, clock))).toMatchObject({
        faults: [{ type: 'own-descendant' }],
      });
      expect(failureOf(moveTasks(space, [b, a], under(to), {}, clock))).toMatchObject({
        faults: [{ type: 'own-descendant' }],
      });
    }
    expect(failureOf(moveTask(space, a, undefined, { before: a }, clock))).toMatchObject({
      faults: [{ type: 'own-neighbour' }],
    });
    expect(failureOf(moveTask(space, a, section, { before: child }, clock))).toMatchObject({
      faults: [{ type: 'no-sibling' }],
    });
    expect(failureOf(moveTask(space, a, section, { before: b, after: b }, clock))).toMatchObject({
      faults: [{ type: 'one-of' }],
    });
    for (const [parent, position] of [
      [undefined, {}],
      [section, {}],
      [section, { before: b }],
      [undefined, { before: b }],
    ] as const) {
      expect(moveTask(space, a, parent, position, clock)).toMatchObject({ kind: 'done', changed: false });
    }
    expect(moveTask(space, b, section, { after: a }, clock)).toMatchObject({ kind: 'done', changed: false });
    expect(moveTasks(space, [a, b], section, { before: undefined }, clock)).toMatchObject({
      kind: 'done',
      changed: false,
    });
  });
  expect(writes).toBe(0);
});

test('[M5] subtasks go along, and several tasks move side by side in one write', () => {
  const space = replica();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => addTask(space, name));
  if (!a || !b || !c || !d) throw new Error('no tasks');
  const child = addTask(space, 'child', under(a));
  expect(writesDuring(space, () => got(moveTasks(space, [a, child, c], section, { after: d }, clock)))).toBe(1);
  expect(names(space)).toEqual(['b', 'd', 'a', 'c']);
  expect(names(space, under(a))).toEqual(['child']);
  got(moveTasks(space, [c, b], under(d), {}, clock));
  expect(names(space, under(d))).toEqual(['c', 'b']);
  got(moveTask(space, child, section, { before: d }, clock));
  expect(names(space)).toEqual(['child', 'd', 'a']);
  expect(failureOf(moveTasks(space, [a, a], section, {}, clock))).toMatchObject({
    faults: [{ type: 'duplicate', path: 'items.1' }],
  });
  expect(failureOf(moveTasks(space, [a, asId('gone')], section, {}, clock))).toMatchObject({
    kind: 'not-found',
    path: 'items.1',
  });
});

test('[O3] a task is put after one whose place cannot be read, and stays there', () => {
  const space = replica();
  for (const id of ['x', 'y']) poke(space, 'task', id, 'name', id);
  got(createTask(space, section, { name: 'between' }, clock, { after: 'x' }));
  expect(names(space)).toEqual(['x', 'between', 'y']);
});

test('[M6] two people assign at once: both succeed, and taking one off leaves the other', () => {
  const [a, b] = [replica(), replica()];
  const [ann, bob] = [asId<UserId>('ann'), asId<UserId>('bob')];
  const task = got(createTask(a, section, { name: 'n', assigneeIds: [ann] }, clock));
  sync(a, b);
  expect(writesDuring(a, () => got(assign(a, task, [ann], clock)))).toBe(0);
  got(unassign(a, task, [ann], clock));
  got(assign(b, task, [bob, bob], clock));
  sync(a, b);
  for (const { view } of [a, b]) expect(view.record('task', task)?.assignees).toEqual([bob]);
  expect(writesDuring(a, () => got(unassign(a, task, [ann], clock)))).toBe(0);
  expect(failureOf(assign(a, task, [asId('')], clock))).toMatchObject({ faults: [{ type: 'too-short', path: '0' }] });
});

test('[V1, V2, V3] bad values are refused with every fault, its path and its bound, and nothing is written', () => {
  const space = replica();
  const task = addTask(space, 'n');
  const bad = { name: '', status: 'done', dueDate: '2026-02-30T00:00:00.000Z', description: 'a\ud800' } as never;
  const writes = writesDuring(space, () => {
    for (const result of [
      createTask(space, section, bad, clock),
      updateTask(space, task, bad, clock),
      updateTasks(space, [task], bad, clock),
    ]) {
      const failure = failureOf(result);
      if (failure.kind !== 'invalid') throw new Error(failure.kind);
      expect(failure.faults.map(({ path, type }) => [path, type]).sort()).toEqual([
        ['description', 'malformed'],
        ['dueDate', 'date'],
        ['name', 'too-short'],
        ['status', 'invalid-value'],
      ]);
      expect(failureMessage(failure)).toContain('1 to 200 characters');
    }
    expect(failureOf(updateTask(space, task, { name: '😀'.repeat(201) }, clock))).toMatchObject({
      faults: [{ type: 'too-long', path: 'name', message: 'must have 1 to 200 characters; it has 201' }],
    });
    expect(failureOf(createTask(space, under(asId('gone')), { name: 'n' }, clock))).toMatchObject({
      kind: 'not-found',
      path: 'parentTask.id',
    });
    expect(
      failureOf(createTask(space, { kind: 'section', id: firstSection('pin') }, { name: 'n' }, clock)),
    ).toMatchObject({
      kind: 'not-found',
      path: 'taskSection.id',
    });
  });
  expect(writes).toBe(0);
  got(updateTask(space, task, { name: '😀'.repeat(200) }, clock));
});

test('[T4] several tasks are changed in one write, all or none', () => {
  const space = replica();
  const ids = ['a', 'b', 'c'].map((name) => addTask(space, name));
  expect(writesDuring(space, () => got(updateTasks(space, ids, { status: 'completed' }, clock)))).toBe(1);
  expect(space.view.tasks(section).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  const [first] = ids;
  if (!first) throw new Error('no task');
  got(deleteRecord(space, { kind: 'task', id: first }, clock));
  expect(writesDuring(space, () => updateTasks(space, ids, { name: 'x' }, clock))).toBe(0);
  expect(failureOf(updateTasks(space, ids, { name: 'x' }, clock))).toMatchObject({
    kind: 'not-found',
    id: first,
    path: 'items.0',
  });
});

test('[M7] two replicas made from one stored state never share a client id', () => {
  const state = Y.encodeStateAsUpdate(replica().doc);
  const replicas = Array.from({ length: 20 }, () => replica('empty'));
  for (const { doc } of replicas) Y.applyUpdate(doc, state);
  expect(new Set(replicas.map(({ doc }) => doc.clientID)).size).toBe(20);
});

test('[T4] a task that one completes while another sets another status is not completed, and reads so; named twice it is changed once', () => {
  const [ann, ben] = [replica(), replica('empty')];
  const task = addTask(ann, 'n');
  sync(ann, ben);
  // The higher client id counts, of two who write at once.
  [ann.doc.clientID, ben.doc.clientID] = [5, 7];
  const completed = () => ann.doc.getMap('tasks').toJSON()[task].completed;
  let looks = 0;
  const by = { ...clock, now: () => toIsoDate(++looks) };
  got(updateTasks(ann, [task, task], { status: 'completed' }, by));
  expect(looks).toBe(1);
  expect(ann.view.record('task', task)).toMatchObject({ status: 'completed', completed: completed() });
  got(updateTask(ben, task, { status: 'review' }, clock));
  sync(ann, ben);
  for (const { view } of [ann, ben])
    expect(view.record('task', task)).toMatchObject({ status: 'review', completed: undefined });
  expect(completed()).toBeDefined();
});
