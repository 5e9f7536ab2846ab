/** How a place in the tree of pins looks in VS Code: the mapper from its content to a TreeItem. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownText } from '../../shared/shown-text';
import { documentWord } from '../app/pins/pin-target';
import { urlHost } from '../app/pins/pin-url';
import type { ItemContent, ItemNode, ItemOf } from '../app/tree/item-tree';
import { toContainerItem } from './container-item';
import { DOCUMENT_ICON } from './document-icon';
import { menuContext } from './menu-context';

/**
 * What the tree shows for a place whose content is `content`; an empty item where its record is gone meanwhile.
 * @param isGone whether what the pin leads to is in the trash
 */
export function toPinItem(node: ItemNode, content: ItemContent | undefined, isGone: boolean): vscode.TreeItem {
  const item = toContainerItem(node, content, {
    listIcon: 'pinned',
    unfiled: t('Pins that are in no section. Move them to one.'),
  });
  if (content?.kind === 'pin') pinItem(item, node, content, isGone);
  return item;
}

function pinItem(item: vscode.TreeItem, node: ItemNode, { record, space }: ItemOf<'pin'>, isGone: boolean): void {
  const { target } = record;
  const name = shownText(record.name);
  item.label = name;
  item.contextValue = menuContext(`pin.${target.pinType}`, space);
  item.command = { command: 'tackboard.clickPin', title: t('Open Pin'), arguments: [node] };
  const isUrl = target.pinType === 'url';
  item.iconPath = new vscode.ThemeIcon(isUrl ? urlIcon(target.url) : DOCUMENT_ICON[target.documentType]);
  const end = shownText(isUrl ? urlHost(target.url) : documentWord(target.documentType));
  const description = isGone ? `${end} · ${t('in the trash')}` : end;
  item.description = description;
  // A plain string is shown as text; Markdown would make links of what people write.
  item.tooltip = `${name}\n\n${isUrl ? shownText(target.url) : description}`;
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
