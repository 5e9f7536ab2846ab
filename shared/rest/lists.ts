/** Lists of all three kinds, and their sections, over REST (rule R11). */
import * as z from 'zod';
import { name, WITH_OTHERS } from '../fields';
import { documentInfo, reference } from './references';

/** What every record of a space has, as responses carry it. */
export const recordBase = { id: z.string(), modified: z.string(), created: z.string(), name: z.string() };

/** Where a record is: of `user`, `workspace` and `project` those of its space. A list has exactly one. */
export const spaceParents = {
  user: documentInfo.optional(),
  workspace: documentInfo.optional(),
  project: documentInfo.optional(),
};

export const taskList = z
  .object({ ...recordBase, ...spaceParents, taskSections: z.array(documentInfo) })
  .meta({ id: 'TaskList' });
export const pinList = z
  .object({ ...recordBase, ...spaceParents, pinSections: z.array(documentInfo) })
  .meta({ id: 'PinList' });
export const dashboardList = z
  .object({ ...recordBase, ...spaceParents, dashboardSections: z.array(documentInfo) })
  .meta({ id: 'DashboardList' });
export type List = z.infer<typeof taskList> | z.infer<typeof pinList> | z.infer<typeof dashboardList>;

export const taskSection = z
  .object({ ...recordBase, ...spaceParents, taskList: documentInfo, tasks: z.array(documentInfo) })
  .meta({ id: 'TaskSection' });
export const dashboardSection = z
  .object({ ...recordBase, ...spaceParents, dashboardList: documentInfo, dashboards: z.array(documentInfo) })
  .meta({ id: 'DashboardSection' });

/** The three that a list can belong to. */
export const LIST_PARENTS = ['user', 'workspace', 'project'] as const;

/** Creates a list of any kind. */
export const createListBody = z
  .object({ name, user: reference.nullish(), workspace: reference.nullish(), project: reference.nullish() })
  .refine((body) => LIST_PARENTS.filter((parent) => body[parent]).length === 1, {
    error: 'Give exactly one of user, workspace and project.',
    params: { type: 'one-of' },
    ...WITH_OTHERS,
  })
  .meta({ id: 'ListCreate' });
export type CreateListBody = z.infer<typeof createListBody>;

export const createTaskSectionBody = z.object({ name, taskList: reference }).meta({ id: 'TaskSectionCreate' });
export const createPinSectionBody = z.object({ name, pinList: reference }).meta({ id: 'PinSectionCreate' });
export const createDashboardSectionBody = z
  .object({ name, dashboardList: reference })
  .meta({ id: 'DashboardSectionCreate' });

/** Changes the name of a list or a section. */
export const renameBody = z.object({ name: name.optional() }).meta({ id: 'Rename' });
