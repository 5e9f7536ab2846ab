/** How a place in the tree of tasks looks in VS Code: the mapper from its content to a TreeItem. */
import * as vscode from 'vscode';
import type { TaskRecord } from '../../shared/records';
import { shownText } from '../app/shown-text';
import { spaceName } from '../app/space-name';
import type { NodeContent, TreeNode } from '../app/tree/task-tree';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the tree shows for a place whose content is `content`; an empty item where its record is gone meanwhile. */
export function toTreeItem(node: TreeNode, content: NodeContent | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.id = node.id;
  if (!content) return item;
  item.contextValue = content.kind;
  switch (content.kind) {
    case 'space':
      item.label = shownText(spaceName(content.space));
      item.collapsibleState = Expanded;
      item.iconPath = new vscode.ThemeIcon(
        { user: 'person', workspace: 'organization', project: 'project' }[content.space.known.kind],
      );
      break;
    case 'unfiled':
      item.label = vscode.l10n.t('Unfiled');
      item.tooltip = vscode.l10n.t('Tasks that are in no section. Move them to one.');
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
    case 'task':
      taskItem(item, content.record, content.subtasks);
      break;
  }
  return item;
}

function taskItem(item: vscode.TreeItem, task: TaskRecord, subtasks: readonly TaskRecord[]): void {
  const completed = task.status === 'completed';
  item.label = shownText(task.name);
  item.contextValue = completed ? 'task.completed' : 'task.open';
  item.collapsibleState = subtasks.length > 0 ? Collapsed : None;
  const state = completed ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
  const tooltip = completed ? vscode.l10n.t('Completed; click to reopen') : vscode.l10n.t('Click to complete');
  item.checkboxState = { state, tooltip };
  const parts = [
    subtasks.length > 0
      ? `${subtasks.filter(({ status }) => status === 'completed').length}/${subtasks.length}`
      : undefined,
    completed || task.status === 'open' ? undefined : STATUS_WORD[task.status](),
    task.priority === 'none' ? undefined : PRIORITY_WORD[task.priority](),
    task.dueDate &&
      vscode.l10n.t('due {0}', new Date(task.dueDate).toLocaleDateString(vscode.env.language, { timeZone: 'UTC' })),
  ];
  const description = parts.filter((part) => part !== undefined).join(' · ');
  if (description !== '') item.description = description;
  // A plain string is shown as text; Markdown would make links of what people write.
  item.tooltip = task.description === null ? task.name : `${task.name}\n\n${task.description.slice(0, 1000)}`;
  const spoken = completed ? vscode.l10n.t('{0}, completed', task.name) : task.name;
  item.accessibilityInformation = { label: description === '' ? spoken : `${spoken}, ${description}` };
}

const STATUS_WORD = {
  progress: () => vscode.l10n.t('in progress'),
  review: () => vscode.l10n.t('in review'),
  blocked: () => vscode.l10n.t('blocked'),
};

const PRIORITY_WORD = {
  low: () => vscode.l10n.t('low'),
  medium: () => vscode.l10n.t('medium'),
  high: () => vscode.l10n.t('high'),
};
