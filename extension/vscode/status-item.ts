/** The item in the status bar that says where one's tasks are: on this machine, in step with the server, or waiting for it. */
import * as vscode from 'vscode';
import { NOT_KEPT, refusalMessage } from '../app/commands/account-commands';
import type { SyncStatus } from '../app/connection/sync-status';
import type { Desk } from '../app/desk';

/** Shows the desk's status and follows it. */
export function statusItem(desk: Desk): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('tackboard.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Tackboard';
  item.command = 'tackboard.showStatus';
  const show = () => {
    const { text, tooltip, warning } = desk.failure ? notKept() : look(desk.status, desk.account?.url ?? '');
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  };
  show();
  item.show();
  return vscode.Disposable.from(item, desk.onStatus(show), desk.onSpaces(show));
}

/** What is not on this machine is worse than what is not on the server. */
function notKept(): Look {
  const { t } = vscode.l10n;
  return { text: `$(warning) ${t('Tackboard: not saved')}`, tooltip: NOT_KEPT, warning: true };
}

interface Look {
  readonly text: string;
  readonly tooltip: string;
  readonly warning: boolean;
}

function look(status: SyncStatus, url: string): Look {
  const { t } = vscode.l10n;
  switch (status.kind) {
    case 'local':
      return {
        text: `$(device-desktop) ${t('Tackboard: local')}`,
        tooltip: t('Your tasks are on this machine only.'),
        warning: false,
      };
    case 'connecting':
      return { text: `$(sync) ${t('Tackboard: connecting')}`, tooltip: t('Connecting to {0}', url), warning: false };
    case 'offline':
      return {
        text: `$(cloud-offline) ${t('Tackboard: offline')}`,
        tooltip: t('{0} does not answer. You can go on working; everything is sent when it answers again.', url),
        warning: false,
      };
    case 'synced':
      return { text: `$(cloud) ${t('Tackboard: synced')}`, tooltip: t('In step with {0}', url), warning: false };
    case 'refused':
      return {
        text: `$(warning) ${t('Tackboard: refused')}`,
        tooltip: refusalMessage(status.reason, url),
        warning: true,
      };
  }
}
