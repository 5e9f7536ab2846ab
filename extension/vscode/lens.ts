/** Filter and grouping of the view "Tasks": the commands, the message that says that a filter is on, and the keys for menus. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { LensCommands } from '../app/commands/lens-commands';
import type { Desk } from '../app/desk';
import { filterWords } from '../app/tree/task-filter';
import type { TaskTree } from '../app/tree/task-tree';
import type { TreeLens } from '../app/tree/tree-lens';
import { registerCommands } from './commands';
import { vscodePrompt } from './vscode-prompt';

/**
 * Shows what a lens does to a view.
 * @param ready what commands wait for
 * @returns ends it
 */
export function showLens(
  view: vscode.TreeView<unknown>,
  tree: TaskTree,
  lens: TreeLens,
  desk: Desk,
  ready: Promise<void>,
): vscode.Disposable {
  const commands = new LensCommands(lens, desk, vscodePrompt);
  const message = () => {
    if (!lens.filtering) return '';
    return tree.isFilteredOut
      ? t('No task fits the filter: {0}. “Clear Filter” above shows all.', filterWords(lens.filter))
      : t('Only some tasks are shown: {0}. “Clear Filter” above shows all.', filterWords(lens.filter));
  };
  const showMessage = () => {
    // What nobody sees is not counted; it is when it shows.
    if (view.visible || !lens.filtering) view.message = message();
  };
  const show = () => {
    showMessage();
    void vscode.commands.executeCommand('setContext', 'tackboard.filtering', lens.filtering);
    void vscode.commands.executeCommand('setContext', 'tackboard.completedHidden', lens.filter.hideCompleted);
  };
  show();
  return vscode.Disposable.from(
    lens.onChange(show),
    tree.onChange(showMessage),
    view.onDidChangeVisibility(showMessage),
    registerCommands(
      {
        'tackboard.filterByText': () => commands.filterByText(),
        'tackboard.filterBy': () => commands.filterBy(),
        'tackboard.clearFilter': () => commands.clear(),
        'tackboard.hideCompleted': () => commands.hideCompleted(true),
        'tackboard.showCompleted': () => commands.hideCompleted(false),
        'tackboard.groupBy': () => commands.groupBy(),
      },
      ready,
    ),
  );
}
