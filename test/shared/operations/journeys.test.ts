// Where a record is that several people moved between several spaces: in one of them, the same for everyone.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../../shared/ids';
import { carryLateEdits, sweepMoves } from '../../../shared/operations/late-edits';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import { living, Person, people, SPACES, sectionOf } from '../people';
import { addTask, failureOf, got, poke, replica, sync, writesDuring } from '../replica';

test('[X7] moved on and back by one, and once by another who had not heard, it is where the most moves led', () => {
  for (const first of ['ann', 'ben'] as const) {
    const { ann, ben, task, settle } = people();
    if (first === 'ben') ben.move(task, 0, 1);
    ann.move(task, 0, 1);
    ann.move(task, 1, 2);
    ann.move(task, 2, 0);
    if (first === 'ann') ben.move(task, 0, 1);
    settle();
    for (const person of [ann, ben]) expect(living(person, task)).toEqual([0]);
  }
});

test('[X7] moved to two spaces at once, it is in that with the greater id, for whoever sees what two of the three', () => {
  const { ann, ben, task, meet, settle, read } = people();
  ann.move(task, 0, 1);
  ben.move(task, 0, 2);
  got(updateTask(ann.at(1), task, { priority: 'high' }, ann.by));
  const child = addTask(ann.at(1), 'child', { kind: 'task', id: task });
  got(updateTask(ben.at(2), task, { name: 'there' }, ben.by));
  meet();
  // Each has one of the two spaces, and the one that it was in.
  ann.closed.add(2);
  ben.closed.add(1);
  expect(ann.sweep() + ben.sweep()).toBeGreaterThan(0);
  meet();
  for (const person of [ann, ben]) expect(living(person, task)).toEqual([2]);
  ann.closed.clear();
  ben.closed.clear();
  settle();
  for (const person of [ann, ben]) {
    expect(living(person, task)).toEqual([2]);
    expect(living(person, child)).toEqual([2]);
  }
  expect(read(2)).toMatchObject({ name: 'there', priority: 'high', movedTo: undefined });
  expect(read(1)).toMatchObject({ movedTo: SPACES[2], deleted: expect.any(String) });
});

test('[X7] moved both ways at once after it was in the trash and restored, it is in no trash', () => {
  const { ann, ben, task, meet, settle, read } = people();
  // Of two who write one key at once the higher client id counts.
  ann.at(1).doc.clientID = 10;
  ben.at(1).doc.clientID = 20;
  ann.move(task, 0, 1);
  got(deleteRecord(ann.at(1), { kind: 'task', id: task }, ann.by));
  got(restoreRecord(ann.at(1), { kind: 'task', id: task }, ann.by));
  meet();
  ben.move(task, 1, 2);
  ann.move(task, 1, 2);
  ann.move(task, 2, 1);
  settle();
  for (const person of [ann, ben]) expect(living(person, task)).toEqual([1]);
  expect(read(1)).toMatchObject({ deleted: undefined, movedTo: undefined });
});

test('[X7] the mark of a move that stays where the record has come back puts it into no trash, and goes', () => {
  const { ann, task } = people();
  ann.move(task, 0, 1);
  const mark = ann.at(0).view.record('task', task)?.deleted;
  ann.move(task, 1, 0);
  poke(ann.at(0), 'task', task, 'deleted', mark);
  poke(ann.at(0), 'task', task, 'movedTo', SPACES[1]);
  expect(living(ann, task)).toEqual([0]);
  expect(ann.at(0).view.trash()).toEqual([]);
  ann.sweep();
  const stored = ann.at(0).doc.getMap('tasks').toJSON()[task];
  expect(stored).not.toHaveProperty('deleted');
  expect(stored).not.toHaveProperty('movedTo');
});

