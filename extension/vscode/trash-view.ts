/** The view "Trash": VS Code's tree over the tree model. */
import * as vscode from 'vscode';
import type { Environment } from '../app/environment';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { TrashNode, TrashTree } from '../app/tree/trash-tree';
import type { Folding } from './folding';
import { toTrashItem } from './trash-item';

/** Shows the trash and refreshes it when something comes or goes. */
export class TrashView implements vscode.TreeDataProvider<TrashNode>, vscode.Disposable {
  readonly #tree: TrashTree;
  readonly #folding: Folding;
  readonly #view: vscode.TreeView<TrashNode>;
  readonly #changed = new vscode.EventEmitter<TrashNode[] | undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: TrashTree, environment: Environment, folding: Folding) {
    this.#folding = folding;
    this.#tree = tree;
    const pace = new RefreshPace<TrashNode>(environment, (nodes) => this.#changed.fire(nodes && [...nodes]));
    this.#view = vscode.window.createTreeView('tackboard.trash', {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#changed,
      this.#view,
      folding.follow(this.#view),
      pace,
      tree.onChange((nodes) => pace.ask(nodes)),
    );
  }

  getTreeItem(node: TrashNode): vscode.TreeItem {
    return this.#folding.applied(toTrashItem(node, this.#tree.content(node)), node);
  }

  getChildren(node?: TrashNode): TrashNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: TrashNode): TrashNode | undefined {
    return this.#tree.parent(node);
  }

  /** The places that are selected, where they can be seen and are still in the trash. */
  get selected(): readonly TrashNode[] {
    return this.#view.visible ? this.#view.selection.filter((node) => this.#tree.content(node)) : [];
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
