/** What a task's page and the extension say to each other. */
import * as z from 'zod';
import { DUES } from '../due';
import { isoDate, taskPriority, taskStatus } from '../fields';
import { bytes, caret, gone, person, ready, refused, restore, subjectMoved, words } from './page';

const subtask = z.object({
  id: z.string(),
  name: z.string(),
  status: taskStatus,
  priority: taskPriority,
  /** Its due date in words, and how it stands to now; what is completed is never overdue. */
  due: z.object({ state: z.enum(DUES), text: z.string() }).optional(),
  /** How many subtasks it has itself, and how many of those are completed. */
  below: z.object({ all: z.number(), completed: z.number() }),
});

const task = z.object({
  name: z.string(),
  status: taskStatus,
  priority: taskPriority,
  startDate: isoDate.optional(),
  dueDate: isoDate.optional(),
  completed: isoDate.optional(),
  /** How the due date stands to now. */
  due: z.enum(DUES).optional(),
  assignees: z.array(person),
});

/** All that the page shows of its task but the description. */
const state = z.object({
  kind: z.literal('state'),
  task,
  subtasks: z.array(subtask),
  /** Where it lies, from its space down to the task above it. */
  path: z.array(
    z.object({ kind: z.enum(['space', 'list', 'section', 'task', 'unfiled']), id: z.string(), name: z.string() }),
  ),
  /** Who else could be assigned. */
  people: z.array(person),
  canWrite: z.boolean(),
});
export type TaskState = Readonly<z.infer<typeof state>>;
export type PageSubtask = TaskState['subtasks'][number];

/** Somebody else who has the task open: with a caret, somebody who is in its description. */
const watcher = z.object({ client: z.number(), name: z.string(), isMe: z.boolean(), caret: caret.optional() });
export type PageWatcher = Readonly<z.infer<typeof watcher>>;

/** What the extension tells a task's page. */
export const toTaskPage = z.discriminatedUnion('kind', [
  words,
  subjectMoved,
  state,
  gone,
  refused,
  /** The description, whole: the state of a Yjs document whose one text is `DESCRIPTION`. The page begins anew with it. */
  z.object({ kind: z.literal('description'), state: bytes }),
  /** What others have changed in it since. */
  z.object({ kind: z.literal('typed'), update: bytes }),
  /** Who else has the task open. */
  z.object({ kind: z.literal('watchers'), watchers: z.array(watcher) }),
]);
/** The name of the text in the document of a page. */
export const DESCRIPTION = 'description';
export type ToTaskPage = z.infer<typeof toTaskPage>;

/** What a task's page asks for. What is not of this form is passed over; what an operation refuses is answered with `refused`. */
export const fromTaskPage = z.discriminatedUnion('kind', [
  ready,
  /** The person has changed these fields; null takes a date away. */
  z.object({
    kind: z.literal('set'),
    fields: z.object({
      name: z.string().optional(),
      status: taskStatus.optional(),
      priority: taskPriority.optional(),
      startDate: isoDate.nullable().optional(),
      dueDate: isoDate.nullable().optional(),
    }),
  }),
  /** The name as it stands in the field, not done yet; null: as the task has it. It is written when the page goes. */
  z.object({ kind: z.literal('draft'), name: z.string().nullable() }),
  z.object({ kind: z.literal('assign'), user: z.string(), assigned: z.boolean() }),
  /** A line as in quick add: name, due date, priority. */
  z.object({ kind: z.literal('add-subtask'), line: z.string() }),
  z.object({ kind: z.literal('complete-subtask'), id: z.string(), completed: z.boolean() }),
  /** Opens the page of another task of the space: a subtask, the task above. */
  z.object({ kind: z.literal('open-task'), id: z.string() }),
  /** Shows where the task lies: its list, section or itself in the tree. */
  z.object({ kind: z.literal('show'), of: z.enum(['space', 'list', 'section', 'task']), id: z.string() }),
  /** What the person has typed into the description: an update of the document that `description` brought. */
  z.object({ kind: z.literal('type'), update: bytes }),
  /** Where the person's caret is in the description; null: not in it. */
  z.object({ kind: z.literal('caret'), caret: caret.nullable() }),
  /** Opens a link of the description as a pin to it would. */
  z.object({ kind: z.literal('open-link'), url: z.string() }),
  z.object({ kind: z.literal('move') }),
  z.object({ kind: z.literal('delete') }),
  restore,
]);
export type FromTaskPage = z.infer<typeof fromTaskPage>;