test('[X1, D1] what is put into the trash in the moment of its move is in the trash', () => {
  const { ann, task, clock } = people();
  const now = clock.now();
  const by = { ...clock, now: () => now };
  got(moveToSpace(ann.at(0), { kind: 'task', id: task }, ann.at(1), sectionOf(1), by));
  got(deleteRecord(ann.at(1), { kind: 'task', id: task }, by));
  expect(
    ann
      .at(1)
      .view.trash()
      .map(({ id }) => id),
  ).toEqual([task]);
  const parent = addTask(ann.at(0), 'parent', sectionOf(0));
  const child = addTask(ann.at(0), 'child', { kind: 'task', id: parent });
  got(deleteRecord(ann.at(0), { kind: 'task', id: child }, by));
  got(moveToSpace(ann.at(0), { kind: 'task', id: parent }, ann.at(1), sectionOf(1), by));
  expect(
    ann
      .at(1)
      .view.trash()
      .map(({ id }) => id),
  ).toContain(child);
});

test('[X5] what goes on from there with another value keeps that: what it was before it went is not late', () => {
  const { ann, task, settle, read } = people();
  ann.move(task, 0, 1);
  got(updateTask(ann.at(1), task, { name: 'there', priority: 'low' }, ann.by));
  ann.move(task, 1, 2);
  settle();
  expect(read(2)).toMatchObject({ name: 'there', priority: 'low' });
  // And home again, where it was otherwise.
  ann.move(task, 2, 0);
  settle();
  expect(read(0)).toMatchObject({ name: 'there', priority: 'low', movedTo: undefined });
});

test('[X5] of two who write late in two spaces one counts, and it is the same one ever after', () => {
  const { ann, ben, task, clock, settle, read } = people();
  ann.move(task, 0, 1);
  const cyd = new Person(clock, ann);
  ann.move(task, 1, 2);
  got(updateTask(ben.at(0), task, { name: 'in the first' }, ben.by));
  got(updateTask(cyd.at(1), task, { name: 'in the second', dueDate: clock.now() }, cyd.by));
  sync(ann.at(1), cyd.at(1));
  settle();
  const now = read(2);
  expect(now?.dueDate).toBeDefined();
  expect(['in the first', 'in the second']).toContain(now?.name);
  for (const person of [ann, ben]) {
    for (const space of person.spaces) expect(writesDuring(space, () => person.sweep())).toBe(0);
  }
  expect(read(2)).toEqual(now);
});

test('[X9] of two edits that went from one space by different ways the later one counts where they meet', () => {
  // Seed 293 of three spaces.
  const { ann, ben, task, settle, read } = people();
  ann.move(task, 0, 1);
  got(updateTask(ben.at(0), task, { name: 'new' }, ben.by));
  ben.move(task, 0, 2);
  sync(ann.at(1), ben.at(1));
  ben.move(task, 1, 2);
  expect(ben.at(2).view.record('task', task)).toMatchObject({ name: 'new' });
  settle();
  expect(read(2)).toMatchObject({ name: 'new', movedTo: undefined });
});

test('[X5, X9] two documents that know different edits of a third come to rest where the third is not', () => {
  // Seed 299 of three spaces: each brought its own over the other's, for ever.
  const { ann, ben, task, settle } = people();
  [ann.at(0).doc.clientID, ben.at(0).doc.clientID] = [20, 10];
  ann.move(task, 0, 1);
  ann.move(task, 1, 0);
  got(assign(ben.at(0), task, [asId('bob')], ben.by));
  ben.move(task, 0, 2);
  got(assign(ann.at(0), task, [asId('bob')], ann.by));
  ben.at(0).doc.getMap<Y.Map<unknown>>('tasks').get(task)?.delete('assignee:bob');
  ben.sweep();
  sync(ann.at(1), ben.at(1));
  ben.move(task, 2, 1);
  settle();
  for (const person of [ann, ben]) {
    for (const space of person.spaces) expect(writesDuring(space, () => person.sweep())).toBe(0);
  }
});

test('[X5, X6] letters that were typed where it is made once more are there once, though it was made elsewhere before', () => {
  // Seed 2703 of three spaces: who has only the second of three spaces moves it to the third, which has not come.
  const { ann, task, clock } = people();
  ann.move(task, 0, 2);
  got(updateTask(ann.at(2), task, { description: 'one two there' }, ann.by));
  ann.move(task, 2, 1);
  const cyd = new Person(clock);
  sync(ann.at(1), cyd.at(1));
  cyd.move(task, 1, 2);
  sync(ann.at(2), cyd.at(2));
  for (const person of [ann, cyd])
    expect(person.at(2).view.record('task', task)).toMatchObject({ description: 'one two there', movedTo: undefined });
});

