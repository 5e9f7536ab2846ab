// Undo and redo: the inverse of each step, only where it is still one's own.
import { expect, test } from 'vitest';
import { asId, type SpaceId } from '../../../shared/ids';
import { createDashboard, updateDashboard } from '../../../shared/operations/dashboards';
import { History } from '../../../shared/operations/history';
import { createList, createSection } from '../../../shared/operations/lists';
import type { Surroundings } from '../../../shared/operations/space';
import { updateSpace } from '../../../shared/operations/space-fields';
import { assign, createTask, moveTask, moveTasks, updateTask, updateTasks } from '../../../shared/operations/tasks';
import { deleteRecord, deleteRecords, restoreRecord } from '../../../shared/operations/trash';
import { dump } from '../dump';
import {
  addTask,
  defaultList,
  firstSection,
  got,
  poke,
  type Replica,
  replica,
  SPACE,
  surroundings,
  sync,
} from '../replica';

const section = { kind: 'section', id: firstSection() } as const;

/** A person at a replica: surroundings whose history undoes what was done with them. */
function person(...spaces: Replica[]): { history: History; by: Surroundings } {
  const clock = surroundings();
  const history = new History((id) => spaces.find((space) => space.id === id), clock.now);
  return { history, by: { ...clock, history } };
}

test('[U1] every kind of operation is undone and done again, one at a time', () => {
  const space = replica();
  const { history, by } = person(space);
  const [a, b] = [addTask(space, 'a'), addTask(space, 'b')];
  const other = got(createSection(space, defaultList(), { name: 'other' }, surroundings()));
  const board = got(createDashboard(space, firstSection('dashboard'), { name: 'd' }, surroundings()));
  const acts = [
    () => updateTask(space, a, { name: 'A', status: 'completed', dueDate: by.now() }, by),
    () => updateTask(space, a, { description: 'some text' }, by),
    () => updateTask(space, a, { description: 'some other text here' }, by),
    () => assign(space, a, [asId('ann')], by),
    () => moveTask(space, a, undefined, { after: b }, by),
    () => moveTask(space, b, { kind: 'section', id: other }, {}, by),
    () => moveTasks(space, [a], { kind: 'task', id: b }, {}, by),
    () => updateTasks(space, [a, b], { priority: 'high' }, by),
    () =>
      deleteRecords(
        space,
        [
          { kind: 'task', id: a },
          { kind: 'section', id: other },
        ],
        by,
      ),
    () => restoreRecord(space, { kind: 'section', id: other }, by),
    () => updateSpace(space, { name: 'mine', description: 'd' }, by),
    () => updateDashboard(space, board, { widgets: [{ type: 'count' }] }, by),
  ];
  const states = [dump(space.view)];
  for (const act of acts) {
    expect(act()).toMatchObject({ kind: 'done', changed: true });
    states.push(dump(space.view));
  }
  for (let round = 0; round < 2; round++) {
    for (const before of states.slice(0, -1).toReversed()) {
      expect(history.undo()?.kept).toEqual([]);
      expect(dump(space.view)).toEqual(before);
    }
    expect(history.canUndo).toBe(false);
    expect(history.undo()).toBeUndefined();
    for (const after of states.slice(1)) {
      expect(history.redo()?.kept).toEqual([]);
      expect(dump(space.view)).toEqual(after);
    }
    expect(history.redo()).toBeUndefined();
  }
});

test('[U2] A creates a task, B fills it in, A undoes: the work of B is in the trash with it, and comes back with redo', () => {
  const [a, b] = [replica(), replica()];
  const { history, by } = person(a);
  const task = got(createTask(a, section, { name: 'n' }, by));
  sync(a, b);
  got(updateTask(b, task, { description: 'what B knows' }, surroundings()));
  const child = addTask(b, 'child', { kind: 'task', id: task });
  sync(a, b);
  history.undo();
  sync(a, b);
  expect(b.view.trash()).toMatchObject([{ id: task, description: 'what B knows' }]);
  expect(b.view.tasks({ kind: 'task', id: task })).toMatchObject([{ id: child }]);
  expect(b.view.tasks(section)).toEqual([]);
  history.redo();
  sync(a, b);
  expect(b.view.tasks(section)).toMatchObject([{ id: task, description: 'what B knows' }]);
  expect(b.view.trash()).toEqual([]);
});

