/** What a dashboard's page shows, as a plain value, and the tasks behind each of its bars. */
import { type Bar, type CountedTask, type Figures, figuresOf, NOBODY } from '../../../shared/figures';
import type { DashboardState, ShownWidget, WidgetFigures } from '../../../shared/messages/dashboard-page';
import type { DashboardRecord, Widget } from '../../../shared/records';
import { DUE_BUCKETS, dueBucket } from '../due-date';
import { personName } from '../people';
import type { OpenSpace } from '../session';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { PageParts } from './page';

type Parts = Pick<PageParts, 'desk' | 'environment'>;

/** The state of a dashboard's page now. Texts of people are handed on as they are. */
export function dashboardState(space: OpenSpace, dashboard: DashboardRecord, parts: Parts): DashboardState {
  const { desk } = parts;
  return {
    kind: 'dashboard',
    name: dashboard.name,
    description: dashboard.description ?? '',
    space: spaceName(space),
    canWrite: canWrite(space),
    widgets: dashboard.widgets.map((widget) => shownWidget(space, widget, parts)),
    lists: [space, ...desk.spaces.filter((other) => other.known.id !== space.known.id)].flatMap((of) =>
      of.replica.view.lists('task').map(({ id, name }) => ({ id, name, space: spaceName(of) })),
    ),
  };
}

/** The tasks of a bar of a widget, as they are now. */
export function tasksOfBar(space: OpenSpace, widget: Widget, key: string, parts: Parts): readonly CountedTask[] {
  return barsOf(widget, figuresNow(space, widget, parts)).find((bar) => bar.key === key)?.tasks ?? [];
}

function shownWidget(space: OpenSpace, widget: Widget, parts: Parts): ShownWidget {
  const { id, type, title, lists } = widget;
  const figures = figuresNow(space, widget, parts);
  const there = lists?.filter((list) => !figures.missing.includes(list)) ?? [];
  return {
    id,
    type,
    title: title ?? '',
    ...(lists && { lists: [...lists] }),
    names: there.flatMap((list) => {
      for (const { replica } of parts.desk.spaces) {
        const found = replica.view.record('list', list);
        if (found) return found.name;
      }
      return [];
    }),
    missing: figures.missing.length,
    figures: widgetFigures(space, widget, figures, parts),
  };
}

function figuresNow(space: OpenSpace, { lists }: Widget, { desk, environment }: Parts): Figures {
  const sources = lists === undefined ? [space] : desk.spaces;
  return figuresOf(
    sources.map(({ known, replica }) => ({ id: known.id, view: replica.view })),
    { lists, now: new Date(environment.now()), dues: DUE_BUCKETS, dueOf: dueBucket },
  );
}

function widgetFigures(space: OpenSpace, widget: Widget, figures: Figures, { desk }: Parts): WidgetFigures {
  if (widget.type === 'burnup') return { kind: 'burnup', days: [...figures.burnUp], all: figures.tasks.length };
  const bars = barsOf(widget, figures);
  return {
    kind: 'bars',
    bars: bars.map(({ key, tasks }) => ({
      key,
      count: tasks.length,
      ...(widget.type === 'assignee' && key !== NOBODY && { name: nameOf(key, tasks, space, desk) }),
    })),
  };
}

function nameOf(user: string, tasks: readonly CountedTask[], space: OpenSpace, desk: Parts['desk']): string {
  const of = desk.space(tasks[0]?.space ?? '') ?? space;
  const assigned = tasks[0]?.task.assignees.find((id) => id === user);
  return assigned ? personName(assigned, of, desk) : user;
}

/** The bars of a widget: of a count how many there are, are left, and are done. */
function barsOf({ type }: Widget, figures: Figures): readonly Bar[] {
  if (type === 'burnup') return [];
  if (type !== 'count') return figures[type];
  const { tasks } = figures;
  return [
    { key: 'all', tasks },
    { key: 'left', tasks: tasks.filter(({ task }) => task.status !== 'completed') },
    { key: 'completed', tasks: tasks.filter(({ task }) => task.status === 'completed') },
  ];
}
