/** Operations on dashboards and their widgets: each widget has a key of its own, so that two editors keep both (rules B1, B2). */
import type * as Y from 'yjs';
import * as z from 'zod';
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { dashboardDescription, name, oneOf, parse, text } from '../fields';
import { asId, type DashboardId, ID_MAX, type SectionId } from '../ids';
import { KEY, MAX, PREFIX, recordMap, WIDGET_TYPES } from '../layout';
import { compareOrdered, makeRoomForMany } from '../order';
import { plain } from '../plain';
import { readAllWidgets } from '../reader/stored';
import type { Widget } from '../records';
import { isSame, type Pen } from './pen';
import { isFailure, livingRecord, missingSection, moveItem, type Position, roomAt, writeRekeyed } from './place';
import { type Space, type Surroundings, write } from './space';

/** A widget as it is given: with the id of one that is there to keep and change that, without to make one. */
export const widgetInput = z.object({
  id: text(1, ID_MAX).optional(),
  type: oneOf(WIDGET_TYPES),
  title: text(0, MAX.widgetTitle).optional(),
  lists: z.array(text(1, ID_MAX)).optional(),
});
export type WidgetInput = z.input<typeof widgetInput>;

/** The widgets of a dashboard, at most 50, no id twice. */
export const widgetsInput = z
  .array(widgetInput)
  .max(MAX.widgets, `must have at most ${MAX.widgets} widgets`)
  .superRefine(
    (widgets, context) => {
      const seen = new Set<string>();
      // Some may be of another form: that is told too.
      for (const [at, widget] of (widgets as readonly unknown[]).entries()) {
        const id = typeof widget === 'object' && widget !== null && 'id' in widget ? widget.id : undefined;
        if (typeof id !== 'string' || seen.size !== seen.add(id).size) continue;
        context.addIssue({
          code: 'custom',
          path: [at, 'id'],
          message: 'is named twice',
          params: { type: 'duplicate' },
        });
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  );

const createDashboardInput = z.object({
  name,
  description: dashboardDescription.nullish(),
  widgets: widgetsInput.optional(),
});
export type CreateDashboard = z.input<typeof createDashboardInput>;

/** Makes a dashboard in a section of a dashboard list, at the end unless `position` says otherwise (rule T1). */
export function createDashboard(
  space: Space,
  section: SectionId,
  input: CreateDashboard,
  surroundings: Surroundings,
  position: Position = {},
): Result<DashboardId> {
  const parsed = parse(createDashboardInput, input);
  if (parsed.kind !== 'done') return parsed;
  const missing = missingSection(space, section, 'dashboard', 'dashboardSection.id');
  if (missing) return missing;
  const room = roomAt(space.view.dashboards(section), undefined, position);
  if (isFailure(room)) return room;
  if (room === 'stays') throw new Error('a dashboard that is being made stands nowhere yet');
  const id = asId<DashboardId>(surroundings.newId());
  const { name, description, widgets = [] } = parsed.value;
  const { orders } = makeRoomForMany([], 0, widgets.length);
  const keys = widgets.map((widget, at) => [
    PREFIX.widget + (widget.id ?? surroundings.newId()),
    storedWidget(widget, orders[at], undefined),
  ]);
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, 'dashboard', room);
    pen.make('dashboard', id, {
      [KEY.name]: name,
      [KEY.description]: description || undefined,
      [KEY.place]: { section, order: room.order },
      ...Object.fromEntries(keys),
    });
  });
  return done(id);
}

const updateDashboardInput = z.object({
  name: name.optional(),
  description: dashboardDescription.nullable().optional(),
  widgets: widgetsInput.optional(),
});
export type UpdateDashboard = z.input<typeof updateDashboardInput>;

/**
 * Changes a dashboard: the fields given, where they differ (rule T4). `widgets` sets the array: a widget whose id is named is kept
 * and changed, one without an id is made, one that is not named goes (rule B2). One that someone else adds meanwhile stays.
 */
