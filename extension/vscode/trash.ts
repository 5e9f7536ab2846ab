/** The part of a window that shows the trash: its view and the commands that take things out of it, back or for good. */
import * as vscode from 'vscode';
import { TrashCommands } from '../app/commands/trash-commands';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type TrashNode, TrashTree } from '../app/tree/trash-tree';
import { type CommandTable, calledOn, registerCommands } from './commands';
import { Folding } from './folding';
import { TrashView } from './trash-view';
import { vscodePrompt } from './vscode-prompt';

/** Shows the view "Trash". @param ready what the commands wait for */
export function showTrash(
  desk: Desk,
  environment: Environment,
  memory: vscode.Memento,
  ready: Promise<void>,
): vscode.Disposable {
  const tree = new TrashTree(desk);
  const view = new TrashView(tree, environment, new Folding(memory, 'tackboard.expansion.trash'));
  const trash = new TrashCommands(desk, tree, vscodePrompt);
  const called = (node?: TrashNode, nodes?: readonly TrashNode[]) => calledOn(view, node, nodes);
  const table: CommandTable<[node?: TrashNode, nodes?: readonly TrashNode[]]> = {
    'tackboard.restore': async (node, nodes) => void (await trash.restore(called(node, nodes))),
    'tackboard.purge': (node, nodes) => trash.purge(called(node, nodes)),
    // As the palette calls them: there the view does not say what they are about.
    'tackboard.restoreFromTrash': async () => void (await trash.restore(view.selected)),
    'tackboard.purgeFromTrash': () => trash.purge(view.selected),
    'tackboard.emptyTrash': () => trash.empty(),
  };
  return vscode.Disposable.from(tree, view, registerCommands(table, ready));
}
