/** Tasks over REST: the record, and what creates and changes one (rules R12 to R14). */
import * as z from 'zod';
import { name, requestDate, taskDescription, taskName, taskPriority, taskStatus, text, WITH_OTHERS } from '../fields';
import { TASK_PRIORITIES, TASK_STATUSES } from '../layout';
import { assigneeInfo, assigneeReference, documentInfo, itemsOf, reference } from './references';

/** A task, as responses carry it. Of `user`, `workspace` and `project` it has those of its space. */
export const task = z
  .object({
    id: z.string(),
    modified: z.string(),
    created: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    startDate: z.string().optional(),
    dueDate: z.string().optional(),
    status: z.enum(TASK_STATUSES),
    priority: z.enum(TASK_PRIORITIES),
    assignees: z.array(assigneeInfo),
    user: documentInfo.optional(),
    workspace: documentInfo.optional(),
    project: documentInfo.optional(),
    taskList: documentInfo,
    taskSection: documentInfo,
    parentTask: documentInfo.optional(),
    subtasks: z.array(documentInfo),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;

const ONE_PARENT = 'Give either taskSection or parentTask.';

export const createTaskBody = z
  .object({
    name,
    description: taskDescription.nullish(),
    startDate: requestDate.nullish(),
    dueDate: requestDate.nullish(),
    status: taskStatus,
    priority: taskPriority,
    taskSection: reference.nullish(),
    parentTask: reference.nullish(),
    assignees: z.array(assigneeReference).optional(),
  })
  .refine((body) => !body.taskSection !== !body.parentTask, {
    error: ONE_PARENT,
    params: { type: 'one-of' },
    ...WITH_OTHERS,
  })
  .meta({ id: 'TaskCreate' });
export type CreateTaskBody = z.infer<typeof createTaskBody>;

export const updateTaskBody = z
  .object({
    name: taskName.optional(),
    description: taskDescription.nullable().optional(),
    startDate: requestDate.nullable().optional(),
    dueDate: requestDate.nullable().optional(),
    status: taskStatus.optional(),
    priority: taskPriority.optional(),
    taskSection: reference.nullish(),
    parentTask: reference.nullish(),
    before: text(1, undefined).optional(),
    after: text(1, undefined).optional(),
  })
  .meta({ id: 'TaskUpdate' });
export type UpdateTaskBody = z.infer<typeof updateTaskBody>;

/** Users to be put on a task, or taken off it. */
export const assigneeReferences = itemsOf(assigneeReference).meta({ id: 'AssigneeReferences' });
