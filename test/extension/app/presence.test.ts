// Who has what open: told over the awareness of a line, and read with mistrust.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Presence } from '../../../extension/app/presence';
import { asId } from '../../../shared/ids';

let lines: readonly [Awareness, Awareness];
let ada: Presence;
let bo: Presence;
beforeEach(() => {
  lines = [new Awareness(new Y.Doc()), new Awareness(new Y.Doc())];
  const [one, two] = lines;
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const) {
    from.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      const changed = [...(added ?? []), ...(updated ?? []), ...(removed ?? [])];
      if (origin !== 'line') applyAwarenessUpdate(to, encodeAwarenessUpdate(from, changed), 'line');
    });
  }
  ada = new Presence(one, { id: asId('ada'), name: 'Ada' });
  bo = new Presence(two, { id: asId('bo'), name: 'Bo' });
});
afterEach(() => {
  for (const line of lines) line.destroy();
});

test('a window is seen by the others while it has a task open, with its caret, and not by itself', () => {
  let heard = 0;
  bo.onChange(() => heard++);
  ada.look('task', undefined);
  expect(bo.watchers('task')).toMatchObject([{ user: { id: 'ada', name: 'Ada' }, caret: undefined }]);
  expect([ada.watchers('task'), bo.watchers('other')]).toEqual([[], []]);
  const caret = { anchor: { tname: 'x' }, head: { tname: 'x' } };
  ada.look('task', caret);
  expect(bo.watchers('task')[0]?.caret).toEqual(caret);
  ada.leave('task');
  expect([bo.watchers('task'), heard]).toEqual([[], 3]);
});

test('what another program tells of itself is passed over where it is of another form, and harms nobody', () => {
  const [line] = lines;
  for (const state of [
    {},
    { user: 'Ada', open: [] },
    { user: { id: 'x', name: 'y' }, open: [{ task: 7 }] },
    { open: null },
  ]) {
    line.setLocalState(state);
    expect(bo.watchers('task')).toEqual([]);
  }
  line.setLocalState({ user: { id: 'x', name: 'n'.repeat(500) }, open: [{ task: 'task' }] });
  expect(bo.watchers('task')).toEqual([]);
});

test('many open tasks are told of up to a bound', () => {
  for (let at = 0; at < 150; at++) ada.look(`task ${at}`, undefined);
  expect([bo.watchers('task 0').length, bo.watchers('task 149').length]).toEqual([0, 1]);
});
