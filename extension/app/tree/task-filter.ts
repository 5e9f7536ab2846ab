/** Which tasks the tree shows: by text, status, priority, assignee and due date, of which lists, with or without what is completed. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { DUE_BUCKETS, type DueBucket } from '../../../shared/due';
import { statusInSentence } from '../../../shared/field-words';
import type { UserId } from '../../../shared/ids';
import { TASK_PRIORITIES, TASK_STATUSES, type TaskPriority } from '../../../shared/layout';
import type { TaskRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import { dueBucket } from '../due-date';
import { quoted } from '../quoted';

const filterSchema = z.object({
  /** What the name or the description has to hold, whatever the case; empty for anything. */
  text: z.string().max(200),
  status: z.enum(TASK_STATUSES).optional(),
  priority: z.enum(TASK_PRIORITIES).optional(),
  due: z.enum(DUE_BUCKETS).optional(),
  /** Somebody by id, with the name that they had when they were picked. */
  assignee: z.union([z.enum(['me', 'nobody']), z.object({ id: z.string(), name: z.string() })]).optional(),
  /** Only what lies in a space, or in some lists, by id, with what that is called. */
  within: z
    .union([
      z.object({ space: z.string(), name: z.string() }),
      z.object({ lists: z.array(z.string()), name: z.string() }),
    ])
    .optional(),
  hideCompleted: z.boolean(),
});

/** What is asked for; undefined and empty parts ask for nothing. */
export type TaskFilter = Readonly<z.infer<typeof filterSchema>>;

/** The filter that shows everything. */
export const EVERYTHING: TaskFilter = { text: '', hideCompleted: false };

/** Reads a filter as it was kept; the one that shows everything where it cannot be read. */
export function readFilter(kept: unknown): TaskFilter {
  return filterSchema.safeParse(kept).data ?? EVERYTHING;
}

/** Whether a filter looks for something, beyond hiding what is completed: then lists without it are of no use. */
export function isSearching({ text, ...parts }: TaskFilter): boolean {
  const { status, priority, due, assignee, within } = parts;
  return text !== '' || [status, priority, due, assignee, within].some((part) => part !== undefined);
}

/** Whether a filter leaves anything out. */
export function isFiltering(filter: TaskFilter): boolean {
  return filter.hideCompleted || isSearching(filter);
}

/** Whether a filter lets a task through, whatever lies under it. */
export function fits(filter: TaskFilter, task: TaskRecord, me: UserId, now: Date): boolean {
  if (filter.hideCompleted && task.status === 'completed') return false;
  if (filter.status !== undefined && task.status !== filter.status) return false;
  if (filter.priority !== undefined && task.priority !== filter.priority) return false;
  if (filter.assignee === 'me' && !task.assignees.includes(me)) return false;
  if (filter.assignee === 'nobody' && task.assignees.length > 0) return false;
  const { assignee } = filter;
  if (typeof assignee === 'object' && !task.assignees.some((user) => user === assignee.id)) return false;
  // What is completed is not due any more.
  if (filter.due !== undefined && (task.status === 'completed' || dueBucket(task.dueDate, now) !== filter.due))
    return false;
  if (filter.text === '') return true;
  const text = filter.text.toLowerCase();
  return task.name.toLowerCase().includes(text) || (task.description?.toLowerCase().includes(text) ?? false);
}

/** Whether a filter lets a place through: a space, and the list in it, where there is one. */
export function isWithin({ within }: TaskFilter, space: string, list: string | undefined): boolean {
  if (within === undefined) return true;
  return 'space' in within ? within.space === space : list !== undefined && within.lists.includes(list);
}

/** A filter in words, for a message beside the tree: `“docs”, in review, not completed`. */
export function filterWords({ text, status, priority, due, assignee, within, hideCompleted }: TaskFilter): string {
  const parts = [
    text === '' ? undefined : quoted(text),
    status && statusInSentence(status),
    priority && priorityWords(priority),
    due && dueWords(due),
    assignee && assigneeWords(assignee),
    hideCompleted ? t('not completed') : undefined,
    within && t('in {0}', shownText(within.name)),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function assigneeWords(assignee: NonNullable<TaskFilter['assignee']>): string {
  if (typeof assignee === 'object') return t('assigned to {0}', shownText(assignee.name));
  return assignee === 'me' ? t('assigned to me') : t('assigned to nobody');
}

/** A priority in a sentence. */
function priorityWords(priority: TaskPriority): string {
  switch (priority) {
    case 'none':
      return t('without a priority');
    case 'low':
      return t('of low priority');
    case 'medium':
      return t('of medium priority');
    case 'high':
      return t('of high priority');
  }
}

/** When something is due, in a sentence. */
function dueWords(due: DueBucket): string {
  switch (due) {
    case 'overdue':
      return t('overdue');
    case 'today':
      return t('due today');
    case 'week':
      return t('due in the next 7 days');
    case 'later':
      return t('due later');
    case 'none':
      return t('without a due date');
  }
}
