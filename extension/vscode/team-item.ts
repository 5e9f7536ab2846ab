/** How a place in the tree of workspaces looks in VS Code: the mapper from its content to a TreeItem. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SpaceStatus } from '../../shared/layout';
import type { MemberInfo } from '../../shared/rest/references';
import { shownLines, shownText } from '../../shared/shown-text';
import { roleWord } from '../app/commands/team-scope';
import { dueText } from '../app/due-date';
import type { OpenSpace } from '../app/open-space';
import { isOwner } from '../app/space-access';
import { incompleteWords, isIncomplete, spaceName } from '../app/space-name';
import type { PeopleKind, TeamContent, TeamNode } from '../app/tree/team-tree';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the tree shows for a place whose content is `content`; an empty item where it is gone meanwhile. */
export function toTeamItem(node: TeamNode, content: TeamContent | undefined, hasChildren: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.id = node.id;
  if (!content) return item;
  const folded = { members: Collapsed, invited: Collapsed };
  // A space has its members a moment after it is made: VS Code would leave folded what had nothing below it at first.
  if (hasChildren || content.kind === 'space')
    item.collapsibleState = folded[content.kind as keyof typeof folded] ?? Expanded;
  switch (content.kind) {
    case 'invites':
      item.label = t('Invites to You');
      item.iconPath = new vscode.ThemeIcon('mail');
      item.contextValue = 'invites';
      break;
    case 'invite': {
      const { workspace, project, role, invitedBy } = content.invite;
      item.label = shownText((workspace ?? project)?.name ?? '');
      item.description = t('as {0}, from {1}', roleWord(role), shownText(invitedBy.name || invitedBy.email));
      item.iconPath = new vscode.ThemeIcon(project ? 'project' : 'organization');
      item.contextValue = 'invite';
      break;
    }
    case 'space':
      spaceItem(item, content.space, content.isBorn);
      break;
    case 'closed':
      item.label = shownText(content.project.name);
      item.description = t('no access');
      item.tooltip = t('You see that this project exists, and cannot open it. You can ask for access.');
      item.iconPath = new vscode.ThemeIcon('lock');
      item.contextValue = 'closed';
      break;
    case 'members':
    case 'requests':
    case 'invited':
      item.label = PEOPLE[content.kind]();
      item.description = String(content.people.length);
      item.iconPath = new vscode.ThemeIcon(
        { members: 'account', requests: 'person-add', invited: 'mail' }[content.kind],
      );
      item.contextValue = content.kind;
      break;
    case 'member':
    case 'request':
    case 'pending':
      personItem(item, content.person, content.kind === 'member' && content.isMe);
      item.contextValue = isOwner(content.space) ? content.kind : `readonly.${content.kind}`;
      break;
  }
  item.accessibilityInformation = { label: [item.label, item.description].filter(Boolean).join(', ') };
  return item;
}

function spaceItem(item: vscode.TreeItem, space: OpenSpace, isBorn: boolean): void {
  const { known, replica } = space;
  const { description, status, startDate, endDate } = replica.view.fields;
  item.label = shownText(spaceName(space));
  item.iconPath = new vscode.ThemeIcon(known.kind === 'project' ? 'project' : 'organization');
  const dates = [startDate, endDate].map((date) => date && dueText(date, new Date(), vscode.env.language));
  const parts = [
    status === 'none' ? undefined : STATUS[status](),
    known.role === 'owner' ? undefined : roleWord(known.role),
    dates.some(Boolean) ? dates.map((date) => date ?? '…').join(' – ') : undefined,
    isBorn ? t('not on the server yet') : undefined,
    isIncomplete(space) ? incompleteWords() : undefined,
  ];
  item.description = parts.filter((part) => part !== undefined).join(' · ');
  // A plain string is shown as text; Markdown would make links of what people write.
  const lines = [
    shownText(spaceName(space)),
    description === null ? undefined : shownLines(description),
    t('You are {0} here.', roleWord(known.role)),
  ];
  item.tooltip = lines.filter((line) => line !== undefined).join('\n\n');
  item.contextValue = `${known.role}.${known.kind}`;
}

function personItem(item: vscode.TreeItem, { name, email, role }: MemberInfo, isMe: boolean): void {
  item.label = shownText(name || email);
  item.description = [isMe ? t('you') : undefined, roleWord(role), name ? shownText(email) : undefined]
    .filter((part) => part !== undefined)
    .join(' · ');
  item.iconPath = new vscode.ThemeIcon({ owner: 'account', contributor: 'person', viewer: 'eye' }[role]);
}

const PEOPLE: Readonly<Record<PeopleKind, () => string>> = {
  members: () => t('Members'),
  requests: () => t('Asking for Access'),
  invited: () => t('Invited'),
};

const STATUS: Readonly<Record<SpaceStatus, () => string>> = {
  none: () => t('no status'),
  ontarget: () => t('on target'),
  atrisk: () => t('at risk'),
  danger: () => t('in danger'),
  completed: () => t('completed'),
};
