// Moves between spaces that are undone and done again: one way back each, and never half of it.
import { expect, test } from 'vitest';
import type { TaskId } from '../../../shared/ids';
import { createList, createSection } from '../../../shared/operations/lists';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, createTask, moveTask, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, purgeRecord, restoreRecord } from '../../../shared/operations/trash';
import { living, type Person, people, SPACES, sectionOf } from '../people';
import { addTask, failureOf, got, poke } from '../replica';

const reasons = (outcome: ReturnType<Person['history']['undo']>) => outcome?.kept.map(({ reason }) => reason);
const ref = (id: TaskId) => ({ kind: 'task', id }) as const;

test('[U7] a move is undone by a move back to where it stood, with what was written there, and done again', () => {
  const { ann, ben, task, settle, read } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  const next = addTask(ann.at(0), 'next', sectionOf(0));
  ann.move(task, 0, 1);
  settle();
  got(updateTask(ben.at(1), task, { description: 'one two three', priority: 'high' }, ben.by));
  const added = addTask(ben.at(1), 'added', ref(task));
  settle();
  expect(reasons(ann.history.undo())).toEqual([]);
  settle();
  for (const id of [task, child, added]) expect(living(ben, id)).toEqual([0]);
  expect(read(0)).toMatchObject({ description: 'one two three', priority: 'high', parent: sectionOf(0) });
  expect(
    ann
      .at(0)
      .view.tasks(sectionOf(0))
      .map(({ id }) => id),
  ).toEqual([task, next]);
  expect(ann.at(1).view.trash()).toEqual([]);
  expect(reasons(ann.history.redo())).toEqual([]);
  settle();
  for (const id of [task, child, added]) expect(living(ben, id)).toEqual([1]);
  expect(read(1)).toMatchObject({ description: 'one two three', priority: 'high' });
});

test('[U7] moved, undone and moved again, it is there, in no trash', () => {
  const { ann, task, settle } = people();
  ann.move(task, 0, 1);
  ann.history.undo();
  got(updateTask(ann.at(0), task, { name: 'edited' }, ann.by));
  ann.move(task, 0, 1);
  settle();
  expect(living(ann, task)).toEqual([1]);
  expect(ann.at(1).view.trash()).toEqual([]);
  expect(ann.at(1).view.record('task', task)?.name).toBe('edited');
});

test('[U7] a move back that is undone takes along what another wrote and typed before it', () => {
  const { ann, ben, task, settle, read } = people();
  ann.move(task, 0, 1);
  settle();
  got(updateTask(ben.at(1), task, { name: 'by ben', description: 'one two and more', status: 'review' }, ben.by));
  settle();
  ann.move(task, 1, 0);
  expect(reasons(ann.history.undo())).toEqual([]);
  settle();
  expect(living(ann, task)).toEqual([1]);
  expect(read(1)).toMatchObject({ name: 'by ben', description: 'one two and more', status: 'review' });
});

test('[U7] what someone moved on, to another space or to another place there, or deleted, is left and told', () => {
  for (const act of ['moves it on', 'moves it within', 'moves it back', 'deletes it'] as const) {
    const { ann, ben, task, settle } = people();
    ann.move(task, 0, 1);
    settle();
    if (act === 'moves it on') ben.move(task, 1, 2);
    if (act === 'moves it back') ben.move(task, 1, 0);
    if (act === 'deletes it') got(deleteRecord(ben.at(1), ref(task), ben.by));
    if (act === 'moves it within')
      got(moveTask(ben.at(1), task, ref(addTask(ben.at(1), 'x', sectionOf(1))), {}, ben.by));
    settle();
    const before = [living(ann, task), ann.at(1).view.trash().length];
    expect(reasons(ann.history.undo()), act).toEqual(['changed-since']);
    settle();
    expect([living(ann, task), ann.at(1).view.trash().length], act).toEqual(before);
  }
});

test('[U7] of a move that two made at once the undo of one takes it back or is told, and it is in one space', () => {
  for (const first of ['ann', 'ben'] as const) {
    const { ann, ben, task, settle } = people();
    if (first === 'ann') ann.move(task, 0, 1);
    ben.move(task, 0, 1);
    if (first === 'ben') ann.move(task, 0, 1);
    settle();
    // The later of the two is the one that says where it is.
    expect(reasons(ann.history.undo())).toEqual(first === 'ann' ? ['changed-since'] : []);
    settle();
    for (const person of [ann, ben]) expect(living(person, task)).toEqual(first === 'ann' ? [1] : [0]);
    expect([0, 1].flatMap((space) => ann.at(space).view.trash())).toEqual([]);
  }
});

