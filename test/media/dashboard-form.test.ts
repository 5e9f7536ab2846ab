// What is set of a dashboard in its forms: what saving asks for, and where a step takes a widget.
import { expect, test } from 'vitest';
import { aboutFormOf, followed, formOf, messageOf, stepBefore, withList } from '../../media/dashboard/dashboard-form';
import type { DashboardState, ShownWidget } from '../../shared/messages/dashboard-page';

const widget: ShownWidget = {
  id: 'w',
  type: 'due',
  title: 'Soon',
  lists: ['a'],
  names: ['A'],
  missing: 0,
  figures: { kind: 'bars', bars: [] },
};
const state = (...widgets: ShownWidget[]): DashboardState => ({
  kind: 'dashboard',
  name: 'Week',
  description: '',
  space: 'Orchard',
  canWrite: true,
  widgets,
  lists: [],
});

test('a new widget is added, and one that somebody has removed meanwhile is added anew', () => {
  expect(messageOf(formOf(undefined), state(widget))).toEqual({ kind: 'add', widget: { type: 'status' } });
  const choice = { type: 'due', title: 'Soon', lists: ['a'] };
  expect(messageOf(formOf(widget), state())).toEqual({ kind: 'add', widget: choice });
});

test('of a widget that is there only what was set is sent, and nothing where nothing was', () => {
  const form = formOf(widget);
  const sent = (changes: Partial<typeof form>) => messageOf({ ...form, ...changes }, state(widget));
  expect(sent({})).toBeUndefined();
  expect(sent({ type: 'count' })).toEqual({ kind: 'set', id: 'w', changes: { type: 'count' } });
  expect(sent({ title: '', lists: undefined })).toEqual({ kind: 'set', id: 'w', changes: { title: '', lists: null } });
});

test('what somebody changes while a form is open shows in it where nothing else was set, and is not sent back', () => {
  const theirs = { ...widget, title: 'Theirs', lists: ['a', 'b'] };
  const form = followed({ ...formOf(widget), type: 'count' }, state(theirs));
  expect(form).toMatchObject({ type: 'count', title: 'Theirs', lists: ['a', 'b'] });
  expect(messageOf(form, state(theirs))).toEqual({ kind: 'set', id: 'w', changes: { type: 'count' } });
  const mine = followed({ ...formOf(widget), title: 'Mine' }, state(theirs));
  expect(messageOf(mine, state(theirs))).toEqual({ kind: 'set', id: 'w', changes: { title: 'Mine' } });
  const about = followed({ ...aboutFormOf(state()), description: 'Mine' }, { ...state(), name: 'Renamed' });
  expect(about).toMatchObject({ name: 'Renamed', description: 'Mine' });
  expect(messageOf(about, state())).toEqual({ kind: 'describe', description: 'Mine' });
  expect(messageOf(aboutFormOf(state()), state())).toBeUndefined();
});

test('lists are chosen and left again; the whole space is no list at all', () => {
  const form = formOf(widget);
  expect(withList(form, 'b', true).lists).toEqual(['a', 'b']);
  expect(withList(form, 'a', true).lists).toEqual(['a']);
  expect(withList(form, 'a', false).lists).toEqual([]);
  expect(withList(formOf(undefined), 'b', true).lists).toEqual(['b']);
});

test('a step forward goes before the one after the next; at either end a widget stays', () => {
  const ids = ['a', 'b', 'c'];
  expect([stepBefore(ids, 'a', 1), stepBefore(ids, 'b', 1), stepBefore(ids, 'c', -1)]).toEqual(['c', undefined, 'b']);
  expect([stepBefore(ids, 'a', -1), stepBefore(ids, 'c', 1), stepBefore(ids, 'gone', 1)]).toEqual([
    'stays',
    'stays',
    'stays',
  ]);
});
