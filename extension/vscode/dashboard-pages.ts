/** The pages of dashboards in a window. */
import * as vscode from 'vscode';
import { asId } from '../../shared/ids';
import type { PageSubject } from '../../shared/messages/page';
import { SpaceWriter } from '../app/commands/space-writer';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type DashboardGestures, DashboardPage } from '../app/pages/dashboard-page';
import { PagePanels } from './page-panels';
import { saveFile } from './save-file';
import type { ShownTasks } from './tasks';
import { vscodePrompt } from './vscode-prompt';

/** The dashboards that can be open in a window. */
export interface DashboardPages extends vscode.Disposable {
  /** Shows the page of a dashboard. */
  open(subject: PageSubject): Promise<void>;
}

/**
 * Makes the pages of dashboards.
 * @param extension the extension's folder
 * @param tasks the view that tasks are listed in
 */
export function showDashboardPages(
  extension: vscode.Uri,
  desk: Desk,
  environment: Environment,
  tasks: ShownTasks,
): DashboardPages {
  const writer = new SpaceWriter(desk, vscodePrompt);
  const gestures: DashboardGestures = {
    listTasks: ({ filter, tasks: counted }) =>
      tasks.list(
        filter,
        counted.map(({ space, task }) => tasks.tree.nodeOf(asId(space), task)),
      ),
    save: saveFile,
  };
  return new PagePanels(
    extension,
    {
      name: 'dashboard',
      open: (subject, tell) =>
        new DashboardPage(subject, tell, { desk, writer, environment, language: vscode.env.language, gestures }),
    },
    // It counts the lists of other spaces, too.
    ({ space }) => desk.shown(space),
  );
}