test('[U7] with one of the two spaces closed nothing of it is undone, and it is told', () => {
  for (const closed of [0, 1]) {
    const { ann, task, settle } = people();
    ann.move(task, 0, 1);
    settle();
    ann.closed.add(closed);
    expect(reasons(ann.history.undo())).toEqual(['no-space']);
    ann.closed.clear();
    settle();
    expect(living(ann, task)).toEqual([1]);
    expect(ann.at(1).view.trash()).toEqual([]);
  }
});

test('[U7, D4] what was undone leaves nothing in the trash there to be restored or purged, so it can be done again', () => {
  const { ann, ben, task, settle } = people();
  ann.move(task, 0, 1);
  settle();
  ann.history.undo();
  settle();
  expect(failureOf(restoreRecord(ben.at(1), ref(task), ben.by))).toMatchObject({ kind: 'not-found' });
  expect(failureOf(purgeRecord(ben.at(1), ref(task), ben.by))).toMatchObject({ kind: 'not-found' });
  expect(reasons(ann.history.redo())).toEqual([]);
  settle();
  expect(living(ben, task)).toEqual([1]);
});

test('[U7, X5] moved, undone and moved again, what is written late follows', () => {
  const { ann, ben, task, settle, read } = people();
  ann.move(task, 0, 1);
  ann.history.undo();
  expect(purgeRecord(ann.at(1), ref(task), ann.by).kind).toBe('not-found');
  ann.move(task, 0, 1);
  got(updateTask(ben.at(0), task, { description: 'one two by ben', priority: 'high' }, ben.by));
  settle();
  expect(read(1)).toMatchObject({ description: 'one two by ben', priority: 'high' });
});

test('[U7] a subtask that went out of what had been moved is under it again when both are undone', () => {
  const { ann, task, settle } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  ann.move(task, 0, 1);
  ann.move(child, 1, 0);
  expect(reasons(ann.history.undo())).toEqual([]);
  expect(ann.at(1).view.record('task', child)).toMatchObject({ parent: ref(task), movedTo: undefined });
  expect(reasons(ann.history.undo())).toEqual([]);
  settle();
  expect(living(ann, child)).toEqual([0]);
  expect(ann.at(0).view.record('task', child)?.parent).toEqual(ref(task));
});

test('[U4, U7] where it stood is gone, it stays', () => {
  const { ann, task } = people();
  const section = got(createSection(ann.at(0), listOf(ann), { name: 's' }, ann.by));
  got(moveTask(ann.at(0), task, { kind: 'section', id: section }, {}, ann.by));
  ann.move(task, 0, 1);
  got(deleteRecord(ann.at(0), { kind: 'section', id: section }, { ...ann.by, history: undefined }));
  expect(reasons(ann.history.undo())).toEqual(['no-way-back']);
  expect(living(ann, task)).toEqual([1]);
});

test('[U7, T7] a description that other software wrote as a string is what it was, undone and done again', () => {
  const { ann, task, settle, read } = people();
  poke(ann.at(0), 'task', task, 'description', 'a string');
  ann.move(task, 0, 1);
  got(updateTask(ann.at(1), task, { description: 'changed there' }, { ...ann.by, history: undefined }));
  ann.move(task, 1, 0);
  expect(read(0)?.description).toBe('changed there');
  ann.history.undo();
  expect(read(1)?.description).toBe('changed there');
  ann.history.redo();
  expect(read(0)?.description).toBe('changed there');
  settle();
  expect(read(0)?.description).toBe('changed there');
});

test('[U3, U7] what can be undone is not told to have been changed', () => {
  const { ann, task } = people();
  got(updateTask(ann.at(0), task, { name: 'm', description: 'one' }, ann.by));
  got(assign(ann.at(0), task, ['ann' as never], ann.by));
  ann.move(task, 0, 1);
  ann.move(task, 1, 0);
  for (let step = 0; step < 4; step++) expect(reasons(ann.history.undo())).toEqual([]);
  expect(ann.at(0).view.record('task', task)).toMatchObject({ name: 'n', description: 'one two', assignees: [] });
  for (let step = 0; step < 4; step++) expect(reasons(ann.history.redo())).toEqual([]);
  expect(ann.at(0).view.record('task', task)).toMatchObject({ name: 'm', description: 'one', assignees: ['ann'] });
});

