// Undo of what was written before the record went to another space, and of what was typed in a space that was closed since.
import { expect, test } from 'vitest';
import type { TaskId } from '../../../shared/ids';
import { History } from '../../../shared/operations/history';
import { moveToSpace } from '../../../shared/operations/move-space';
import { createTask, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord } from '../../../shared/operations/trash';
import { living, type Person, people, sectionOf } from '../people';
import { got } from '../replica';

const reasons = (outcome: ReturnType<Person['history']['undo']>) => outcome?.kept.map(({ reason }) => reason);
const ref = (id: TaskId) => ({ kind: 'task', id }) as const;

test('[U2, U3] undoing what one did before another moved it marks no trace: where it is, that other space says', () => {
  const { ann, ben, task, settle } = people();
  const child = got(createTask(ann.at(0), ref(task), { name: 'child' }, { ...ann.by, history: undefined }));
  got(deleteRecord(ann.at(0), ref(child), ann.by));
  settle();
  ben.move(task, 0, 1);
  settle();
  expect(reasons(ann.history.undo())).toEqual(['changed-since']);
  settle();
  expect(ann.at(0).doc.getMap('tasks').toJSON()[child]).toMatchObject({ deleted: expect.any(String) });
  expect(
    ann
      .at(1)
      .view.trash()
      .map(({ id }) => id),
  ).toEqual([child]);
});

test('[U5] a space that was closed is let go of, and what was typed in it before is left and told', () => {
  const { ann, task } = people();
  const { doc } = ann.at(0);
  got(updateTask(ann.at(0), task, { name: 'm', description: 'one two three' }, ann.by));
  ann.reopen(0);
  // What an undo manager of Yjs holds of its document it lets go of with that.
  expect(doc.isDestroyed).toBe(true);
  expect(
    (doc as unknown as { _observers: Map<string, Set<unknown>> })._observers.get('afterTransaction')?.size ?? 0,
  ).toBe(0);
  const outcome = ann.history.undo();
  expect(outcome?.kept).toMatchObject([{ step: { kind: 'typed', typing: undefined } }]);
  expect(ann.at(0).view.record('task', task)).toMatchObject({ name: 'n', description: 'one two three' });
});

test('[U2, D1] a creation that is undone in the moment in which the record came back from another space is in the trash', () => {
  const { ann, task, clock } = people();
  const now = clock.now();
  const history = new History(
    (id) => ann.spaces.find((space) => space.id === id),
    () => now,
  );
  const by = { ...clock, now: () => now, history };
  const made = got(createTask(ann.at(0), sectionOf(0), { name: 'made' }, by));
  got(moveToSpace(ann.at(0), ref(made), ann.at(1), sectionOf(1), { ...by, history: undefined }));
  got(moveToSpace(ann.at(1), ref(made), ann.at(0), sectionOf(0), { ...by, history: undefined }));
  expect(reasons(history.undo())).toEqual([]);
  expect(living(ann, made)).toEqual([]);
  expect(living(ann, task)).toEqual([0]);
});

test('[U3, U7] a field that another wrote where the record is now is not told to be undone', () => {
  const { ann, ben, task, settle, read } = people();
  got(updateTask(ann.at(0), task, { name: 'ann' }, ann.by));
  settle();
  ben.move(task, 0, 1);
  got(updateTask(ben.at(1), task, { name: 'ben' }, ben.by));
  settle();
  const outcome = ann.history.undo();
  expect(reasons(outcome)).toEqual(['changed-since']);
  expect(outcome?.touched).toEqual([]);
  settle();
  expect(read(1)?.name).toBe('ben');
});

test('[U7] what waits for a space that is not open, and was told, is passed over still when another was closed', () => {
  const { ann, task } = people();
  const other = got(createTask(ann.at(2), sectionOf(2), { name: 'other' }, ann.by));
  got(updateTask(ann.at(0), task, { description: 'one two three' }, ann.by));
  ann.move(task, 0, 1);
  ann.closed.add(1);
  expect(reasons(ann.history.undo())).toEqual(['no-space']);
  ann.reopen(0);
  expect(reasons(ann.history.undo())).toEqual(['changed-since']);
  expect(reasons(ann.history.undo())).toEqual([]);
  expect(living(ann, other)).toEqual([]);
});

test('[U3] a task that someone else has completed too, or again, stays completed when one takes back that one did', () => {
  for (const how of ['at once', 'again'] as const) {
    const { ann, ben, task, meet, settle, read } = people();
    // Of two who write one key at once the higher client id counts: both keys are Ben's, or only the time is.
    [ann.at(0).doc.clientID, ben.at(0).doc.clientID] = [10, 20];
    got(updateTask(ann.at(0), task, { status: 'completed' }, ann.by));
    if (how === 'again') {
      meet();
      got(updateTask(ben.at(0), task, { status: 'open' }, ben.by));
    }
    got(updateTask(ben.at(0), task, { status: 'completed' }, ben.by));
    settle();
    expect(ann.history.undo()?.kept.map(({ reason }) => reason)).toEqual(['changed-since', 'changed-since']);
    expect(read(0)).toMatchObject({ status: 'completed', completed: expect.any(String) });
  }
});

