/** Binds the ids of commands, as the manifest names them, to what they do. One table a view or subject. */
import * as vscode from 'vscode';
import type { AccountCommands } from '../app/commands/account-commands';
import type { TaskCommands } from '../app/commands/task-commands';
import type { UndoCommands } from '../app/commands/undo-commands';
import type { TreeNode } from '../app/tree/task-tree';
import type { TaskView } from './task-view';

/** What each command does, by its id; the arguments are those that VS Code hands over (a tree's place, the selection). */
export type CommandTable<Args extends unknown[] = unknown[]> = Readonly<
  Record<string, (...args: Args) => Promise<void>>
>;

/**
 * Registers the commands of a table.
 * @param ready what every command waits for: before, there is nothing to act on
 */
export function registerCommands<Args extends unknown[]>(
  table: CommandTable<Args>,
  ready: Promise<void>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(table).map(([id, run]) =>
      vscode.commands.registerCommand(id, async (...args: Args) => {
        await ready;
        await run(...args);
      }),
    ),
  );
}

/** Commands on tasks. From the palette one acts on what is selected in the tree. */
export function taskCommandTable(tasks: TaskCommands, view: TaskView): CommandTable<[node?: unknown]> {
  const on = (node: unknown) => view.calledOn(node);
  const added = async (node: TreeNode | undefined) => {
    if (node) await view.reveal(node);
  };
  return {
    'tackboard.addTask': async (node) => added(await tasks.addTask(on(node))),
    'tackboard.addSubtask': async (node) => added(await tasks.addSubtask(on(node))),
    'tackboard.rename': (node) => tasks.rename(on(node)),
    'tackboard.complete': (node) => tasks.setCompleted(on(node), true),
    'tackboard.reopen': (node) => tasks.setCompleted(on(node), false),
    'tackboard.delete': async (node) => void (await tasks.delete(on(node))),
  };
}

/** Commands on the account and on one's own last actions. */
export function windowCommandTable(accounts: AccountCommands, undo: UndoCommands): CommandTable<[]> {
  return {
    'tackboard.connect': () => accounts.connect(),
    'tackboard.disconnect': () => accounts.disconnect(),
    'tackboard.showStatus': () => accounts.showStatus(),
    'tackboard.undo': () => undo.undo(),
    'tackboard.redo': () => undo.redo(),
  };
}
