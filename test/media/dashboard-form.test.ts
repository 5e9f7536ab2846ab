// What is set of a dashboard in its forms: what saving asks for, and where a step takes a widget.
import { expect, test } from 'vitest';
import { formOf, messageOf, stepBefore, withList } from '../../media/dashboard/dashboard-form';
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

test('a new widget is added, one that is there is set, and one that somebody has removed meanwhile is added anew', () => {
  expect(messageOf(formOf(undefined), state(widget))).toEqual({ kind: 'add', widget: { type: 'status' } });
  const choice = { type: 'due', title: 'Soon', lists: ['a'] };
  expect(messageOf(formOf(widget), state(widget))).toEqual({ kind: 'set', id: 'w', widget: choice });
  expect(messageOf(formOf(widget), state())).toEqual({ kind: 'add', widget: choice });
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
