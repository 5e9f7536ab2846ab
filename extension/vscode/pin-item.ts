/** How a place in the tree of pins looks in VS Code: the mapper from its content to a TreeItem. */
import * as vscode from 'vscode';
import { DOCUMENT_WORD } from '../app/pins/pin-target';
import { urlHost } from '../app/pins/pin-url';
import { shownText } from '../app/shown-text';
import { spaceName } from '../app/space-name';
import type { PinContent, PinNode } from '../app/tree/pin-tree';
import { DOCUMENT_ICON } from './document-icon';
import { menuContext } from './menu-context';

const { Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the tree shows for a place whose content is `content`; an empty item where its record is gone meanwhile. */
export function toPinItem(node: PinNode, content: PinContent | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.id = node.id;
  if (!content) return item;
  item.contextValue = menuContext(content.kind, content.space);
  if (content.kind !== 'pin') item.collapsibleState = Expanded;
  switch (content.kind) {
    case 'space':
      item.label = shownText(spaceName(content.space));
      item.iconPath = new vscode.ThemeIcon(
        { user: 'person', workspace: 'organization', project: 'project' }[content.space.known.kind],
      );
      break;
    case 'unfiled':
      item.label = vscode.l10n.t('Unfiled');
      item.tooltip = vscode.l10n.t('Pins that are in no section. Move them to one.');
      item.iconPath = new vscode.ThemeIcon('question');
      break;
    case 'list':
      item.label = shownText(content.record.name);
      item.iconPath = new vscode.ThemeIcon('pinned');
      break;
    case 'section':
      item.label = shownText(content.record.name);
      break;
    case 'pin':
      pinItem(item, node, content);
      break;
  }
  return item;
}

function pinItem(item: vscode.TreeItem, node: PinNode, { record, space }: Extract<PinContent, { kind: 'pin' }>): void {
  const { name, target } = record;
  item.label = shownText(name);
  item.contextValue = menuContext(`pin.${target.pinType}`, space);
  item.command = { command: 'tackboard.clickPin', title: vscode.l10n.t('Open Pin'), arguments: [node] };
  const isUrl = target.pinType === 'url';
  item.iconPath = new vscode.ThemeIcon(isUrl ? urlIcon(target.url) : DOCUMENT_ICON[target.documentType]);
  const description = shownText(isUrl ? urlHost(target.url) : DOCUMENT_WORD[target.documentType]);
  item.description = description;
  // A plain string is shown as text; Markdown would make links of what people write.
  item.tooltip = `${name}\n\n${isUrl ? target.url : description}`;
  item.accessibilityInformation = { label: `${name}, ${description}` };
}

function urlIcon(url: string): string {
  switch (new URL(url).protocol) {
    case 'mailto:':
      return 'mail';
    case 'file:':
      return 'file';
    case 'vscode:':
    case 'vscode-insiders:':
      return 'vscode';
    default:
      return 'globe';
  }
}
