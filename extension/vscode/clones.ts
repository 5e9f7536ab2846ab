/** The clones that are open in this window, read through VS Code's file system, so that they may lie on another machine. */
import * as vscode from 'vscode';
import { isSameRemote } from '../app/pins/git-remote';
import { type Clone, type Folder, readClone } from '../app/pins/git-repository';
import { type CodePlace, findLine } from '../app/pins/permalink';

/** The top of a clone, and what it says of itself. */
export interface OpenClone {
  readonly top: vscode.Uri;
  readonly clone: Clone;
}

/** The clone that a file or folder lies in: the nearest one above it. */
export async function cloneAbove(uri: vscode.Uri): Promise<OpenClone | undefined> {
  for (let top = uri; ; top = vscode.Uri.joinPath(top, '..')) {
    const clone = await readClone(folder(top));
    if (clone) return { top, clone };
    if (vscode.Uri.joinPath(top, '..').path === top.path) return undefined;
  }
}

/** Opens a place in the clone of its repository, at the line even where that has moved. @returns false where no such clone is open */
export async function openInClone({ remote, path, lines }: CodePlace): Promise<boolean> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const found = await cloneAbove(uri);
    if (!found?.clone.remotes.some((other) => isSameRemote(other, remote))) continue;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(found.top, path));
      const editor = await vscode.window.showTextDocument(document);
      if (!lines) return true;
      const first = findLine(document.getText().split(/\r?\n/), lines) - 1;
      const range = document.validateRange(new vscode.Range(first, 0, first + lines.last - lines.first, Infinity));
      editor.selection = new vscode.Selection(range.start, range.end);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
      return true;
    } catch {
      // The file is not in this clone any more, or is no text: then its page shows it.
    }
  }
  return false;
}

function folder(uri: vscode.Uri): Folder {
  return {
    async text(path) {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, path)));
      } catch {
        return undefined;
      }
    },
    at(path) {
      if (path.startsWith('/')) return folder(uri.with({ path }));
      return folder(/^[a-z]:/i.test(path) ? uri.with({ path: `/${path}` }) : vscode.Uri.joinPath(uri, path));
    },
  };
}
