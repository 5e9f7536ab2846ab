/** How a place in the tree of tasks looks in VS Code: the mapper from its content to a TreeItem. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Due, DueBucket } from '../../shared/due';
import { dueTitle, dueWords, STATUS_ICON, statusInSentence, statusWord } from '../../shared/field-words';
import type { TaskPriority, TaskStatus } from '../../shared/layout';
import { shownLines, shownText } from '../../shared/shown-text';
import { dueState, dueText } from '../app/due-date';
import { incompleteWords, isIncomplete, spaceName } from '../app/space-name';
import type { NodeContent, TreeNode } from '../app/tree/task-tree';
import { menuContext } from './menu-context';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/**
 * What the tree shows for a place whose content is `content`; an empty item where its record is gone meanwhile.
 * @param now this moment, which due dates are told from
 */
export function toTreeItem(node: TreeNode, content: NodeContent | undefined, now: Date): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.id = node.id;
  if (!content) return item;
  const { known } = content.space;
  item.contextValue = menuContext(
    content.kind === 'space' && known.kind !== 'user' ? 'space.named' : content.kind,
    content.space,
  );
  switch (content.kind) {
    case 'space':
      item.label = shownText(spaceName(content.space));
      if (isIncomplete(content.space)) item.description = incompleteWords();
      item.collapsibleState = Expanded;
      item.iconPath = new vscode.ThemeIcon(
        { user: 'person', workspace: 'organization', project: 'project' }[content.space.known.kind],
      );
      break;
    case 'unfiled':
      item.label = t('Unfiled');
      item.tooltip = t('Tasks that are in no section. Move them to one.');
      item.collapsibleState = Expanded;
      item.iconPath = new vscode.ThemeIcon('question');
      break;
    case 'list':
      item.label = shownText(content.record.name);
      item.collapsibleState = Expanded;
      item.iconPath = new vscode.ThemeIcon('checklist');
      break;
    case 'section':
      item.label = shownText(content.record.name);
      item.collapsibleState = Expanded;
      break;
    case 'group':
      item.label = groupLabel(content);
      item.collapsibleState = Expanded;
      break;
    case 'task':
      taskItem(item, content, now);
      break;
  }
  return item;
}

function taskItem(
  item: vscode.TreeItem,
  { record: task, subtasks, space }: Extract<NodeContent, { kind: 'task' }>,
  now: Date,
): void {
  const completed = task.status === 'completed';
  const name = shownText(task.name);
  item.label = name;
  item.contextValue = menuContext(completed ? 'task.completed' : 'task.open', space);
  item.collapsibleState = subtasks.length > 0 ? Collapsed : None;
  const state = completed ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
  const tooltip = completed ? t('Completed; click to reopen') : t('Click to complete');
  item.checkboxState = { state, tooltip };
  const due = task.dueDate && {
    // What is done is not late any more.
    state: completed ? 'later' : dueState(task.dueDate, now),
    text: dueText(task.dueDate, now, vscode.env.language),
  };
  item.iconPath = statusIcon(task.status, due ? due.state : 'later');
  const parts = [
    subtasks.length > 0
      ? `${subtasks.filter(({ status }) => status === 'completed').length}/${subtasks.length}`
      : undefined,
    completed || task.status === 'open' ? undefined : statusInSentence(task.status),
    task.priority === 'none' ? undefined : PRIORITY_WORD[task.priority](),
    due && dueWords(due),
  ];
  const description = parts.filter((part) => part !== undefined).join(' · ');
  if (description !== '') item.description = description;
  // A plain string is shown as text; Markdown would make links of what people write.
  item.tooltip = task.description === null ? name : `${name}\n\n${shownLines(task.description.slice(0, 1000))}`;
  const spoken = completed ? t('{0}, completed', name) : name;
  item.accessibilityInformation = { label: description === '' ? spoken : `${spoken}, ${description}` };
}

/** What the tasks of a group have in common. */
function groupLabel({ by, key, names }: Extract<NodeContent, { kind: 'group' }>): string {
  switch (by) {
    case 'status':
      return statusWord(key as TaskStatus);
    case 'priority':
      return PRIORITY_LABEL[key as TaskPriority]();
    case 'due':
      return key === 'completed' ? statusWord(key) : dueTitle(key as DueBucket);
    case 'assignee':
      return names.length > 0 ? shownText(names.join(', ')) : t('Nobody');
  }
}

const PRIORITY_LABEL: Readonly<Record<TaskPriority, () => string>> = {
  high: () => t('High Priority'),
  medium: () => t('Medium Priority'),
  low: () => t('Low Priority'),
  none: () => t('No Priority'),
};

/** A form for each status, and a colour for what is due: no one has to tell it by the colour alone, the words beside it say so too. */
function statusIcon(status: TaskStatus, due: Due): vscode.ThemeIcon {
  const color = {
    overdue: new vscode.ThemeColor('list.errorForeground'),
    today: new vscode.ThemeColor('list.warningForeground'),
    later: undefined,
  }[due];
  return new vscode.ThemeIcon(status === 'open' && due === 'overdue' ? 'warning' : STATUS_ICON[status], color);
}

const PRIORITY_WORD = {
  low: () => t('low'),
  medium: () => t('medium'),
  high: () => t('high'),
};
