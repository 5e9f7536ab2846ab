/** The fields of records in the words of the person's language. */
import { t } from '@vscode/l10n';
import type { Due, DueBucket } from './due';
import type { SpaceStatus, TaskPriority, TaskStatus, WidgetType } from './layout';

/** What a status is called. */
export function statusWord(status: TaskStatus): string {
  switch (status) {
    case 'open':
      return t('Open');
    case 'progress':
      return t('In Progress');
    case 'review':
      return t('In Review');
    case 'blocked':
      return t('Blocked');
    case 'completed':
      return t('Completed');
  }
}

/** A status in a sentence. */
export function statusInSentence(status: TaskStatus): string {
  switch (status) {
    case 'open':
      return t('open');
    case 'progress':
      return t('in progress');
    case 'review':
      return t('in review');
    case 'blocked':
      return t('blocked');
    case 'completed':
      return t('completed');
  }
}

/** What a priority is called. */
export function priorityWord(priority: TaskPriority): string {
  switch (priority) {
    case 'high':
      return t('High');
    case 'medium':
      return t('Medium');
    case 'low':
      return t('Low');
    case 'none':
      return t('None');
  }
}

/** When something is due, as the heading of a group or a choice. */
export function dueTitle(due: DueBucket): string {
  switch (due) {
    case 'overdue':
      return t('Overdue');
    case 'today':
      return t('Today');
    case 'week':
      return t('Next 7 Days');
    case 'later':
      return t('Later');
    case 'none':
      return t('No Due Date');
  }
}

/** The codicon that stands for a status, the same as in the tree. */
export const STATUS_ICON: Readonly<Record<TaskStatus, string>> = {
  open: 'circle-outline',
  progress: 'play-circle',
  review: 'eye',
  blocked: 'stop-circle',
  completed: 'pass',
};

/** When something is due, in words that say what the colour beside them says. */
export function dueWords({ state, text }: { readonly state: Due; readonly text: string }): string {
  switch (state) {
    case 'overdue':
      return t('overdue since {0}', text);
    case 'today':
      return t('due today, {0}', text);
    case 'later':
      return t('due {0}', text);
  }
}

/** What the status of a workspace or project is called. */
export function spaceStatusWord(status: SpaceStatus): string {
  switch (status) {
    case 'none':
      return t('No Status');
    case 'ontarget':
      return t('On Target');
    case 'atrisk':
      return t('At Risk');
    case 'danger':
      return t('In Danger');
    case 'completed':
      return t('Completed');
  }
}

/** What a type of widget shows. */
export function typeWord(type: WidgetType): string {
  switch (type) {
    case 'status':
      return t('Tasks by status');
    case 'priority':
      return t('Open work by priority');
    case 'assignee':
      return t('Open work by assignee');
    case 'due':
      return t('Due and overdue');
    case 'burnup':
      return t('Done over time');
    case 'count':
      return t('How many tasks');
  }
}
