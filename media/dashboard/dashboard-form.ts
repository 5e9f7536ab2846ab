/** What a person sets of a dashboard or of a widget before it is saved. One form is open at a time. */
import * as z from 'zod';
import { WIDGET_TYPES } from '../../shared/layout';
import type { DashboardState, FromDashboardPage, ShownWidget } from '../../shared/messages/dashboard-page';

const widgetForm = z.object({
  kind: z.literal('widget'),
  /** Of the widget; empty for a new one. */
  id: z.string(),
  type: z.enum(WIDGET_TYPES),
  title: z.string(),
  /** The ids of the lists; undefined: the whole space. */
  lists: z.array(z.string()).optional(),
});
/** What is set of a widget. */
export type WidgetForm = Readonly<z.infer<typeof widgetForm>>;

const aboutForm = z.object({ kind: z.literal('about'), name: z.string(), description: z.string() });
/** What is set of the dashboard itself. */
export type AboutForm = Readonly<z.infer<typeof aboutForm>>;

export const dashboardForm = z.discriminatedUnion('kind', [widgetForm, aboutForm]);
export type DashboardForm = WidgetForm | AboutForm;

/** The form for a widget, or for a new one. */
export function formOf(widget: ShownWidget | undefined): WidgetForm {
  if (!widget) return { kind: 'widget', id: '', type: 'status', title: '' };
  const { id, type, title, lists } = widget;
  return { kind: 'widget', id, type, title, ...(lists && { lists: [...lists] }) };
}

/** What saving a form asks for. A widget that somebody has removed meanwhile is added anew. */
export function messageOf(form: DashboardForm, { widgets }: DashboardState): FromDashboardPage {
  if (form.kind === 'about') return { kind: 'describe', name: form.name, description: form.description };
  const { id, type, title, lists } = form;
  const widget = { type, ...(title !== '' && { title }), ...(lists && { lists }) };
  return isThere(form, widgets) ? { kind: 'set', id, widget } : { kind: 'add', widget };
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
