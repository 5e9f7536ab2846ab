/** Lists and sections as responses carry them (rule R11). */
import type * as z from 'zod';
import type { ListKind } from '../../../shared/layout';
import type { ListRecord, SectionRecord } from '../../../shared/records';
import type { dashboardSection, List, taskSection } from '../../../shared/rest/lists';
import type { Call } from '../call';
import type { OpenSpace } from '../open-space';
import { infoOf, nameOf, oneParentOf, parentsOf, timesOf } from './common';
import { pinSections } from './pins';

export type Section =
  | z.infer<typeof taskSection>
  | z.infer<typeof dashboardSection>
  | Awaited<ReturnType<typeof pinSections>>[number];

/** Lists of one kind, in the order given. */
export async function lists(call: Call, space: OpenSpace, records: readonly ListRecord[]): Promise<List[]> {
  const parent = await oneParentOf(call, space);
  const { live } = space;
  return records.map(({ id, name, listKind }) => {
    const common = { id, ...timesOf(live, 'list', id), name, ...parent };
    const inside = live.view.sections(id).map(infoOf);
    if (listKind === 'task') return { ...common, taskSections: inside };
    return listKind === 'pin' ? { ...common, pinSections: inside } : { ...common, dashboardSections: inside };
  });
}

/** Sections of lists of one kind, in the order given. */
export async function sections(
  call: Call,
  space: OpenSpace,
  kind: ListKind,
  records: readonly SectionRecord[],
): Promise<Section[]> {
  if (kind === 'pin') return pinSections(call, space, records);
  const parents = await parentsOf(call, space);
  const { live } = space;
  return records.map((section) => {
    const common = {
      id: section.id,
      ...timesOf(live, 'section', section.id),
      name: section.name,
      ...parents,
    };
    const list = nameOf(live, 'list', section.list);
    return kind === 'task'
      ? { ...common, taskList: list, tasks: live.view.tasks({ kind: 'section', id: section.id }).map(infoOf) }
      : { ...common, dashboardList: list, dashboards: live.view.dashboards(section.id).map(infoOf) };
  });
}
