/** "Pin This File" and "Pin This Line": from an editor or the explorer to a pin that a colleague's machine understands. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PinCommands } from '../app/commands/pin-commands';
import { lineHash, permalink } from '../app/pins/permalink';
import type { Prompt } from '../app/prompt';
import type { ItemNode } from '../app/tree/item-tree';
import { cloneAbove } from './clones';
import type { CommandTable } from './commands';

/** The commands that pin code. VS Code hands over the file; from the palette it is that of the editor. */
export function pinCodeTable(
  pins: PinCommands,
  prompt: Prompt,
  added: (node: ItemNode | undefined) => Promise<void>,
): CommandTable<[uri?: vscode.Uri]> {
  const pin = async (given: vscode.Uri | undefined, selection: vscode.Selection | undefined) => {
    const editor = vscode.window.activeTextEditor;
    const uri = given instanceof vscode.Uri ? given : editor?.document.uri;
    if (!uri) return void (await prompt.warn(t('Open a file to pin it.')));
    const found = await cloneAbove(uri);
    const [remote] = found?.clone.remotes ?? [];
    const commit = found?.clone.commit;
    if (!found || !remote) return void (await prompt.warn(noRemote()));
    if (!commit) return void (await prompt.warn(t('This repository has no commit yet that a link could name.')));
    const path = uri.path.slice(found.top.path.replace(/\/$/, '').length + 1);
    const first = selection && selection.start.line + 1;
    // Where the selection ends at the start of a line, that line is not meant.
    const last = selection && selection.end.line + (selection.end.character > 0 || selection.isEmpty ? 1 : 0);
    const text = editor && first ? editor.document.lineAt(first - 1).text : '';
    const lines = first && last ? { first, last: Math.max(first, last), hash: lineHash(text) } : undefined;
    const name = path.slice(path.lastIndexOf('/') + 1).slice(-80);
    await added(await pins.pinUrl(permalink({ remote, commit, path, lines }), first ? `${name}:${first}` : name));
  };
  return {
    'tackboard.pinFile': (uri) => pin(uri, undefined),
    'tackboard.pinLine': () => pin(undefined, vscode.window.activeTextEditor?.selection),
  };
}

function noRemote(): string {
  return t(
    'This file is in no Git repository with a remote, so no link to it would work on another machine. Nothing was pinned.',
  );
}
