// A description that was moved between spaces, and letters that were brought to it: what is written to it next lands where it was written.
import { expect, test } from 'vitest';
import { descriptionText, typeDescription } from '../../../shared/operations/description';
import { updateTask } from '../../../shared/operations/tasks';
import { type Person, people } from '../people';
import { got } from '../replica';

/** Two people with a task, and what writes its description and looks whether it reads so. */
function writers() {
  const { task, clock, ...others } = people();
  const read = (who: Person, space: number) => who.at(space).view.record('task', task)?.description;
  const write = (who: Person, space: number, description: string) => {
    got(updateTask(who.at(space), task, { description }, clock));
    expect(read(who, space)).toBe(description);
  };
  const type = (who: Person, space: number, ...parts: Parameters<typeof typeDescription>[2]) =>
    got(typeDescription(who.at(space), task, parts, clock));
  return { ...others, task, write, type, read };
}

test('[T5, X4] of a description that was written on elsewhere and came back, what is taken out is what was to go', () => {
  const { ann, task, write } = writers();
  write(ann, 0, 'one two three');
  ann.move(task, 0, 1);
  write(ann, 1, 'START one two three');
  ann.move(task, 1, 0);
  write(ann, 0, 'START two three');
  write(ann, 0, 'START two three!');
  ann.move(task, 0, 1);
  write(ann, 1, 'two three!');
  ann.move(task, 1, 0);
  write(ann, 0, 'two three! end');
  write(ann, 0, 'two end');
});

test('[T5, X5] letters that were typed late come before what one wrote: what one writes next is beside that still', () => {
  const { ann, ben, task, meet, write, read } = writers();
  ann.move(task, 0, 1);
  write(ann, 1, 'one two three');
  write(ben, 0, 'LATE one two');
  meet();
  ann.sweep();
  expect(read(ann, 1)).toBe('LATE one two three');
  write(ann, 1, 'LATE one two three four');
  write(ann, 1, 'LATE two three four');
});

test('[T5, X5] letters that were taken out late go before what one wrote: what one writes next is beside that still', () => {
  const { ann, ben, task, meet, write, read } = writers();
  ann.move(task, 0, 1);
  write(ann, 1, 'one or two');
  write(ann, 1, 'one or two three');
  write(ben, 0, 'two');
  meet();
  ann.sweep();
  expect(read(ann, 1)).toBe('or two three');
  write(ann, 1, 'or two three four');
  write(ann, 1, 'or two four');
});

test('[T6, X5] what an editor types beside what is no letter, after letters came late, is where it was typed', () => {
  const { ann, ben, task, meet, write, type, read } = writers();
  ann.move(task, 0, 1);
  descriptionText(ann.at(1).doc, task)?.insertEmbed(7, { image: 'x' });
  type(ann, 1, { retain: 3 }, { insert: ' or' });
  write(ben, 0, 'LATE one two');
  meet();
  ann.sweep();
  expect(read(ann, 1)).toBe('LATE one or two');
  type(ann, 1, { retain: 5 }, { delete: 4 });
  expect(read(ann, 1)).toBe('LATE or two');
  type(ann, 1, { retain: 11 }, { insert: '!' });
  expect(read(ann, 1)).toBe('LATE or two!');
});

test('[U5, U7] letters that were taken out in the other space, and put back by undo, go when their typing is undone', () => {
  for (const others of ['', 'x']) {
    const { ann, ben, task, settle } = people();
    const read = (space: number) => ann.at(space).view.record('task', task)?.description;
    const write = (space: number, description: string) => got(updateTask(ann.at(space), task, { description }, ann.by));
    write(0, 'NEW one two');
    ann.move(task, 0, 1);
    write(1, 'one two');
    if (others) {
      settle();
      got(updateTask(ben.at(1), task, { description: 'one x two' }, { ...ben.by, history: undefined }));
      settle();
    }
    const rest = others ? 'one x two' : 'one two';
    for (let round = 0; round < 2; round++) {
      ann.history.undo();
      expect(read(1)).toBe(`NEW ${rest}`);
      ann.history.undo();
      expect(read(0)).toBe(`NEW ${rest}`);
      expect(ann.history.undo()?.kept).toEqual([]);
      expect(read(0)).toBe(rest);
      ann.history.redo();
      expect(read(0)).toBe(`NEW ${rest}`);
      ann.history.redo();
      expect(read(1)).toBe(`NEW ${rest}`);
      ann.history.redo();
      expect(read(1)).toBe(rest);
    }
  }
});
