/** The view "Tasks": VS Code's tree over the tree model. */
import * as vscode from 'vscode';
import { z } from 'zod';
import type { Environment } from '../app/environment';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { TaskTree, TreeNode } from '../app/tree/task-tree';
import { toTreeItem } from './tree-item';

const place = z.object({
  kind: z.enum(['space', 'unfiled', 'list', 'section', 'task']),
  id: z.string(),
  space: z.string(),
  record: z.string().optional(),
});

/** Shows the tree, refreshes what changed, and hands ticked checkboxes on. */
export class TaskView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly view: vscode.TreeView<TreeNode>;
  readonly #tree: TaskTree;
  readonly #now: Environment['now'];
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;

  /** @param complete is called for each task whose checkbox was ticked (true) or cleared; the task is shown as it is then */
  constructor(
    tree: TaskTree,
    environment: Environment,
    complete: (node: TreeNode, completed: boolean) => Promise<void>,
  ) {
    this.#tree = tree;
    this.#now = environment.now;
    const pace = new RefreshPace<TreeNode>(environment, (nodes) => this.#changed.fire(nodes && [...nodes]));
    this.view = vscode.window.createTreeView('tackboard.tasks', {
      treeDataProvider: this,
      showCollapseAll: true,
      // A task that is completed leaves its subtasks as they are.
      manageCheckboxStateManually: true,
    });
    this.#disposables.push(
      this.#changed,
      this.view,
      pace,
      tree.onChange((nodes) => pace.ask(nodes)),
      this.view.onDidChangeCheckboxState(({ items }) => {
        for (const [node, state] of items) {
          const checked = state === vscode.TreeItemCheckboxState.Checked;
          // VS Code has ticked it already, also where that is refused.
          void complete(node, checked).finally(() => pace.ask([node]));
        }
      }),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return toTreeItem(node, this.#tree.content(node), new Date(this.#now()));
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#tree.parent(node);
  }

  /**
   * The place that a command is to act on: the one that VS Code hands over, from the palette the one that is selected.
   * @returns undefined where there is none, and for what is no place: any extension can call a command with anything
   */
  calledOn(argument: unknown): TreeNode | undefined {
    if (argument === undefined) return this.#selected;
    return place.safeParse(argument).success ? (argument as TreeNode) : undefined;
  }

  /** The place that is selected, where it can be seen and is still there. */
  get #selected(): TreeNode | undefined {
    return this.view.visible ? this.view.selection.find((node) => this.#tree.content(node)) : undefined;
  }

  /** Unfolds and selects a place without taking the focus from where the person is. */
  async reveal(node: TreeNode): Promise<void> {
    if (!this.view.visible || !this.#tree.content(node)) return;
    try {
      await this.view.reveal(node, { select: true, focus: false });
    } catch {
      // Someone else has moved or deleted it in this moment: then there is nothing to show.
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