test('[U6, U7] of one thing over two spaces the part in the one that is not open waits for it, and is one with the rest again', () => {
  for (const again of ['undone once it is open', 'done again before'] as const) {
    const { ann, task, clock } = people();
    const other = got(createTask(ann.at(1), sectionOf(1), { name: 'other' }, clock));
    const status = () => [ann.at(0), ann.at(1)].map(({ view }, at) => view.record('task', at ? other : task)?.status);
    got(updateTask(ann.at(0), task, { name: 'before' }, ann.by));
    ann.history.group(() => {
      got(updateTask(ann.at(0), task, { status: 'completed' }, ann.by));
      got(updateTask(ann.at(1), other, { status: 'completed' }, ann.by));
    });
    ann.closed.add(1);
    expect(new Set(reasons(ann.history.undo()))).toEqual(new Set(['no-space']));
    expect(status()).toEqual(['open', 'completed']);
    if (again === 'undone once it is open') {
      ann.closed.clear();
      expect(reasons(ann.history.undo())).toEqual([]);
      expect(status()).toEqual(['open', 'open']);
      expect(reasons(ann.history.redo())).toEqual([]);
    } else {
      expect(reasons(ann.history.redo())).toEqual([]);
      ann.closed.clear();
    }
    expect(status()).toEqual(['completed', 'completed']);
    expect(ann.history.canRedo).toBe(false);
    expect(reasons(ann.history.undo())).toEqual([]);
    expect(status()).toEqual(['open', 'open']);
    expect(ann.at(0).view.record('task', task)?.name).toBe('before');
  }
});

test('[U7] of two moves as one thing that waits for its space which is not open is undone next, before what was done before it', () => {
  const { ann, task, clock } = people();
  const other = got(createTask(ann.at(1), sectionOf(1), { name: 'other' }, clock));
  const third = got(createTask(ann.at(2), sectionOf(2), { name: 'third' }, clock));
  got(updateTask(ann.at(0), task, { name: 'before' }, ann.by));
  ann.history.group(() => {
    ann.move(task, 0, 2);
    ann.move(other, 1, 2);
    ann.move(third, 2, 1);
  });
  const where = () => [task, other, third].map((id) => living(ann, id));
  ann.closed.add(1);
  expect(reasons(ann.history.undo())).toEqual(['no-space', 'no-space']);
  expect(where()).toEqual([[0], [2], [1]]);
  ann.closed.clear();
  expect(reasons(ann.history.undo())).toEqual([]);
  expect(where()).toEqual([[0], [1], [2]]);
  expect(ann.at(0).view.record('task', task)?.name).toBe('before');
  expect(reasons(ann.history.redo())).toEqual([]);
  expect(where()).toEqual([[2], [2], [1]]);
});

test('[U3, T4] undoing that one reopened a task writes no time beside the status that someone else gave it since, there or elsewhere', () => {
  for (const moved of [false, true]) {
    const { ann, ben, task, clock, settle } = people();
    got(updateTask(ann.at(0), task, { status: 'completed' }, clock));
    got(updateTask(ann.at(0), task, { status: 'open' }, ann.by));
    settle();
    if (moved) ben.move(task, 0, 1);
    const at = moved ? 1 : 0;
    got(updateTask(ben.at(at), task, { status: 'progress' }, ben.by));
    settle();
    const outcome = ann.history.undo();
    expect(reasons(outcome)).toEqual(['changed-since', 'changed-since']);
    expect(outcome?.touched).toEqual([]);
    settle();
    const stored = ann.at(at).doc.getMap('tasks').toJSON()[task];
    expect([stored.status, stored.completed ?? null]).toEqual(['progress', null]);
  }
});

test('[U3, U7] a task that someone else has completed again where it is now stays so when one takes back that one did before', () => {
  const { ann, ben, task, settle, read } = people();
  got(updateTask(ann.at(0), task, { status: 'completed' }, ann.by));
  settle();
  ben.move(task, 0, 1);
  got(updateTask(ben.at(1), task, { status: 'open' }, ben.by));
  got(updateTask(ben.at(1), task, { status: 'completed' }, ben.by));
  settle();
  const outcome = ann.history.undo();
  expect(reasons(outcome)).toEqual(['changed-since', 'changed-since']);
  expect(outcome?.touched).toEqual([]);
  settle();
  expect(read(1)).toMatchObject({ status: 'completed', completed: expect.any(String) });
});