export function updateDashboard(
  space: Space,
  id: DashboardId,
  input: UpdateDashboard,
  surroundings: Surroundings,
): Result<undefined> {
  const parsed = parse(updateDashboardInput, input);
  if (parsed.kind !== 'done') return parsed;
  const dashboard = livingRecord(space, 'dashboard', id);
  const map = recordMap(space.doc, 'dashboard', id);
  if (!dashboard || !map) return notFound('dashboard', id);
  const { name, description, widgets } = parsed.value;
  const changes = new Map<string, unknown>();
  if (name !== undefined) changes.set(KEY.name, name);
  if (description !== undefined) changes.set(KEY.description, description || undefined);
  for (const [key, value] of widgets ? widgetChanges(map, widgets, surroundings) : []) changes.set(key, value);
  return writeChanges(space, id, changes, surroundings);
}

/** Adds a widget at the end of a dashboard. @returns its id; `invalid` where there are 50 already */
export function addWidget(
  space: Space,
  dashboard: DashboardId,
  input: Omit<WidgetInput, 'id'>,
  surroundings: Surroundings,
): Result<string> {
  const parsed = parse(widgetInput, input);
  if (parsed.kind !== 'done') return parsed;
  const found = livingRecord(space, 'dashboard', dashboard);
  const map = recordMap(space.doc, 'dashboard', dashboard);
  if (!found || !map) return notFound('dashboard', dashboard);
  const full = fullFailure(found.widgets);
  if (full) return full;
  const id = surroundings.newId();
  const { orders, rekeyed } = makeRoomForMany(found.widgets, found.widgets.length, 1);
  const changes = new Map<string, unknown>([[PREFIX.widget + id, storedWidget(parsed.value, orders[0], undefined)]]);
  for (const { id: other, order } of rekeyed) {
    const widget = found.widgets.find((one) => one.id === other);
    const key = PREFIX.widget + other;
    if (widget) changes.set(key, storedWidget(widget, order, map.get(key)));
  }
  writeChanges(space, dashboard, changes, surroundings);
  return done(id);
}

/** Changes a widget to what is given; it stays where it is. `invalid` where there is no such widget. */
export function updateWidget(
  space: Space,
  dashboard: DashboardId,
  id: string,
  input: Omit<WidgetInput, 'id'>,
  surroundings: Surroundings,
): Result<undefined> {
  const parsed = parse(widgetInput, input);
  if (parsed.kind !== 'done') return parsed;
  const found = livingRecord(space, 'dashboard', dashboard);
  const map = recordMap(space.doc, 'dashboard', dashboard);
  if (!found || !map) return notFound('dashboard', dashboard);
  const widget = found.widgets.find((one) => one.id === id);
  if (!widget) return invalid('no-widget', 'id', 'The dashboard has no such widget.');
  const key = PREFIX.widget + id;
  const changes = new Map([[key, storedWidget(parsed.value, widget.order, map.get(key))]]);
  return writeChanges(space, dashboard, changes, surroundings);
}

/** Takes a widget off a dashboard. `invalid` where there is no such widget. */
export function removeWidget(
  space: Space,
  dashboard: DashboardId,
  id: string,
  surroundings: Surroundings,
): Result<undefined> {
  const found = livingRecord(space, 'dashboard', dashboard);
  if (!found) return notFound('dashboard', dashboard);
  if (!found.widgets.some((one) => one.id === id))
    return invalid('no-widget', 'id', 'The dashboard has no such widget.');
  return writeChanges(space, dashboard, new Map([[PREFIX.widget + id, undefined]]), surroundings);
}

/** Moves a dashboard within its section or to another section of a dashboard list (rule M5). */
export function moveDashboard(
  space: Space,
  id: DashboardId,
  section: SectionId | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  return moveItem(space, 'dashboard', id, section, position, surroundings);
}

/**
 * The keys to write so that the widgets read as wanted, in that order; keys of widgets that keep their place stay as they are.
 * Those past the bound go too where others do: they would come up in their place.
 */
