/** How a place in the tree of dashboards looks in VS Code: the mapper from its content to a TreeItem. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownLines, shownText } from '../../shared/shown-text';
import type { ItemContent, ItemNode } from '../app/tree/item-tree';
import { toContainerItem } from './container-item';
import { DOCUMENT_ICON } from './document-icon';

/** What the tree shows for a place whose content is `content`; an empty item where its record is gone meanwhile. */
export function toDashboardItem(node: ItemNode, content: ItemContent | undefined): vscode.TreeItem {
  const item = toContainerItem(node, content, {
    listIcon: 'layout',
    unfiled: t('Dashboards that are in no section. Move them to one.'),
  });
  if (content?.kind !== 'dashboard') return item;
  const { description } = content.record;
  const name = shownText(content.record.name);
  item.label = name;
  item.command = { command: 'tackboard.clickDashboard', title: t('Open Dashboard'), arguments: [node] };
  item.iconPath = new vscode.ThemeIcon(DOCUMENT_ICON.Dashboard);
  if (description) item.description = shownText(description);
  // A plain string is shown as text; Markdown would make links of what people write.
  item.tooltip = description ? `${name}\n\n${shownLines(description)}` : name;
  return item;
}