test('[U2] a list that was made goes with its first section, and is one thing in the trash', () => {
  const space = replica();
  const { history, by } = person(space);
  const { list, section: first } = got(createList(space, { name: 'L', listKind: 'task' }, by));
  history.undo();
  expect(space.view.trash().map(({ id }) => id)).toEqual([list]);
  got(restoreRecord(space, { kind: 'list', id: list }, surroundings()));
  expect(space.view.sections(list).map(({ id }) => id)).toEqual([first]);
});

test('[U3] a field that someone has changed since is left, the others of the step are undone', () => {
  const [a, b] = [replica(), replica()];
  const { history, by } = person(a);
  const task = addTask(a, 'n');
  got(updateTask(a, task, { name: 'of A', priority: 'high' }, by));
  sync(a, b);
  got(updateTask(b, task, { name: 'of B' }, surroundings()));
  sync(a, b);
  const outcome = history.undo();
  expect(outcome?.kept).toMatchObject([{ reason: 'changed-since', step: { key: 'name' } }]);
  expect(outcome?.touched).toEqual([{ space: SPACE, kind: 'task', id: task }]);
  expect(a.view.record('task', task)).toMatchObject({ name: 'of B', priority: 'none' });
  history.redo();
  expect(a.view.record('task', task)).toMatchObject({ name: 'of B', priority: 'high' });
});

test('[U4] a move is undone only while it is where one put it, and only to where it can still be', () => {
  const [a, b] = [replica(), replica()];
  const { history, by } = person(a);
  const [x, y] = [addTask(a, 'x'), addTask(a, 'y')];
  const other = got(createSection(a, defaultList(), { name: 'other' }, surroundings()));
  const third = got(createSection(a, defaultList(), { name: 'third' }, surroundings()));
  sync(a, b);
  got(moveTask(a, x, { kind: 'section', id: other }, {}, by));
  sync(a, b);
  got(moveTask(b, x, { kind: 'section', id: third }, {}, surroundings()));
  sync(a, b);
  expect(history.undo()?.kept).toMatchObject([{ reason: 'changed-since' }]);
  expect(a.view.record('task', x)?.parent).toEqual({ kind: 'section', id: third });
  got(moveTask(a, x, { kind: 'section', id: other }, {}, by));
  got(deleteRecord(a, { kind: 'section', id: third }, surroundings()));
  expect(history.undo()?.kept).toMatchObject([{ reason: 'no-way-back' }]);
  expect(a.view.record('task', x)?.parent).toEqual({ kind: 'section', id: other });
  got(moveTask(a, x, { kind: 'task', id: y }, {}, surroundings()));
  got(moveTask(a, x, section, {}, by));
  got(moveTask(a, y, { kind: 'task', id: x }, {}, surroundings()));
  expect(history.undo()?.kept).toMatchObject([{ reason: 'no-way-back' }]);
  expect(a.view.record('task', x)?.parent).toEqual(section);
});

test('[U5] of a description exactly one’s own letters go, also when others have typed around them', () => {
  const [a, b] = [replica(), replica()];
  const { history, by } = person(a);
  const task = addTask(a, 'n');
  got(updateTask(a, task, { description: 'one two three' }, surroundings()));
  got(updateTask(a, task, { description: 'one 2 three' }, by));
  sync(a, b);
  got(updateTask(b, task, { description: 'zero one 2 three four' }, surroundings()));
  sync(a, b);
  history.undo();
  sync(a, b);
  expect(b.view.record('task', task)?.description).toBe('zero one two three four');
  history.redo();
  expect(a.view.record('task', task)?.description).toBe('zero one 2 three four');
  got(updateTask(a, task, { name: 'new' }, by));
  history.clear();
  expect(history.canUndo).toBe(false);
});

