/** Moving a widget among those of its dashboard (rule B3). */
import { invalid, notFound, type Result } from '../failures';
import type { DashboardId } from '../ids';
import { PREFIX, recordMap } from '../layout';
import { makeRoomForMany } from '../order';
import { readAllWidgets } from '../reader/stored';
import { storedWidget, writeChanges } from './dashboards';
import { livingRecord } from './place';
import type { Space, Surroundings } from './space';

/**
 * Moves a widget before another one of its dashboard.
 * @param before the other one's id; undefined: to the end
 * @returns `invalid` where one of the two is not there
 */
export function moveWidget(
  space: Space,
  dashboard: DashboardId,
  id: string,
  before: string | undefined,
  surroundings: Surroundings,
): Result<undefined> {
  const found = livingRecord(space, 'dashboard', dashboard);
  const map = recordMap(space.doc, 'dashboard', dashboard);
  if (!found || !map) return notFound('dashboard', dashboard);
  const widget = found.widgets.find((one) => one.id === id);
  if (!widget) return invalid('no-widget', 'id', 'The dashboard has no such widget.');
  // Those past the bound too: at the end means before them.
  const others = readAllWidgets(map).filter((one) => one.id !== id);
  const at = before === undefined ? found.widgets.length - 1 : others.findIndex((one) => one.id === before);
  if (at < 0 && before !== id) return invalid('no-widget', 'before', 'The dashboard has no such widget.');
  const changes = new Map<string, unknown>();
  if (before !== id && found.widgets.indexOf(widget) !== at) {
    const { orders, rekeyed } = makeRoomForMany(others, at, 1);
    const key = PREFIX.widget + id;
    changes.set(key, storedWidget(widget, orders[0], map.get(key)));
    for (const { id: other, order } of rekeyed) {
      const moved = others.find((one) => one.id === other);
      const otherKey = PREFIX.widget + other;
      if (moved) changes.set(otherKey, storedWidget(moved, order, map.get(otherKey)));
    }
  }
  return writeChanges(space, dashboard, changes, surroundings);
}
