/** The views "Pins" and "Dashboards": VS Code's tree over the tree model, with drag and drop. */
import * as vscode from 'vscode';
import type { Environment } from '../app/environment';
import type { ItemNode, ItemTree } from '../app/tree/item-tree';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { Folding } from './folding';

/** For so long, in milliseconds, what a key has selected opens nothing. */
const HOLD_MS = 500;

/** What a view of items is made of. */
export interface ItemViewParts {
  /** The view's id in the manifest. */
  readonly id: string;
  readonly tree: ItemTree;
  readonly folding: Folding;
  /** How a place looks now. */
  readonly toItem: (node: ItemNode) => vscode.TreeItem;
  /** Is called with what was dragged and the place that it was dropped on. */
  readonly drop: (nodes: readonly ItemNode[], onto: ItemNode | undefined) => Promise<void>;
}

/** Shows the tree and refreshes what changed. */
export class ItemView
  implements vscode.TreeDataProvider<ItemNode>, vscode.TreeDragAndDropController<ItemNode>, vscode.Disposable
{
  readonly view: vscode.TreeView<ItemNode>;
  readonly dragMimeTypes: readonly string[];
  readonly dropMimeTypes: readonly string[];
  readonly #parts: ItemViewParts;
  /** What is dragged within this view. */
  readonly #dragged: string;
  readonly #after: Environment['after'];
  readonly #changed = new vscode.EventEmitter<ItemNode[] | undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;
  #release: (() => void) | undefined;

  constructor(parts: ItemViewParts, environment: Environment) {
    this.#parts = parts;
    this.#after = environment.after;
    // VS Code wants the view's id in small letters.
    this.#dragged = `application/vnd.code.tree.${parts.id.toLowerCase()}`;
    this.dragMimeTypes = [this.#dragged];
    this.dropMimeTypes = [this.#dragged];
    const pace = new RefreshPace<ItemNode>(environment, (nodes) => this.#changed.fire(nodes && [...nodes]));
    this.view = vscode.window.createTreeView(parts.id, {
      treeDataProvider: this,
      dragAndDropController: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#changed,
      this.view,
      parts.folding.follow(this.view),
      pace,
      parts.tree.onChange((nodes) => pace.ask(nodes)),
    );
  }

  getTreeItem(node: ItemNode): vscode.TreeItem {
    return this.#parts.folding.applied(this.#parts.toItem(node), node);
  }

  getChildren(node?: ItemNode): ItemNode[] {
    return [...(node ? this.#parts.tree.children(node) : this.#parts.tree.roots())];
  }

  getParent(node: ItemNode): ItemNode | undefined {
    return this.#parts.tree.parent(node);
  }

  handleDrag(nodes: readonly ItemNode[], data: vscode.DataTransfer): void {
    data.set(this.#dragged, new vscode.DataTransferItem(nodes));
  }

  async handleDrop(onto: ItemNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(this.#dragged)?.value;
    if (!Array.isArray(dragged)) return;
    // What was dragged in another window comes as plain objects, and is no place of this tree.
    const known = dragged.flatMap((node: ItemNode) => this.#parts.tree.known(node) ?? []);
    await this.#parts.drop(known, onto);
  }

  /** The places that are selected, where they can be seen and are still there. */
  get selected(): readonly ItemNode[] {
    return this.view.visible ? this.view.selection.filter((node) => this.#parts.tree.content(node)) : [];
  }

  /** Unfolds and selects a place. @param focus whether the keyboard goes there too */
  async reveal(node: ItemNode, focus = false): Promise<void> {
    if ((!this.view.visible && !focus) || !this.#parts.tree.content(node)) return;
    try {
      await this.view.reveal(node, { select: true, focus });
    } catch {
      // Someone else has moved or deleted it in this moment: then there is nothing to show.
    }
  }

  /** A key is about to select what the keyboard is on, for a command to act on it: VS Code takes that for a click, and this is none. */
  hold(): void {
    this.#release?.();
    this.#release = this.#after(HOLD_MS, () => {
      this.#release = undefined;
    });
  }

  /** Whether a click on an item is none that a person made. */
  get held(): boolean {
    return this.#release !== undefined;
  }

  dispose(): void {
    this.#release?.();
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
