// A description is changed by its difference.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { descriptionText } from '../../../shared/operations/description';
import { updateTask } from '../../../shared/operations/tasks';
import { changeText, differenceOf, setText } from '../../../shared/operations/text';
import { addTask, got, poke, replica, surroundings, sync } from '../replica';

const words = fc
  .array(fc.constantFrom('one', 'two', '😀', '😁', 'x', '\n', 'é'), { maxLength: 30 })
  .map((all) => all.join(' '));

test('[T5] the stretches make the one text of the other, and never start or end inside a character', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      let made = before;
      let last = Number.POSITIVE_INFINITY;
      for (const { index, remove, insert } of differenceOf(before, after).toReversed()) {
        expect(index + remove).toBeLessThanOrEqual(last);
        expect(before.slice(index, index + remove).isWellFormed()).toBe(true);
        expect(insert.isWellFormed()).toBe(true);
        made = made.slice(0, index) + insert + made.slice(index + remove);
        last = index;
      }
      expect(made).toBe(after);
    }),
    { numRuns: 1000 },
  );
});

test('[T5] what is the same in between stays: someone who types there at that moment loses nothing, nor the place', () => {
  const [a, b] = [replica(), replica()];
  const task = addTask(a, 'n');
  got(updateTask(a, task, { description: 'Buy milk on Monday.\nCall Ann.\nSend the letter.' }, surroundings()));
  sync(a, b);
  got(updateTask(a, task, { description: 'Buy bread on Monday.\nCall Ann.\nSend the parcel.' }, surroundings()));
  got(updateTask(b, task, { description: 'Buy milk on Monday.\nCall Ann and Bob.\nSend the letter.' }, surroundings()));
  sync(a, b);
  for (const { view } of [a, b]) {
    expect(view.record('task', task)?.description).toBe('Buy bread on Monday.\nCall Ann and Bob.\nSend the parcel.');
  }
});

test('[T5, T7] what a peer put between the letters stays there, and the letters around it are those that change', () => {
  const places = fc.array(fc.nat(60), { maxLength: 4 });
  fc.assert(
    fc.property(words, words, places, (before, after, embeds) => {
      const text = new Y.Doc().getText();
      text.insert(0, before);
      for (const at of embeds) {
        const letters = [...before.slice(0, at)].join('');
        if (letters.isWellFormed()) text.insertEmbed(letters.length, { image: 'nothing' });
      }
      const count = () => text.toDelta().filter(({ insert }: { insert: unknown }) => typeof insert !== 'string').length;
      const held = count();
      changeText(text, after);
      expect([text.toString(), count()]).toEqual([after, held]);
    }),
  );
  const space = replica();
  const task = addTask(space, 'n');
  got(updateTask(space, task, { description: 'hello' }, surroundings()));
  descriptionText(space.doc, task)?.insertEmbed(2, { image: 'nothing' });
  for (const description of ['hellO', 'hello world', 'he said', 'bye', '']) {
    got(updateTask(space, task, { description }, surroundings()));
    expect(space.view.record('task', task)?.description ?? '').toBe(description);
  }
});

test('[T5] where a peer wrote something else than a text, it becomes one', () => {
  const space = replica();
  const task = addTask(space, 'n');
  poke(space, 'task', task, 'description', 'a string');
  got(updateTask(space, task, { description: 'a text' }, surroundings()));
  const map = space.doc.getMap<Y.Map<unknown>>('tasks').get(task);
  expect(map?.get('description')).toBeInstanceOf(Y.Text);
  expect(space.view.record('task', task)?.description).toBe('a text');
});

test('[T5] texts with nothing in common are replaced, however long, in a bearable time', () => {
  const doc = new Y.Doc();
  const map = doc.getMap('m');
  map.set('t', new Y.Text(Array.from({ length: 50_000 }, (_, at) => `w${at}`).join(' ')));
  const wanted = Array.from({ length: 50_000 }, (_, at) => `v${at * 7}`).join(' ');
  doc.transact(() => setText(map, 't', wanted));
  expect(String(map.get('t'))).toBe(wanted);
});
