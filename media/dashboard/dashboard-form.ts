/** What a person sets of a dashboard or of a widget before it is saved. One form is open at a time. */
import * as z from 'zod';
import { WIDGET_TYPES } from '../../shared/layout';
import type { DashboardState, FromDashboardPage, ShownWidget } from '../../shared/messages/dashboard-page';

const widgetFields = z.object({
  type: z.enum(WIDGET_TYPES),
  title: z.string(),
  /** The ids of the lists; undefined: the whole space. */
  lists: z.array(z.string()).optional(),
});
const widgetForm = widgetFields.extend({
  kind: z.literal('widget'),
  /** Of the widget; empty for a new one. */
  id: z.string(),
  /** What the widget reads without what the person has set; undefined for a new one. */
  was: widgetFields.optional(),
});
/** What is set of a widget. */
export type WidgetForm = Readonly<z.infer<typeof widgetForm>>;

const aboutFields = z.object({ name: z.string(), description: z.string() });
/** `was` is what the dashboard reads without what the person has set. */
const aboutForm = aboutFields.extend({ kind: z.literal('about'), was: aboutFields });
/** What is set of the dashboard itself. */
export type AboutForm = Readonly<z.infer<typeof aboutForm>>;

export const dashboardForm = z.discriminatedUnion('kind', [widgetForm, aboutForm]);
export type DashboardForm = WidgetForm | AboutForm;

/** The form for a widget, or for a new one. */
export function formOf(widget: ShownWidget | undefined): WidgetForm {
  if (!widget) return { kind: 'widget', id: '', type: 'status', title: '' };
  const was = fieldsOf(widget);
  return { kind: 'widget', id: widget.id, ...was, was };
}

/** The form for name and description, the lines of which end as a field on the page has them, whoever wrote it. */
export function aboutFormOf(state: DashboardState): AboutForm {
  const was = { name: state.name, description: state.description.replace(/\r\n?/g, '\n') };
  return { kind: 'about', ...was, was };
}

/** A form once the dashboard reads otherwise: what the person has set stays, the rest follows. */
export function followed(form: DashboardForm, state: DashboardState): DashboardForm {
  if (form.kind === 'about') {
    const { was, ...now } = aboutFormOf(state);
    const name = form.name === form.was.name ? now.name : form.name;
    const description = form.description === form.was.description ? now.description : form.description;
    return { kind: 'about', name, description, was };
  }
  const widget = state.widgets.find(({ id }) => id === form.id);
  const { was } = form;
  if (!widget || !was) return form;
  const now = fieldsOf(widget);
  return {
    kind: 'widget',
    id: form.id,
    type: form.type === was.type ? now.type : form.type,
    title: form.title === was.title ? now.title : form.title,
    lists: isSame(form.lists, was.lists) ? now.lists : form.lists,
    was: now,
  };
}

/**
 * What saving a form asks for: only what the person has set of it, so that what others have set meanwhile stays; undefined where
 * that is nothing. A widget that somebody has removed meanwhile is added anew.
 */
export function messageOf(form: DashboardForm, { widgets }: DashboardState): FromDashboardPage | undefined {
  if (form.kind === 'about') {
    const { name, description, was } = form;
    const fields = { ...(name !== was.name && { name }), ...(description !== was.description && { description }) };
    return Object.keys(fields).length === 0 ? undefined : { kind: 'describe', ...fields };
  }
  const { id, type, title, lists, was } = form;
  if (!was || !isThere(form, widgets))
    return { kind: 'add', widget: { type, ...(title !== '' && { title }), ...(lists && { lists }) } };
  const changes = {
    ...(type !== was.type && { type }),
    ...(title !== was.title && { title }),
    ...(!isSame(lists, was.lists) && { lists: lists ?? null }),
  };
  return Object.keys(changes).length === 0 ? undefined : { kind: 'set', id, changes };
}

function fieldsOf({ type, title, lists }: ShownWidget): z.infer<typeof widgetFields> {
  return { type, title, ...(lists && { lists: [...lists] }) };
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the widget of a form is on the dashboard. */
export function isThere({ id }: WidgetForm, widgets: readonly ShownWidget[]): boolean {
  return widgets.some((widget) => widget.id === id);
}

/** A form with a list chosen, or not any more. */
export function withList(form: WidgetForm, id: string, chosen: boolean): WidgetForm {
  const others = form.lists?.filter((list) => list !== id) ?? [];
  return { ...form, lists: chosen ? [...others, id] : others };
}

/** Before which widget one goes that is moved a step; undefined: to the end; `stays` at either end. */
export function stepBefore(ids: readonly string[], id: string, by: 1 | -1): string | undefined | 'stays' {
  const at = ids.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return 'stays';
  return by < 0 ? ids[to] : ids[to + 1];
}
