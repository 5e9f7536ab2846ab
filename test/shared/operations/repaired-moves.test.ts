// Moves that a crash cut in two, or a damaged document tells of: done again they are whole, and nobody's work is lost by it.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { TaskId } from '../../../shared/ids';
import { isLegKey, readLeg } from '../../../shared/journey';
import { moveToSpace } from '../../../shared/operations/move-space';
import { moveTask, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, purgeRecord } from '../../../shared/operations/trash';
import { living, type Person, people, SPACES, sectionOf } from '../people';
import { addTask, failureOf, got, poke, replica, sync } from '../replica';

const ref = (id: TaskId) => ({ kind: 'task', id }) as const;
const LEG = (n: number, to: number) => `moved:${n}:2026-01-01T00:00:00.000Z:${SPACES[to]}`;

/** Moves a task, but what that wrote to where it came from was not kept. */
function crashedMove(person: Person, task: TaskId, from: number, to: number): void {
  const { id, doc } = person.at(from);
  const kept = Y.encodeStateAsUpdate(doc);
  person.move(task, from, to);
  const again = replica('empty', id);
  Y.applyUpdate(again.doc, kept);
  person.spaces[from] = again;
}

test('[X3, X5] a move that was cut in two is done again as the same move: what is written late follows', () => {
  const { ann, ben, task, settle, read } = people();
  crashedMove(ann, task, 0, 1);
  expect(living(ann, task)).toEqual([0, 1]);
  ann.move(task, 0, 1);
  expect(living(ann, task)).toEqual([1]);
  const late = { name: 'late', priority: 'high', description: 'one two three' } as const;
  got(updateTask(ben.at(0), task, late, ben.by));
  settle();
  expect(living(ben, task)).toEqual([1]);
  expect(read(1)).toMatchObject(late);
});

test('[X3] the second of two that a cut move left is deleted, and the first moved there: it lives there', () => {
  const { ann, task, settle } = people();
  crashedMove(ann, task, 0, 1);
  got(deleteRecord(ann.at(1), ref(task), ann.by));
  ann.move(task, 0, 1);
  settle();
  expect(living(ann, task)).toEqual([1]);
  expect(ann.spaces.flatMap(({ view }) => view.trash())).toEqual([]);
});

test('[X3, D4] what was purged there stays so when what it was in is moved there', () => {
  const { ann, task, settle } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  ann.move(child, 0, 1);
  settle();
  got(deleteRecord(ann.at(1), ref(child), ann.by));
  got(purgeRecord(ann.at(1), ref(child), ann.by));
  settle();
  ann.move(task, 0, 1);
  settle();
  expect(living(ann, task)).toEqual([1]);
  expect(living(ann, child)).toEqual([]);
});

test('[X5] what was purged and came once more is brought what is written late', () => {
  const { ann, ben, task, meet, settle, read } = people();
  ann.move(task, 0, 1);
  const late = people();
  // One who has not heard that it went deletes nothing, and moves it too, after the server has purged it there.
  got(deleteRecord(ann.at(1), ref(task), ann.by));
  got(purgeRecord(ann.at(1), ref(task), ann.by));
  for (const space of [ben.at(1), late.ann.at(1)]) Y.applyUpdate(space.doc, Y.encodeStateAsUpdate(ann.at(1).doc));
  ben.move(task, 0, 1);
  expect(living(ben, task)).toEqual([1]);
  poke(ben.at(0), 'task', task, 'priority', 'high');
  meet();
  settle();
  expect(read(1)).toMatchObject({ priority: 'high' });
});

test('[X1, T7] what holds something that was moved as often as can be said stays with it', () => {
  const { ann, task } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  poke(ann.at(0), 'task', child, LEG(999_999_999_999, 0), { from: SPACES[1], here: true });
  const refused = moveToSpace(ann.at(0), ref(task), ann.at(1), sectionOf(1), ann.by);
  expect(failureOf(refused)).toMatchObject({ faults: [{ type: 'moved-too-often' }] });
  for (const id of [task, child]) expect(living(ann, id)).toEqual([0]);
});

test('[X3, T7] what was moved as often as can be said is not brought after what it was put under late, and the sweep rests', () => {
  const { ann, ben, task, meet } = people();
  const child = addTask(ben.at(0), 'child', ref(task));
  poke(ben.at(0), 'task', child, LEG(999_999_999_999, 0), { from: SPACES[1], here: true });
  ann.move(task, 0, 1);
  meet();
  ann.sweep();
  expect(ann.sweep()).toBe(0);
  expect(ann.at(1).view.record('task', child)).toBeUndefined();
});

test('[X1] a leg that says of its own space what it is not is mended, and the record is in one space', () => {
  for (const here of [true, false]) {
    for (const at of [0, 1]) {
      const { ann, ben, task, settle } = people();
      ann.move(task, 0, 1);
      settle();
      const record = ann.at(at).doc.getMap<Y.Map<unknown>>('tasks').get(task);
      const key = [...(record?.keys() ?? [])].find(isLegKey) ?? '';
      poke(ann.at(at), 'task', task, key, { from: SPACES[0], here });
      settle();
      for (const person of [ann, ben]) expect(living(person, task), `${here} in ${at}`).toEqual([1]);
      expect(record?.get(key)).toEqual({ from: SPACES[0], here: at === 1 });
    }
  }
});

