// Typing into a description: letter by letter, whatever a peer has put there.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { failureMessage } from '../../../shared/failures';
import { asId, type TaskId } from '../../../shared/ids';
import { recordMap } from '../../../shared/layout';
import { descriptionText, typeDescription } from '../../../shared/operations/description';
import { deleteRecord } from '../../../shared/operations/trash';
import { addTask, failureOf, got, replica as newReplica, poke, surroundings, writesDuring } from '../replica';

const read = (replica: ReturnType<typeof newReplica>, id: TaskId) => replica.view.record('task', id)?.description;

test('[T6] what is typed stands where it was typed, and what others type at once stays', () => {
  const one = newReplica();
  const id = addTask(one, 'Task');
  got(typeDescription(one, id, [{ insert: 'one three' }], surroundings()));
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one.doc));
  descriptionText(other, id)?.insert(9, ' four');
  got(typeDescription(one, id, [{ retain: 4 }, { insert: 'two ' }], surroundings()));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other));
  expect(read(one, id)).toBe('one two three four');
});

test('[T6] what is typed into a task that somebody deletes stays', () => {
  const replica = newReplica();
  const id = addTask(replica, 'Task');
  got(deleteRecord(replica, { kind: 'task', id }, surroundings()));
  got(typeDescription(replica, id, [{ insert: 'kept' }], surroundings()));
  expect(read(replica, id)).toBe('kept');
});

test('[T6] where a peer wrote a string or something that is no letter, the text is one again, with all its letters', () => {
  const replica = newReplica();
  const id = addTask(replica, 'Task');
  poke(replica, 'task', id, 'description', 'a string');
  got(typeDescription(replica, id, [{ delete: 1 }, { insert: 'the' }], surroundings()));
  expect(read(replica, id)).toBe('the string');
  const text = new Y.Text('with an ');
  recordMap(replica.doc, 'task', id)?.set('description', text);
  text.insertEmbed(0, { image: 'nothing' });
  got(typeDescription(replica, id, [{ retain: 8 }, { insert: 'embed' }], surroundings()));
  expect(read(replica, id)).toBe('with an embed');
});

test('[T6] a task that is not there takes nothing', () => {
  expect(typeDescription(newReplica(), asId('nowhere'), [{ insert: 'x' }], surroundings()).kind).toBe('not-found');
});

test.each([
  [[{ insert: '\ud83d' }], 'description.0.insert holds half of a character (a lone surrogate).'],
  [[{ retain: 1 }, { insert: '\ude00' }], 'description.1.insert holds half of a character (a lone surrogate).'],
  [[{ delete: 1 }], 'description would be left with half of a character (a lone surrogate).'],
  [[{ retain: 1 }, { delete: 1 }], 'description would be left with half of a character (a lone surrogate).'],
  [[{ retain: 1 }, { insert: 'x' }], 'description would be left with half of a character (a lone surrogate).'],
] as const)('[V2, L5] %j is refused, since it would leave half of a character', (parts, said) => {
  const replica = newReplica();
  const id = addTask(replica, 'Task');
  got(typeDescription(replica, id, [{ insert: '😀x' }], surroundings()));
  const writes = writesDuring(replica, () => {
    expect(failureMessage(failureOf(typeDescription(replica, id, parts, surroundings())))).toBe(said);
  });
  expect([writes, read(replica, id)]).toEqual([0, '😀x']);
  got(typeDescription(replica, id, [{ delete: 2 }, { insert: '😁' }], surroundings()));
  expect(read(replica, id)).toBe('😁x');
});

test('[T6, T7] beside what is no letter the letters that others type at once stay too', () => {
  const replica = newReplica();
  const id = addTask(replica, 'Task');
  got(typeDescription(replica, id, [{ insert: 'one three' }], surroundings()));
  descriptionText(replica.doc, id)?.insertEmbed(2, { image: 'nothing' });
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(replica.doc));
  descriptionText(other, id)?.insert(10, ' four');
  got(typeDescription(replica, id, [{ retain: 4 }, { insert: 'two ' }], surroundings()));
  Y.applyUpdate(replica.doc, Y.encodeStateAsUpdate(other));
  expect(read(replica, id)).toBe('one two three four');
});
