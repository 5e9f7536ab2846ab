/** The shelf in the extension's global storage, through VS Code's file system: in the browser that is the workbench's own database. */
import * as vscode from 'vscode';
import type { Shelf } from '../app/shelf';

/** @param root the folder of the shelf; made when something is first put there */
export function storageShelf(root: vscode.Uri): Shelf {
  const { fs } = vscode.workspace;
  const at = (folder: string, name: string) => vscode.Uri.joinPath(root, folder, name);
  return {
    async list(folder) {
      const names = await orNothing(fs.readDirectory(vscode.Uri.joinPath(root, folder)));
      const items = (names ?? []).map(async ([name]) => {
        const status = await orNothing(fs.stat(at(folder, name)));
        return status ? [{ name, mark: `${status.mtime} ${status.size}` }] : [];
      });
      return (await Promise.all(items)).flat();
    },
    read: (folder, name) => orNothing(fs.readFile(at(folder, name))),
    write: async (folder, name, bytes) => fs.writeFile(at(folder, name), bytes),
    remove: async (folder, name) => void (await orNothing(fs.delete(at(folder, name)))),
    onChange(listener) {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(root, '**'));
      return vscode.Disposable.from(
        watcher,
        watcher.onDidCreate(listener),
        watcher.onDidChange(listener),
        watcher.onDidDelete(listener),
      );
    },
  };
}

/** What is not there is nothing; any other failure stays one. */
async function orNothing<T>(step: Thenable<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