test('[U5] what the same person typed since without a history, or undid, is not taken for the step that is undone', () => {
  const space = replica();
  const { history, by } = person(space);
  const task = addTask(space, 'n');
  got(updateTask(space, task, { description: 'one' }, by));
  got(updateTask(space, task, { description: 'one two' }, surroundings()));
  expect(history.undo()?.kept).toEqual([]);
  expect(space.view.record('task', task)?.description?.trim()).toBe('two');
  history.redo();
  expect(space.view.record('task', task)?.description).toBe('one two');
});

test('[U6] several operations, over several spaces, are one thing to undo; something new ends redo; old things are forgotten', () => {
  const [mine, team] = [replica(), replica('project', asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8'))];
  const { history, by } = person(mine, team);
  const task = addTask(mine, 'n');
  history.group(() => {
    got(updateTask(mine, task, { name: 'm' }, by));
    got(updateSpace(team, { name: 'T' }, by));
  });
  expect(history.undo()?.touched).toHaveLength(2);
  expect([mine.view.record('task', task)?.name, team.view.fields.name]).toEqual(['n', '(no name)']);
  got(updateTask(mine, task, { name: 'other' }, by));
  expect(history.canRedo).toBe(false);
  const short = new History(() => mine, by.now, 3);
  for (const name of ['1', '2', '3', '4', '5']) got(updateTask(mine, task, { name }, { ...by, history: short }));
  while (short.canUndo) short.undo();
  expect(mine.view.record('task', task)?.name).toBe('2');
  const nowhere = new History(() => undefined, by.now);
  got(updateTask(mine, task, { name: 'x' }, { ...by, history: nowhere }));
  expect(nowhere.undo()?.kept).toMatchObject([{ reason: 'no-space' }]);
});

test('[U4, M5] of two that go back at once under what was put under the other, one stays where it is', () => {
  const space = replica();
  const { history, by } = person(space);
  const [above, below] = [addTask(space, 'above'), addTask(space, 'below')];
  const a = got(createTask(space, { kind: 'task', id: above }, { name: 'a' }, surroundings()));
  const b = got(createTask(space, { kind: 'task', id: below }, { name: 'b' }, surroundings()));
  got(moveTasks(space, [a, b], section, {}, by));
  got(moveTask(space, above, { kind: 'task', id: b }, {}, surroundings()));
  got(moveTask(space, below, { kind: 'task', id: a }, {}, surroundings()));
  expect(history.undo()?.kept).toMatchObject([{ step: { id: a }, reason: 'no-way-back' }]);
  expect(space.view.problems()).toEqual([]);
  const parentOf = (id: string) => space.view.record('task', id)?.parent;
  expect([a, below, b, above].map(parentOf)).toEqual(
    [section, a, below, b].map((id) => (id === section ? id : { kind: 'task', id })),
  );
});

test('[U1, U5, T7] where a peer wrote another description than a text, a change of it is undone and done again, and only that', () => {
  const space = replica();
  const { history, by } = person(space);
  const id = addTask(space, 'a');
  const description = () => space.view.record('task', id)?.description;
  for (const [value, reads] of [
    ['a string', 'a string'],
    [undefined, null],
    [{ no: 'text' }, null],
  ] as const) {
    poke(space, 'task', id, 'description', value);
    got(updateTask(space, id, { name: 'renamed' }, by));
    got(updateTask(space, id, { name: 'a', description: 'a string, changed' }, by));
    for (let round = 0; round < 2; round++) {
      expect(history.undo()?.kept).toEqual([]);
      expect([space.view.record('task', id)?.name, description()]).toEqual(['renamed', reads]);
      expect(history.redo()?.kept).toEqual([]);
      expect([space.view.record('task', id)?.name, description()]).toEqual(['a', 'a string, changed']);
    }
  }
});
