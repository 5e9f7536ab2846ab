/** What programs outside send (other extensions, chat agents), as schemas. Their JSON form is what the manifest promises. */
import * as z from 'zod';
import { type IsoDate, parseRequestDate } from '../../../shared/dates';
import { name, taskDescription, taskName, taskPriority, taskStatus, text } from '../../../shared/fields';
import { ID_MAX } from '../../../shared/ids';
import { pinUrl } from '../../../shared/operations/pins';
import { URL_MAX } from '../../../shared/url';

const id = (what: string) => text(1, ID_MAX).describe(what);

/** A moment in UTC, or a day, which is its midnight; parses to the form of documents. */
const date = (what: string) =>
  z
    .string()
    .transform((value, context): IsoDate => {
      const parsed = parseRequestDate(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
      if (parsed) return parsed;
      const message = 'must be a possible date like 2026-12-05 or 2026-12-05T14:00:00Z';
      context.addIssue({ code: 'custom', message, params: { type: 'date' } });
      return z.NEVER;
    })
    .describe(`${what}: 2026-12-05, or 2026-12-05T14:00:00Z in UTC`);

const place = {
  space: id('id of a space').optional(),
  list: id('id of a task list').optional(),
  section: id('id of a section').optional(),
  parentTask: id('id of a task, for its subtasks').optional(),
  includeCompleted: z.boolean().optional().describe('completed tasks too; they are left out unless told'),
};

const look = {
  text: text(0, 200).optional().describe('what the name or the description holds, whatever the case'),
  status: taskStatus.optional(),
  priority: taskPriority.optional(),
  assignedToMe: z.boolean().optional().describe('only what is assigned to the person'),
  dueUntil: date('due then or earlier').optional(),
};

/** Which tasks are asked for. */
export const taskFilter = z.strictObject({ ...place, ...look });
/** Which tasks are asked for, by where they are. */
export const taskPlaces = z.strictObject(place);

const taskFields = {
  description: taskDescription.optional().describe('Markdown'),
  status: taskStatus.optional(),
  priority: taskPriority.optional(),
};

/** A task to be made. */
export const newTask = z
  .strictObject({
    name: taskName,
    ...taskFields,
    startDate: date('when it starts').optional(),
    dueDate: date('when it is due').optional(),
    section: id('id of the section that it goes into').optional(),
    parentTask: id('id of the task that it becomes a subtask of; instead of section').optional(),
  })
  .refine(({ section, parentTask }) => section === undefined || parentTask === undefined, {
    path: ['parentTask'],
    message: 'cannot be given with section: a task is in one place',
  });

/** Fields of a task to be changed. */
export const taskChange = z.strictObject({
  id: id('id of the task'),
  name: taskName.optional(),
  ...taskFields,
  startDate: date('when it starts; null for never').nullable().optional(),
  dueDate: date('when it is due; null for never').nullable().optional(),
});

/** Tasks by their ids. */
export const taskIds = z.strictObject({ ids: z.array(id('id of a task')).min(1).max(50) });

/** Which pins are asked for. */
export const pinFilter = z.strictObject({
  space: place.space,
  section: id('id of a section of a pin list').optional(),
  text: look.text,
});

/** A pin to be made. */
export const newPin = z.strictObject({
  name,
  url: pinUrl.meta({ maxLength: URL_MAX }).describe('where it leads: http:, https:, mailto:, file: or vscode:'),
  section: id('id of the section of a pin list; the first of the person’s own unless told').optional(),
});

/** What is to be changed of a pin. */
export const pinChange = z.strictObject({
  id: id('id of the pin'),
  name: name.optional(),
  url: pinUrl
    .meta({ maxLength: URL_MAX })
    .optional()
    .describe('where it leads: http:, https:, mailto:, file: or vscode:; a pin to a record takes none'),
});

/** Nothing. */
export const nothing = z.strictObject({});
