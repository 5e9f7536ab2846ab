/** Binds the ids of commands, as the manifest names them, to what they do. One table a view or subject. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { AccountCommands } from '../app/commands/account-commands';
import type { UndoCommands } from '../app/commands/undo-commands';
import { vscodePrompt } from './vscode-prompt';

/** What each command does, by its id; the arguments are those that VS Code hands over (a tree's place, the selection). */
export type CommandTable<Args extends unknown[] = unknown[]> = Readonly<
  Record<string, (...args: Args) => Promise<void>>
>;

/**
 * Registers the commands of a table. One that was chosen at a row which is being drawn anew in that moment does nothing but say so:
 * VS Code then hands over no place, and what is selected elsewhere is not what was meant.
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
        if (isLostRow(args) && !inTitles().has(id)) {
          void vscodePrompt.tell(t('The view was being drawn anew in this moment, so nothing was done. Try again.'));
          return;
        }
        await run(...args);
      }),
    ),
  );
}

/** What a command was called on; from the palette and by key the view is asked what is selected in it. */
export function calledOn<Node>(
  view: { readonly selected: readonly Node[] },
  node?: Node,
  nodes?: readonly Node[],
): readonly Node[] {
  return nodes && nodes.length > 0 ? nodes : node ? [node] : view.selected;
}

/** Whether VS Code has called a command at a row, with the row and the selection, and knows the row no more. Keys and the palette hand over nothing. */
function isLostRow(args: readonly unknown[]): boolean {
  return args.length > 1 && (args[0] === undefined || args[0] === null);
}

const manifest = z.object({
  contributes: z.object({ menus: z.object({ 'view/title': z.array(z.object({ command: z.string() })) }) }),
});

/** The commands that views have in their titles, where no row is what they are called at most of the time. */
function inTitles(): ReadonlySet<string> {
  const { data } = manifest.safeParse(vscode.extensions.getExtension('tackboard.tackboard')?.packageJSON);
  return new Set(data?.contributes.menus['view/title'].map(({ command }) => command));
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
