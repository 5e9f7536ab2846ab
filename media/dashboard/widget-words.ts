/** What the widgets and bars of a dashboard are called in the person's language. */
import { t } from '@vscode/l10n';
import { dateWords } from '../../shared/date-words';
import { DUE_BUCKETS } from '../../shared/due';
import { dueTitle, priorityWord, statusWord, typeWord } from '../../shared/field-words';
import { TASK_PRIORITIES, TASK_STATUSES, type WidgetType } from '../../shared/layout';
import type { DashboardState, ShownBar, ShownWidget, WidgetFigures } from '../../shared/messages/dashboard-page';
import { shownText } from '../../shared/shown-text';

/** What a widget is called: its title, or what it shows. */
export function widgetName({ title, type }: Pick<ShownWidget, 'title' | 'type'>): string {
  return title === '' ? typeWord(type) : shownText(title);
}

/** What a bar is called. */
export function barWord(type: WidgetType, { key, name, isMe = false }: Omit<ShownBar, 'count'>): string {
  const status = type === 'status' && TASK_STATUSES.find((one) => one === key);
  if (status) return statusWord(status);
  const priority = type === 'priority' && TASK_PRIORITIES.find((one) => one === key);
  if (priority) return priority === 'none' ? t('No Priority') : priorityWord(priority);
  if (type === 'assignee') return isMe ? t('me') : name === undefined ? t('Nobody') : shownText(name);
  const due = type === 'due' && DUE_BUCKETS.find((one) => one === key);
  if (due) return dueTitle(due);
  const words: Readonly<Record<string, string>> = {
    all: t('All'),
    left: t('Not completed'),
    completed: t('Completed'),
  };
  return words[key] ?? key;
}

/** How much of what is counted is done. */
export function doneWords({ days, all }: Extract<WidgetFigures, { kind: 'burnup' }>): string {
  return t('{0} of {1} tasks are done.', days.at(-1)?.done ?? 0, all);
}

/** A dashboard as others read it, to whom "me" would be somebody else. */
export function forOthers(state: DashboardState): DashboardState {
  const widgets = state.widgets.map((widget) => {
    const { figures } = widget;
    if (figures.kind !== 'bars') return widget;
    return { ...widget, figures: { ...figures, bars: figures.bars.map((bar) => ({ ...bar, isMe: false })) } };
  });
  return { ...state, widgets };
}

/**
 * A day in the language of the page.
 * @param day `YYYY-MM-DD`
 * @param style which parts of it, as `Intl.DateTimeFormat` takes them
 */
export function dayWord(day: string, style: Intl.DateTimeFormatOptions): string {
  const { lang } = document.documentElement;
  return dateWords(new Date(`${day}T00:00:00Z`), lang, { ...style, timeZone: 'UTC' });
}

/** What a widget counts, in words. */
export function scopeWords({ lists, names, missing }: ShownWidget): string {
  if (lists === undefined) return t('All tasks of this space');
  const there = names.map(shownText).join(', ');
  if (missing === 0) return there === '' ? t('No list is chosen') : there;
  const gone =
    missing === 1
      ? t('A list of this widget is gone or not open here.')
      : t('{0} lists of this widget are gone or not open here.', missing);
  return there === '' ? gone : t('{0}. {1}', there, gone);
}