test('[U7] moves one after another are undone to where it was first, and done again, and undone again', () => {
  const { ann, ben, task, settle, read } = people();
  ann.move(task, 0, 1);
  ann.move(task, 1, 2);
  settle();
  for (let round = 0; round < 2; round++) {
    for (const at of [1, 0]) {
      expect(reasons(ann.history.undo())).toEqual([]);
      settle();
      expect([living(ann, task), living(ben, task)]).toEqual([[at], [at]]);
    }
    expect(read(0)?.parent).toEqual(sectionOf(0));
    for (const at of [1, 2]) {
      expect(reasons(ann.history.redo())).toEqual([]);
      settle();
      expect([living(ann, task), living(ben, task)]).toEqual([[at], [at]]);
    }
  }
});

test('[U7] what a closed space keeps from being undone can be undone once that is open, and keeps nothing else', () => {
  const { ann, task } = people();
  got(updateTask(ann.at(0), task, { name: 'm' }, ann.by));
  const other = got(createTask(ann.at(2), sectionOf(2), { name: 'other' }, ann.by));
  ann.move(task, 0, 1);
  ann.closed.add(1);
  expect(reasons(ann.history.undo())).toEqual(['no-space']);
  expect(ann.history.canRedo).toBe(false);
  expect(reasons(ann.history.undo())).toEqual([]);
  expect(living(ann, other)).toEqual([]);
  ann.closed.clear();
  expect(reasons(ann.history.undo())).toEqual([]);
  expect(living(ann, task)).toEqual([0]);
});

test('[U7] a move is not undone past the number of moves that can be said, and what is purged is not made again by redo', () => {
  const { ann, ben, task, settle } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  ann.move(task, 0, 1);
  settle();
  got(deleteRecord(ben.at(1), ref(child), ben.by));
  got(purgeRecord(ben.at(1), ref(child), ben.by));
  settle();
  for (let round = 0; round < 2; round++) {
    expect(reasons(ann.history.undo())).toEqual([]);
    settle();
    expect(reasons(ann.history.redo())).toEqual([]);
    settle();
    expect(living(ann, child)).toEqual([]);
  }
  const worn = people();
  const leg = `moved:999999999998:2026-01-01T00:00:00.000Z:${SPACES[0]}`;
  poke(worn.ann.at(0), 'task', worn.task, leg, { from: SPACES[2], here: true });
  worn.ann.move(worn.task, 0, 1);
  expect(reasons(worn.ann.history.undo())).toEqual(['changed-since']);
  expect(living(worn.ann, worn.task)).toEqual([1]);
});

function listOf(person: Person) {
  const section = person.at(0).view.record('section', sectionOf(0).id);
  if (!section) throw new Error('there is no section');
  return section.list;
}

test('[U7] a move is undone after what it was moved under, or into, has gone to another space with it and is back', () => {
  for (const into of ['task', 'list'] as const) {
    const { ann, ben, task, clock, settle } = people();
    const above = addTask(ann.at(1), 'above', sectionOf(1));
    const { list, section } = got(createList(ann.at(1), { name: 'list', listKind: 'task' }, clock));
    ann.move(task, 0, 1, into === 'task' ? ref(above) : { kind: 'section', id: section });
    const record = into === 'task' ? ref(above) : ({ kind: 'list', id: list } as const);
    const destination = into === 'task' ? sectionOf(2) : ({ kind: 'lists' } as const);
    ann.history.group(() => got(moveToSpace(ann.at(1), record, ann.at(2), destination, ann.by)));
    settle();
    for (let round = 0; round < 2; round++) {
      for (const at of [1, 0]) {
        expect(reasons(ann.history.undo()), into).toEqual([]);
        settle();
        expect([living(ann, task), living(ben, task)]).toEqual([[at], [at]]);
      }
      for (const at of [1, 2]) {
        expect(reasons(ann.history.redo()), into).toEqual([]);
        settle();
        expect([living(ann, task), living(ben, task)]).toEqual([[at], [at]]);
      }
    }
  }
});

test('[U7] what another has moved after it went along, and put back, is left where it is when the move before that is undone', () => {
  const { ann, ben, task, settle } = people();
  const above = addTask(ann.at(1), 'above', sectionOf(1));
  settle();
  ann.move(task, 0, 1, ref(above));
  ann.move(above, 1, 2);
  settle();
  ben.move(task, 2, 0);
  ben.move(task, 0, 2, ref(above));
  settle();
  expect(reasons(ann.history.undo())).toEqual([]);
  settle();
  expect(living(ann, task)).toEqual([1]);
  expect(reasons(ann.history.undo())).toEqual(['changed-since']);
  expect(living(ann, task)).toEqual([1]);
});
