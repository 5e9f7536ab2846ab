/** Dashboards as responses carry them (rule R23). */
import type { DashboardRecord } from '../../../shared/records';
import type { Dashboard } from '../../../shared/rest/dashboards';
import type { Call } from '../call';
import type { OpenSpace } from '../open-space';
import { infoOf, nameOf, parentsOf, timesOf } from './common';

/** A dashboard; undefined for one that is in no section. */
export async function dashboardOf(
  call: Call,
  space: OpenSpace,
  { id, name, description, parent, widgets }: DashboardRecord,
): Promise<Dashboard | undefined> {
  const { live } = space;
  const section = parent.kind === 'section' ? live.view.record('section', parent.id) : undefined;
  if (!section) return undefined;
  return {
    id,
    ...timesOf(live, 'dashboard', id),
    name,
    ...(await parentsOf(call, space)),
    description,
    dashboardList: nameOf(live, 'list', section.list),
    dashboardSection: infoOf(section),
    widgets: widgets.map(({ id, type, title, lists }) => ({
      id,
      type,
      ...(title !== undefined && { title }),
      ...(lists && { lists: [...lists] }),
    })),
  };
}
