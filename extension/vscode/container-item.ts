/** How a space, a list or a section looks in the trees of pins and dashboards: what both show in the same way. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownText } from '../../shared/shown-text';
import { incompleteWords, isIncomplete, spaceName } from '../app/space-name';
import type { ItemContent, ItemNode } from '../app/tree/item-tree';
import { menuContext } from './menu-context';

const { Expanded, None } = vscode.TreeItemCollapsibleState;

/** What a tree shows for a container; an empty item where its record is gone meanwhile, and one that cannot be unfolded for an item. */
export function toContainerItem(
  node: ItemNode,
  content: ItemContent | undefined,
  look: { readonly listIcon: string; readonly unfiled: string },
): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.id = node.id;
  if (!content) return item;
  item.contextValue = menuContext(content.kind, content.space);
  if (content.kind === 'pin' || content.kind === 'dashboard') return item;
  item.collapsibleState = Expanded;
  switch (content.kind) {
    case 'space':
      item.label = shownText(spaceName(content.space));
      if (isIncomplete(content.space)) item.description = incompleteWords();
      item.iconPath = new vscode.ThemeIcon(
        { user: 'person', workspace: 'organization', project: 'project' }[content.space.known.kind],
      );
      break;
    case 'unfiled':
      item.label = t('Unfiled');
      item.tooltip = look.unfiled;
      item.iconPath = new vscode.ThemeIcon('question');
      break;
    case 'list':
      item.label = shownText(content.record.name);
      item.iconPath = new vscode.ThemeIcon(look.listIcon);
      break;
    case 'section':
      item.label = shownText(content.record.name);
      break;
  }
  return item;
}
