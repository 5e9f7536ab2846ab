/** Binds the ids of commands, as the manifest names them, to what they do. One table a view or subject. */
import * as vscode from 'vscode';
import type { AccountCommands } from '../app/commands/account-commands';
import type { UndoCommands } from '../app/commands/undo-commands';

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

/** Commands on the account and on one's own last actions. */
export function windowCommandTable(accounts: AccountCommands, undo: UndoCommands): CommandTable<[]> {
  return {
    'tackboard.connect': () => accounts.connect(),
    'tackboard.disconnect': () => accounts.disconnect(),
    'tackboard.showStatus': () => accounts.showStatus(),
    'tackboard.reviewRefused': () => accounts.reviewRefused(),
    'tackboard.undo': () => undo.undo(),
    'tackboard.redo': () => undo.redo(),
  };
}
