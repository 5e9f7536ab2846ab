// Moving a widget among those of its dashboard.
import { beforeEach, expect, test } from 'vitest';
import type { DashboardId } from '../../../shared/ids';
import { recordMap } from '../../../shared/layout';
import { addWidget, createDashboard, updateWidget } from '../../../shared/operations/dashboards';
import { moveWidget } from '../../../shared/operations/widget-place';
import { failureOf, firstSection, got, type Replica, replica, surroundings, sync } from '../replica';

let space: Replica;
let dashboard: DashboardId;
beforeEach(() => {
  space = replica('user');
  const widgets = ['a', 'b', 'c'].map((id) => ({ id, type: 'count' as const }));
  dashboard = got(createDashboard(space, firstSection('dashboard'), { name: 'D', widgets }, surroundings()));
});

const row = (of = space) =>
  of.view
    .record('dashboard', dashboard)
    ?.widgets.map(({ id }) => id)
    .join('');
const move = (id: string, before?: string, of = space) => moveWidget(of, dashboard, id, before, surroundings());

test('[B3] a widget goes before another one or to the end, and only its own key is written', () => {
  const written: string[] = [];
  recordMap(space.doc, 'dashboard', dashboard)?.observe(({ keysChanged }) =>
    written.push(...(keysChanged as Set<string>)),
  );
  got(move('c', 'a'));
  expect(row()).toBe('cab');
  got(move('c'));
  expect(row()).toBe('abc');
  got(move('a', 'c'));
  expect(row()).toBe('bac');
  expect(written).toEqual(['widget:c', 'widget:c', 'widget:a']);
});

test('[T4] a widget that stays where it is writes nothing', () => {
  for (const before of ['b', 'a']) expect(move('a', before)).toMatchObject({ kind: 'done', changed: false });
  expect(move('c')).toMatchObject({ kind: 'done', changed: false });
});

test('what is not there is refused', () => {
  expect(failureOf(move('x', 'a'))).toMatchObject({ faults: [{ type: 'no-widget', path: 'id' }] });
  expect(failureOf(move('a', 'x'))).toMatchObject({ faults: [{ type: 'no-widget', path: 'before' }] });
  expect(row()).toBe('abc');
});

test('[B1] one moves a widget while another one changes and adds others: all of it stays', () => {
  const other = replica('user');
  sync(space, other);
  got(move('c', 'a'));
  got(updateWidget(other, dashboard, 'a', { type: 'due' }, surroundings()));
  const added = got(addWidget(other, dashboard, { type: 'status' }, surroundings()));
  sync(space, other);
  expect(row()).toBe(`cab${added}`);
  expect(row(other)).toBe(row());
  expect(space.view.record('dashboard', dashboard)?.widgets[1]?.type).toBe('due');
});
