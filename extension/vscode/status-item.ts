/** The item in the status bar that says where one's tasks are: on this machine, in step with the server, or waiting for it. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { notKept, takenMessage, withUnsent } from '../app/commands/account-commands';
import type { Desk } from '../app/desk';
import type { KeepFailure } from '../app/patient-replica';
import { refusalMessage } from '../app/refusal-words';

/**
 * Shows the desk's status and follows it.
 * @param ready settles when it is known: whose the tasks are nobody can say before
 */
export function statusItem(desk: Desk, ready: Promise<void>): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('tackboard.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'Tackboard';
  item.command = 'tackboard.showStatus';
  let isKnown = false;
  const show = () => {
    if (!isKnown) return;
    const { failure } = desk;
    const { text, tooltip, warning } = failure ? notKeptLook(failure) : look(desk);
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  };
  item.text = `$(sync) ${t('Tackboard: starting')}`;
  item.tooltip = t('Your tasks are being read from this machine.');
  item.show();
  const know = () => {
    isKnown = true;
    show();
  };
  ready.then(know, know);
  return vscode.Disposable.from(item, desk.onStatus(show), desk.onSpaces(show));
}

/** What is not on this machine is worse than what is not on the server. */
function notKeptLook(failure: KeepFailure): Look {
  const what = failure.isUnread ? t('Tackboard: cannot be read') : t('Tackboard: not saved');
  return { text: `$(warning) ${what}`, tooltip: notKept(failure), warning: true };
}

interface Look {
  readonly text: string;
  readonly tooltip: string;
  readonly warning: boolean;
}

function look(desk: Desk): Look {
  const { status } = desk;
  const url = desk.account?.url ?? '';
  switch (status.kind) {
    case 'local':
      if (status.isTaken)
        return { text: `$(warning) ${t('Tackboard: reload to go on')}`, tooltip: takenMessage(), warning: true };
      return {
        text: `$(device-desktop) ${t('Tackboard: local only')}`,
        tooltip: t('Your tasks are on this machine only.'),
        warning: false,
      };
    case 'connecting':
      return {
        text: `$(sync) ${counted(t('Tackboard: connecting'), status.unsent)}`,
        tooltip: withUnsent(t('Connecting to {0}.', url), status.unsent),
        warning: false,
      };
    case 'sending':
      return {
        text: `$(sync) ${counted(t('Tackboard: sending'), status.unsent)}`,
        tooltip: withUnsent(t('Connected to {0}.', url), status.unsent),
        warning: false,
      };
    case 'offline': {
      const text = t('{0} does not answer. You can go on working; everything is sent when it answers again.', url);
      return {
        text: `$(debug-disconnect) ${counted(t('Tackboard: offline'), status.unsent)}`,
        tooltip: withUnsent(text, status.unsent),
        warning: false,
      };
    }
    case 'synced':
      return {
        text: `$(cloud) ${t('Tackboard: synced')}`,
        tooltip: t('In step with {0}; everything is on the server.', url),
        warning: false,
      };
    case 'refused': {
      const why = status.reason === 'read-only' ? t('Tackboard: read only') : t('Tackboard: refused');
      return {
        text: `$(warning) ${counted(why, status.unsent)}`,
        tooltip: withUnsent(refusalMessage(status, url, desk), status.unsent),
        warning: true,
      };
    }
  }
}

function counted(text: string, unsent: number): string {
  if (unsent === 0) return text;
  return `${text} · ${unsent === 1 ? t('1 edit not on the server') : t('{0} edits not on the server', unsent)}`;
}
