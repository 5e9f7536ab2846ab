/** What a dashboard's page shows, as a plain value. */
import type { DashboardState } from '../../../shared/messages/dashboard-page';
import type { DashboardRecord } from '../../../shared/records';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { PageParts } from './page';
import { WidgetCounter } from './widget-figures';

/** The state of a dashboard's page now. Texts of people are handed on as they are. */
export function dashboardState(
  space: OpenSpace,
  { name, description, widgets }: DashboardRecord,
  parts: Pick<PageParts, 'desk' | 'environment'>,
): DashboardState {
  const counter = new WidgetCounter(space, parts);
  const others = parts.desk.spaces.filter(({ known }) => known.id !== space.known.id);
  return {
    kind: 'dashboard',
    name,
    description: description ?? '',
    space: spaceName(space),
    canWrite: canWrite(space),
    widgets: widgets.map((widget) => {
      const { id, type, title, lists } = widget;
      const { names, missing } = counter.lists(widget);
      return {
        id,
        type,
        title: title ?? '',
        ...(lists && { lists: [...lists] }),
        names: [...names],
        missing,
        figures: counter.shown(widget),
      };
    }),
    lists: [space, ...others].flatMap((of) =>
      of.replica.view.lists('task').map((list) => ({ id: list.id, name: list.name, space: spaceName(of) })),
    ),
  };
}
