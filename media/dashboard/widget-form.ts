/** What a person sets of a widget before it is saved. */
import { z } from 'zod';
import { WIDGET_TYPES } from '../../shared/layout';
import type { ShownWidget, WidgetChoice } from '../../shared/messages/dashboard-page';

export const widgetForm = z.object({
  /** Of the widget; empty for a new one. */
  id: z.string(),
  type: z.enum(WIDGET_TYPES),
  title: z.string(),
  /** The ids of the lists; undefined: the whole space. */
  lists: z.array(z.string()).optional(),
});
export type WidgetForm = Readonly<z.infer<typeof widgetForm>>;

/** The form for a widget, or for a new one. */
export function formOf(widget: ShownWidget | undefined): WidgetForm {
  if (!widget) return { id: '', type: 'status', title: '' };
  const { id, type, title, lists } = widget;
  return { id, type, title, ...(lists && { lists: [...lists] }) };
}

/** What is sent of a form. */
export function choiceOf({ type, title, lists }: WidgetForm): WidgetChoice {
  return { type, ...(title !== '' && { title }), ...(lists && { lists }) };
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
