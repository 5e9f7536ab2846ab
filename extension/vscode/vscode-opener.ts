/** Opens what pins lead to, through VS Code: browser, editor, explorer, clipboard, and the trees of this window. */
import * as vscode from 'vscode';
import type { Opener } from '../app/pins/opener';
import type { ItemTree } from '../app/tree/item-tree';
import type { TaskTree, TreeNode } from '../app/tree/task-tree';
import { openInClone } from './clones';
import type { ItemView } from './item-view';
import type { TaskView } from './task-view';

/** The opener of a window. */
export function vscodeOpener(
  tasks: { readonly tree: TaskTree; readonly view: TaskView },
  items: Readonly<Record<'pins' | 'dashboards', { readonly tree: ItemTree; readonly view: ItemView }>>,
): Opener {
  const showTask = async (node: TreeNode) => {
    await vscode.commands.executeCommand('tackboard.tasks.focus');
    try {
      await tasks.view.view.reveal(node, { select: true, focus: true, expand: true });
    } catch {
      // Someone else has moved or deleted it in this moment: then there is nothing to show.
    }
  };
  return {
    // Text, which VS Code opens as it stands, though its types ask for a Uri: of that it forgets which characters were escaped, so that
    // `%2B` comes to a page as `+`, and `%23` in a path begins a fragment.
    outside: async (url) => vscode.env.openExternal(url as unknown as vscode.Uri),

    async file(url) {
      const uri = vscode.Uri.parse(url, true);
      try {
        const { type } = await vscode.workspace.fs.stat(uri.with({ fragment: '', query: '' }));
        const isFolder = (type & vscode.FileType.Directory) !== 0;
        await vscode.commands.executeCommand(isFolder ? 'revealInExplorer' : 'vscode.open', uri);
        return true;
      } catch {
        return false;
      }
    },

    code: openInClone,

    async record(space, record) {
      const isOfTasks = record.kind === 'task' || ('listKind' in record && record.listKind === 'task');
      if (isOfTasks) {
        await showTask(tasks.tree.nodeOf(space.known.id, record));
        return true;
      }
      for (const [name, { tree, view }] of Object.entries(items)) {
        const node = tree.nodeOf(space.known.id, record);
        if (!node || !tree.content(node)) continue;
        await vscode.commands.executeCommand(`tackboard.${name}.focus`);
        await view.reveal(node, true);
        return true;
      }
      return false;
    },

    async space(space) {
      const root = tasks.tree.roots().find((node) => node.space === space.known.id);
      if (root) await showTask(root);
    },

    copy: async (text) => vscode.env.clipboard.writeText(text),
  };
}
