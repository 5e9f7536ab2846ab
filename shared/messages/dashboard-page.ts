/** What a dashboard and the extension say to each other. */
import * as z from 'zod';
import { WIDGET_TYPES } from '../layout';
import { widgetInput } from '../operations/dashboards';
import { gone, ready, refused, restore, subjectMoved, words } from './page';

const bar = z.object({
  key: z.string(),
  /** What it is called, where its key alone does not say it: the name of a person, as others call them. */
  name: z.string().optional(),
  /** Whether that person is who looks at it. */
  isMe: z.boolean().optional(),
  count: z.number(),
});
export type ShownBar = Readonly<z.infer<typeof bar>>;

/** The widgets that are bars. */
const bars = z.object({ kind: z.literal('bars'), bars: z.array(bar) });

const burnUp = z.object({
  kind: z.literal('burnup'),
  days: z.array(z.object({ day: z.string(), done: z.number() })),
  /** How many tasks there are now. */
  all: z.number(),
});

/** What a widget shows. */
export const widgetFigures = z.discriminatedUnion('kind', [bars, burnUp]);
export type WidgetFigures = Readonly<z.infer<typeof widgetFigures>>;

const shownWidget = z.object({
  id: z.string(),
  type: z.enum(WIDGET_TYPES),
  title: z.string(),
  /** The ids of the lists that are counted; undefined: the whole space. */
  lists: z.array(z.string()).optional(),
  /** The names of those that are there. */
  names: z.array(z.string()),
  /** How many of them are not there. */
  missing: z.number(),
  figures: widgetFigures,
});
export type ShownWidget = Readonly<z.infer<typeof shownWidget>>;

const dashboard = z.object({
  kind: z.literal('dashboard'),
  name: z.string(),
  description: z.string(),
  space: z.string(),
  canWrite: z.boolean(),
  widgets: z.array(shownWidget),
  /** The task lists that can be counted. */
  lists: z.array(z.object({ id: z.string(), name: z.string(), space: z.string() })),
});
export type DashboardState = Readonly<z.infer<typeof dashboard>>;

/** What the extension tells a dashboard. */
export const toDashboardPage = z.discriminatedUnion('kind', [words, subjectMoved, gone, refused, dashboard]);
export type ToDashboardPage = z.infer<typeof toDashboardPage>;

const widget = widgetInput.omit({ id: true });
/** The longest picture that is taken, in characters of base64: 24 MB. */
const PICTURE_MAX = 32_000_000;

/** What a dashboard asks for. */
export const fromDashboardPage = z.discriminatedUnion('kind', [
  ready,
  z.object({ kind: z.literal('add'), widget }),
  /** Changes what is named of a widget; without lists (null) it counts the whole space. */
  z.object({
    kind: z.literal('set'),
    id: z.string(),
    changes: widget.extend({ lists: widget.shape.lists.nullable() }).partial(),
  }),
  z.object({ kind: z.literal('remove'), id: z.string() }),
  /** Sets name or description of the dashboard, or both. */
  z.object({ kind: z.literal('describe'), name: z.string().optional(), description: z.string().optional() }),
  /** Puts a widget before another one, or at the end. */
  z.object({ kind: z.literal('move'), id: z.string(), before: z.string().optional() }),
  /** Lists the tasks of a bar. */
  z.object({ kind: z.literal('list-tasks'), widget: z.string(), key: z.string() }),
  restore,
  /** Saves the figures as CSV. */
  z.object({ kind: z.literal('save-csv') }),
  /** Saves a picture of the page, drawn there: a PNG in base64. */
  z.object({ kind: z.literal('save-png'), picture: z.string().max(PICTURE_MAX) }),
]);
export type FromDashboardPage = z.infer<typeof fromDashboardPage>;
