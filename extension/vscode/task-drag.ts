/** Drag and drop in the tree of tasks: hands VS Code's gesture on as places; what it comes to is planned elsewhere. */
import * as vscode from 'vscode';
import type { TreeNode } from '../app/tree/task-tree';

/** The type under which VS Code itself names what is dragged within the view. */
const MIME = 'application/vnd.code.tree.tackboard.tasks';

/**
 * The controller of the view's drags.
 * @param drop is called with what was dropped and on what; undefined: on the empty part of the view
 */
export function taskDrag(
  drop: (dropped: readonly TreeNode[], on: TreeNode | undefined) => Promise<void>,
): vscode.TreeDragAndDropController<TreeNode> {
  let dragged: readonly TreeNode[] = [];
  return {
    dragMimeTypes: [MIME],
    dropMimeTypes: [MIME],
    handleDrag: (nodes, transfer) => {
      // Kept here: what is handed over as an object does not come back as the same one.
      dragged = nodes;
      transfer.set(MIME, new vscode.DataTransferItem(nodes.map(({ id }) => id)));
    },
    handleDrop: async (on, transfer) => {
      const nodes = dragged;
      dragged = [];
      if (transfer.get(MIME) && nodes.length > 0) await drop(nodes, on);
    },
  };
}