test('[T7] a leg with anything else as its value is none, and costs nothing', () => {
  const at = LEG(1, 0);
  for (const value of [
    Object.assign(new Uint8Array(1), { from: SPACES[1], here: true }),
    Object.assign([], { from: SPACES[1], here: true }),
  ]) {
    expect(readLeg(at, value)).toBeUndefined();
  }
  expect(readLeg(at, { from: SPACES[1], here: true })).toMatchObject({ n: 1, here: true });
});

test('[X1] another record that has the id there is not merged with it, nor is one of that which lies under it', () => {
  const { ann, task } = people();
  const child = addTask(ann.at(0), 'child', ref(task));
  for (const id of [child, task]) {
    poke(ann.at(1), 'task', id, 'name', 'other');
    poke(ann.at(1), 'task', id, 'place', { section: sectionOf(1).id, order: 'a0' });
    const before = ann.spaces.map(({ doc }) => doc.toJSON());
    const refused = moveToSpace(ann.at(0), ref(task), ann.at(1), sectionOf(1), ann.by);
    expect(failureOf(refused)).toMatchObject({ faults: [{ type: 'id-taken' }] });
    expect(ann.spaces.map(({ doc }) => doc.toJSON())).toEqual(before);
  }
});

test('[X3] what another program made there, and did not mark here any more, is moved as the record that it is', () => {
  const { ann, task } = people();
  poke(ann.at(1), 'task', task, 'name', ann.at(0).view.record('task', task)?.name);
  poke(ann.at(1), 'task', task, 'place', { section: sectionOf(1).id, order: 'a0' });
  ann.move(task, 0, 1);
  expect(living(ann, task)).toEqual([1]);
});

test('[X1] a program that keeps no journeys moves a record that has one, on or back, and it is there and in no trash', () => {
  for (const [to, none] of [
    [0, undefined],
    [2, undefined],
    [0, null],
    [2, null],
  ] as const) {
    const { ann, ben, task, settle } = people();
    ann.move(task, 0, 1);
    settle();
    for (const key of ['deleted', 'movedTo']) poke(ben.at(to), 'task', task, key, none);
    poke(ben.at(to), 'task', task, 'name', 'n');
    poke(ben.at(to), 'task', task, 'place', { section: sectionOf(to).id, order: 'a0' });
    poke(ben.at(1), 'task', task, 'deleted', '2026-05-01T00:00:00.000Z');
    poke(ben.at(1), 'task', task, 'movedTo', SPACES[to]);
    settle();
    for (const person of [ann, ben]) {
      expect(living(person, task)).toEqual([to]);
      expect(person.spaces.flatMap(({ view }) => view.trash())).toEqual([]);
      expect(person.sweep()).toBe(0);
    }
  }
});

test('[X6, D4] two who move it at once to where it was purged make one record, and what each writes to it stays', () => {
  const { ann, ben, task, meet, settle, read } = people();
  ann.move(task, 0, 1);
  meet();
  ben.move(task, 1, 2);
  got(deleteRecord(ann.at(1), ref(task), ann.by));
  got(purgeRecord(ann.at(1), ref(task), ann.by));
  settle();
  for (const person of [ann, ben]) person.move(task, 2, 1);
  got(updateTask(ben.at(1), task, { name: 'ben', description: 'one two ben' }, ben.by));
  got(updateTask(ann.at(1), task, { priority: 'high', description: 'ann one two' }, ann.by));
  settle();
  for (const person of [ann, ben]) expect(living(person, task)).toEqual([1]);
  expect(read(1)).toMatchObject({ name: 'ben', priority: 'high', description: 'ann one two ben' });
});

test('[M5] nothing is moved under itself, or what goes with it, where a crash or a mark that has not come yet has left it there', () => {
  for (const left of ['crash', 'has not come'] as const) {
    for (const under of ['itself', 'its subtask', 'what is under what was its subtask'] as const) {
      const { ann, ben, task, meet, settle } = people();
      const child = addTask(ann.at(0), 'child', ref(task));
      const other = addTask(ann.at(0), 'other', sectionOf(0));
      meet();
      if (left === 'crash') crashedMove(ann, task, 0, 1);
      else ann.move(task, 0, 1);
      sync(ann.at(1), ben.at(1));
      const mover = left === 'crash' ? ann : ben;
      if (under === 'what is under what was its subtask') {
        got(moveTask(mover.at(0), child, sectionOf(0), {}, mover.by));
        got(moveTask(mover.at(0), other, ref(child), {}, mover.by));
      }
      const into = under === 'itself' ? task : under === 'its subtask' ? child : other;
      const refused = moveToSpace(mover.at(1), ref(task), mover.at(0), ref(into), mover.by);
      expect(failureOf(refused), under).toMatchObject({ faults: [{ type: 'own-descendant' }] });
      settle();
      for (const { view } of [...ann.spaces, ...ben.spaces]) expect(view.problems()).toEqual([]);
    }
  }
});

test('[U4, M5] a move is not undone to under what would go back with it', () => {
  const { ann, task } = people();
  const above = addTask(ann.at(0), 'above', sectionOf(0));
  const child = addTask(ann.at(0), 'child', ref(task));
  got(moveTask(ann.at(0), task, ref(above), {}, { ...ann.by, history: undefined }));
  crashedMove(ann, task, 0, 1);
  got(moveTask(ann.at(0), child, sectionOf(0), {}, { ...ann.by, history: undefined }));
  got(moveTask(ann.at(0), above, ref(child), {}, { ...ann.by, history: undefined }));
  expect(ann.history.undo()?.kept).toMatchObject([{ reason: 'no-way-back' }]);
  expect(ann.at(0).view.problems()).toEqual([]);
});