test('[X7] nobody draws a record out of a space by writing to another in which it never was', () => {
  const { ann, task } = people();
  const strange = replica('project', asId<SpaceId>('9d444840-9dc0-11d1-b245-5ffdce74fad2'));
  poke(strange, 'task', task, 'name', 'forged');
  const leg = `moved:999:${ann.by.now()}:${strange.id}`;
  poke(strange, 'task', task, leg, { from: SPACES[0], here: true });
  for (const moves of [0, 2]) {
    if (moves > 0) ann.move(task, 0, 1);
    expect(sweepMoves([...ann.spaces, strange], ann.by)).toBe(0);
    expect(living(ann, task)).toEqual([moves > 0 ? 1 : 0]);
  }
});

test('[X1, T7] what is no move by its key or value is none, and a record that was moved as often as can be said stays', () => {
  const { ann, task } = people();
  const at = ann.by.now();
  for (const [key, value] of [
    [`moved:0:${at}:x`, { from: 'y', here: false }],
    [`moved:01:${at}:x`, { from: 'y', here: false }],
    [`moved:1:soon:x`, { from: 'y', here: false }],
    [`moved:1:${at}:`, { from: 'y', here: false }],
    [`moved:1:${at}:x`, true],
    [`moved:1:${at}:x`, { from: 7, here: false }],
    [`moved:1:${at}:x`, { from: 'y', here: 'no' }],
    ['moved:', null],
  ] as const) {
    poke(ann.at(0), 'task', task, key, value);
    expect(living(ann, task), key).toEqual([0]);
    expect(ann.at(0).view.problems()).toContainEqual({ kind: 'bad-value', record: 'task', id: task, key });
  }
  poke(ann.at(0), 'task', task, `moved:999999999999:${at}:${SPACES[0]}`, { from: 'y', here: true });
  const refused = moveToSpace(ann.at(0), { kind: 'task', id: task }, ann.at(1), sectionOf(1), ann.by);
  expect(failureOf(refused)).toMatchObject({ faults: [{ type: 'moved-too-often' }] });
  expect(living(ann, task)).toEqual([0]);
});

test('[X1] a trace that other software made is one, and follows as such', () => {
  const { ann, ben, task } = people();
  poke(ben.at(1), 'task', task, 'name', 'n');
  poke(ben.at(1), 'task', task, 'place', { section: sectionOf(1).id, order: 'a0' });
  poke(ben.at(0), 'task', task, 'deleted', ben.by.now());
  poke(ben.at(0), 'task', task, 'movedTo', SPACES[1]);
  expect(living(ben, task)).toEqual([1]);
  expect(ben.at(0).view.trash()).toEqual([]);
  ben.move(task, 1, 0);
  expect(living(ben, task)).toEqual([0]);
  expect(carryLateEdits(ben.at(1), ben.at(0), ben.by)).toBe(0);
  Y.applyUpdate(ann.at(0).doc, Y.encodeStateAsUpdate(ben.at(0).doc));
  expect(living(ann, task)).toEqual([0]);
});

test('[X7, X10] whose move home was written to a record that gave way to one made anew there is told by the others, and it is in one space', () => {
  // Seed 5255 of three spaces.
  const { ann, ben, clock } = people();
  const task = addTask(ann.at(2), 'n', sectionOf(2));
  ann.move(task, 2, 1);
  const cyd = new Person(clock);
  sync(ann.at(1), cyd.at(1));
  // Who has not got it from the space that it was made in makes it there anew.
  cyd.move(task, 1, 2);
  cyd.move(task, 2, 1);
  ann.move(task, 1, 0);
  ann.move(task, 0, 2);
  const all = [ann, ben, cyd];
  const meet = () => {
    for (const at of SPACES.keys()) sync(...all.map((person) => person.at(at)));
  };
  for (let round = 0; round < 3; round++) {
    meet();
    for (const person of all) person.sweep();
  }
  meet();
  for (const person of all) {
    expect(person.spaces.filter(({ view }) => view.record('task', task)?.movedTo === undefined)).toHaveLength(1);
    expect(person.sweep()).toBe(0);
  }
});
