/** Task lists and their sections over REST (rule R11). */
import { z } from 'zod';
import { name } from '../fields';
import { documentInfo, reference } from './references';

/** A task list, as responses carry it: with exactly one of `user`, `workspace` and `project`. */
export const taskList = z
  .object({
    id: z.string(),
    modified: z.string(),
    created: z.string(),
    name: z.string(),
    user: documentInfo.optional(),
    workspace: documentInfo.optional(),
    project: documentInfo.optional(),
    taskSections: z.array(documentInfo),
  })
  .meta({ id: 'TaskList' });
export type TaskList = z.infer<typeof taskList>;

/** A task section, as responses carry it. */
export const taskSection = z
  .object({
    id: z.string(),
    modified: z.string(),
    created: z.string(),
    name: z.string(),
    user: documentInfo.optional(),
    workspace: documentInfo.optional(),
    project: documentInfo.optional(),
    taskList: documentInfo,
    tasks: z.array(documentInfo),
  })
  .meta({ id: 'TaskSection' });
export type TaskSection = z.infer<typeof taskSection>;

/** The three that a list can belong to. */
export const LIST_PARENTS = ['user', 'workspace', 'project'] as const;

/** Creates a list of any kind. */
export const createListBody = z
  .object({ name, user: reference.nullish(), workspace: reference.nullish(), project: reference.nullish() })
  .refine((body) => LIST_PARENTS.filter((parent) => body[parent]).length === 1, {
    error: 'Give exactly one of user, workspace and project.',
    params: { type: 'one-of' },
    // Told together with the other faults, not only when there are none.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ id: 'ListCreate' });
export type CreateListBody = z.infer<typeof createListBody>;

export const createTaskSectionBody = z.object({ name, taskList: reference }).meta({ id: 'TaskSectionCreate' });

/** Changes the name of a list or a section. */
export const renameBody = z.object({ name: name.optional() }).meta({ id: 'Rename' });