function widgetChanges(
  map: Y.Map<unknown>,
  wanted: readonly z.output<typeof widgetInput>[],
  { newId }: Surroundings,
): ReadonlyMap<string, unknown> {
  const changes = new Map<string, unknown>();
  const now = readAllWidgets(map);
  const byId = new Map(now.map((widget) => [widget.id, widget]));
  const named = new Set(wanted.flatMap(({ id }) => id ?? []));
  const shown = now.slice(0, MAX.widgets);
  // What was read and is given back in the same row leaves what is past the bound where it was.
  const isSameRow = shown.length === wanted.length && shown.every(({ id }, at) => id === wanted[at]?.id);
  for (const { id } of isSameRow ? [] : now) if (!named.has(id)) changes.set(PREFIX.widget + id, undefined);
  const withIds = wanted.map((widget) => ({ ...widget, id: widget.id ?? newId() }));
  const orders = keepOrders(withIds.map(({ id }) => byId.get(id)?.order));
  for (const [at, widget] of withIds.entries()) {
    const key = PREFIX.widget + widget.id;
    changes.set(key, storedWidget(widget, orders[at], map.get(key)));
  }
  return changes;
}

/** Order keys for a row: as many as possible of those that are there stay, the others are put between them. */
function keepOrders(keys: readonly (string | undefined)[]): readonly string[] {
  const rising = new Set(longestRise(keys));
  const kept = keys.map((key, at) => (rising.has(at) ? key : undefined));
  const row = kept.flatMap((order, at) => (order === undefined ? [] : [{ id: String(at), order }]));
  for (const [at, order] of kept.entries()) {
    if (order !== undefined) continue;
    const index = row.findIndex(({ id }) => Number(id) > at);
    const where = index < 0 ? row.length : index;
    const { orders, rekeyed } = makeRoomForMany(row, where, 1);
    for (const { id, order: fresh } of rekeyed) {
      const other = row.find((one) => one.id === id);
      if (other) other.order = fresh;
    }
    row.splice(where, 0, { id: String(at), order: orders[0] ?? '' });
  }
  return row.sort(compareOrdered).map(({ order }) => order);
}

/** The places of the longest run of keys that rise, not always side by side. */
function longestRise(keys: readonly (string | undefined)[]): readonly number[] {
  let longest: readonly number[] = [];
  const endingAt: (readonly number[])[] = [];
  for (const [at, key] of keys.entries()) {
    let best: readonly number[] = [];
    for (const [before, run] of endingAt.entries()) {
      const lower = keys[before];
      if (key !== undefined && lower !== undefined && lower < key && run.length > best.length) best = run;
    }
    const run = key === undefined ? [] : [...best, at];
    endingAt.push(run);
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/**
 * A widget as the document holds it.
 * @param held what lies under its key now: what a newer version wrote there beside the fields that are known here stays (rule L9)
 */
export function storedWidget(
  { type, title, lists }: Pick<Widget, 'type'> & { title?: string | undefined; lists?: readonly string[] | undefined },
  order: string | undefined,
  held: unknown,
): Readonly<Record<string, unknown>> {
  const { type: _type, title: _title, lists: _lists, order: _order, ...unknown } = plain(held) ?? {};
  return {
    ...unknown,
    type,
    ...(title !== undefined && { title }),
    ...(lists !== undefined && { lists: [...lists] }),
    ...(order !== undefined && { order }),
  };
}

function fullFailure(widgets: readonly Widget[]): Failure | undefined {
  if (widgets.length < MAX.widgets) return undefined;
  return invalid('too-many', 'widgets', `A dashboard has at most ${MAX.widgets} widgets.`);
}

/** Writes those keys of a dashboard that differ; undefined takes a key away. */
export function writeChanges(
  space: Space,
  id: DashboardId,
  changes: ReadonlyMap<string, unknown>,
  surroundings: Surroundings,
): Result<undefined> {
  const map = recordMap(space.doc, 'dashboard', id);
  const differing = [...changes].filter(([key, value]) => !isSame(map?.get(key), value));
  if (differing.length === 0) return done(undefined, false);
  write(space, surroundings, (pen: Pen) => {
    for (const [key, value] of differing) pen.set('dashboard', id, key, value);
  });
  return done(undefined);
}
