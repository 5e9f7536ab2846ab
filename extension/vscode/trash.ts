/** The part of a window that shows the trash: its view and the command that takes things out of it. */
import * as vscode from 'vscode';
import { TrashCommands } from '../app/commands/trash-commands';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type TrashNode, TrashTree } from '../app/tree/trash-tree';
import { type CommandTable, registerCommands } from './commands';
import { TrashView } from './trash-view';
import { vscodePrompt } from './vscode-prompt';

/** Shows the view "Trash". @param ready what the commands wait for */
export function showTrash(desk: Desk, environment: Environment, ready: Promise<void>): vscode.Disposable {
  const tree = new TrashTree(desk);
  const view = new TrashView(tree, environment);
  const trash = new TrashCommands(desk, tree, vscodePrompt);
  const table: CommandTable<[node?: TrashNode, nodes?: readonly TrashNode[]]> = {
    'tackboard.restore': async (node, nodes) => {
      const called = nodes && nodes.length > 0 ? nodes : node ? [node] : view.selected;
      await trash.restore(called);
    },
  };
  return vscode.Disposable.from(tree, view, registerCommands(table, ready));
}
