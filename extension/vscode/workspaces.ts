/** The part of a window that shows workspaces: view and commands. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MemberCommands } from '../app/commands/member-commands';
import { SpaceCommands } from '../app/commands/space-commands';
import { TeamScope } from '../app/commands/team-scope';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type TeamNode, TeamTree } from '../app/tree/team-tree';
import { type CommandTable, registerCommands } from './commands';
import { Folding } from './folding';
import { TeamView } from './team-view';
import { vscodePrompt } from './vscode-prompt';

/** Shows the view "Workspaces". @param ready what the commands wait for */
export function showWorkspaces(
  desk: Desk,
  environment: Environment,
  memory: vscode.Memento,
  ready: Promise<void>,
): vscode.Disposable {
  const tree = new TeamTree(desk);
  const view = new TeamView(tree, desk, environment, new Folding(memory, 'tackboard.expansion.workspaces'));
  const scope = new TeamScope(desk, tree, vscodePrompt);
  return vscode.Disposable.from(tree, view, registerCommands(teamTable(scope, view), ready));
}

type Act = (node: TeamNode | undefined) => Promise<void>;

function teamTable(scope: TeamScope, view: TeamView): CommandTable<[node?: TeamNode]> {
  const spaces = new SpaceCommands(scope);
  const members = new MemberCommands(scope);
  const on =
    (act: Act): ((node?: TeamNode) => Promise<void>) =>
    (node) =>
      act(node ?? view.selected);
  const added = async (node: TeamNode | undefined) => {
    if (node) await view.reveal(node);
  };
  /** What the Delete key comes to at each kind of place. */
  const remove: Act = async (node) => {
    switch (node?.kind) {
      case 'invite':
        return members.decline(node);
      case 'request':
        return members.deny(node);
      case 'member':
      case 'pending':
        return members.remove(node);
      case 'space':
        return spaces.delete(node);
      default:
        await scope.prompt.tell(t('There is nothing to delete at this place.'));
    }
  };
  return {
    'tackboard.addWorkspace': async () => added(await spaces.addWorkspace()),
    'tackboard.addProject': on(async (node) => added(await spaces.addProject(node))),
    'tackboard.renameSpace': on(async (node) => {
      if (!node || node.kind === 'space') await spaces.rename(node);
      else await scope.prompt.tell(t('Workspaces and projects can be renamed here; what is at this place cannot.'));
    }),
    'tackboard.describeSpace': on((node) => spaces.describe(node)),
    'tackboard.setSpaceStatus': on((node) => spaces.setStatus(node)),
    'tackboard.setSpaceDates': on((node) => spaces.setDates(node)),
    'tackboard.copySpaceId': on((node) => spaces.copyId(node)),
    'tackboard.leaveSpace': on((node) => spaces.leave(node)),
    'tackboard.deleteSpace': on((node) => spaces.delete(node)),
    'tackboard.restoreSpace': () => spaces.restore(),
    'tackboard.inviteMember': on((node) => members.invite(node)),
    'tackboard.copyInviteLink': on((node) => members.copyInviteLink(node)),
    'tackboard.changeRole': on((node) => members.changeRole(node)),
    'tackboard.removeMember': on((node) => members.remove(node)),
    'tackboard.grantAccess': on((node) => members.grant(node)),
    'tackboard.denyAccess': on((node) => members.deny(node)),
    'tackboard.askAccess': on((node) => members.askAccess(node)),
    'tackboard.acceptInvite': on((node) => members.accept(node)),
    'tackboard.declineInvite': on((node) => members.decline(node)),
    'tackboard.removeFromWorkspaces': on(remove),
    'tackboard.refreshWorkspaces': () => scope.refresh(),
  };
}
