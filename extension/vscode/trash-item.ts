/** How a place in the trash looks in VS Code: the mapper from its content to a TreeItem. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { dateWords } from '../../shared/date-words';
import { shownText } from '../../shared/shown-text';
import { whyReadOnly } from '../app/commands/space-writer';
import { whereText } from '../app/commands/trash-commands';
import { documentTypeOf, documentWord } from '../app/pins/pin-target';
import type { TrashContent, TrashNode } from '../app/tree/trash-tree';
import { DOCUMENT_ICON } from './document-icon';

/** What the tree shows for a place whose content is `content`; an empty item where it is not in the trash any more. */
export function toTrashItem(node: TrashNode, content: TrashContent | undefined): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem('', content?.hasChildren ? Collapsed : None);
  item.id = node.id;
  if (!content) return item;
  const { record, deleted, restorable, purgeable } = content;
  const type = documentTypeOf(record);
  const name = shownText(record.name);
  item.label = name;
  item.iconPath = new vscode.ThemeIcon(DOCUMENT_ICON[type]);
  item.contextValue = purgeable
    ? 'deleted.restorable.here'
    : restorable
      ? 'deleted.restorable'
      : deleted
        ? 'deleted.readonly'
        : 'below';
  const kind = documentWord(type);
  const where = whereText(content);
  if (deleted) {
    const when = dateWords(new Date(deleted), vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
    item.description = `${where} · ${when}`;
    const why = whyReadOnly(content.space);
    const lines = [name, '', t('{0}, was in {1}', kind, where), t('Deleted {0}', when), ...(why ? [why] : [])];
    // A plain string is shown as text; Markdown would make links of what people write.
    item.tooltip = lines.join('\n');
  } else {
    item.tooltip = `${name}\n\n${t('{0}, deleted with what it is in', kind)}`;
  }
  item.accessibilityInformation = { label: [name, kind, item.description].filter(Boolean).join(', ') };
  return item;
}
