/** The extension's commands by their ids, each bound to what does it. */
import * as vscode from 'vscode';
import type { AccountCommands } from '../app/commands/account-commands';
import type { TaskCommands } from '../app/commands/task-commands';
import type { TreeNode } from '../app/tree/task-tree';
import type { TaskView } from './task-view';

/**
 * Registers every command that the manifest names. A command from the palette acts on what is selected in the tree.
 * @param ready what every command waits for: before, there is nothing to act on
 */
export function registerCommands(
  tasks: TaskCommands,
  accounts: AccountCommands,
  view: TaskView,
  ready: Promise<void>,
): vscode.Disposable {
  const selected = (node: TreeNode | undefined) => node ?? (view.view.visible ? view.view.selection[0] : undefined);
  const added = async (node: TreeNode | undefined) => {
    if (node) await view.reveal(node);
  };
  const commands: Record<string, (node?: TreeNode) => Promise<void>> = {
    'tackboard.addTask': async (node) => added(await tasks.addTask(node)),
    'tackboard.addSubtask': async (node) => added(await tasks.addSubtask(selected(node))),
    'tackboard.rename': (node) => tasks.rename(selected(node)),
    'tackboard.complete': (node) => tasks.setCompleted(selected(node), true),
    'tackboard.reopen': (node) => tasks.setCompleted(selected(node), false),
    'tackboard.delete': async (node) => void (await tasks.delete(selected(node))),
    'tackboard.connect': () => accounts.connect(),
    'tackboard.disconnect': () => accounts.disconnect(),
    'tackboard.showStatus': () => accounts.showStatus(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, async (node?: TreeNode) => {
        await ready;
        await run(node);
      }),
    ),
  );
}
