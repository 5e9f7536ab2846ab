/** The view "Pins": VS Code's tree over the tree model, with drag and drop. */
import * as vscode from 'vscode';
import type { Environment } from '../app/environment';
import type { PinNode, PinTree } from '../app/tree/pin-tree';
import { RefreshPace } from '../app/tree/refresh-pace';
import { toPinItem } from './pin-item';

/** What is dragged within this view; VS Code wants the view's id in small letters. */
const DRAGGED = 'application/vnd.code.tree.tackboard.pins';

/** For so long, in milliseconds, what a key has selected opens nothing. */
const HOLD_MS = 500;

/** Shows the tree and refreshes what changed. */
export class PinView
  implements vscode.TreeDataProvider<PinNode>, vscode.TreeDragAndDropController<PinNode>, vscode.Disposable
{
  readonly view: vscode.TreeView<PinNode>;
  readonly dragMimeTypes = [DRAGGED];
  readonly dropMimeTypes = [DRAGGED];
  readonly #tree: PinTree;
  readonly #after: Environment['after'];
  readonly #drop: (nodes: readonly PinNode[], onto: PinNode | undefined) => Promise<void>;
  readonly #changed = new vscode.EventEmitter<PinNode[] | undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;
  #release: (() => void) | undefined;

  /** @param drop is called with what was dragged and the place that it was dropped on */
  constructor(
    tree: PinTree,
    environment: Environment,
    drop: (nodes: readonly PinNode[], onto: PinNode | undefined) => Promise<void>,
  ) {
    this.#tree = tree;
    this.#after = environment.after;
    this.#drop = drop;
    const pace = new RefreshPace<PinNode>(environment, (nodes) => this.#changed.fire(nodes && [...nodes]));
    this.view = vscode.window.createTreeView('tackboard.pins', {
      treeDataProvider: this,
      dragAndDropController: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#changed,
      this.view,
      pace,
      tree.onChange((nodes) => pace.ask(nodes)),
    );
  }

  getTreeItem(node: PinNode): vscode.TreeItem {
    return toPinItem(node, this.#tree.content(node));
  }

  getChildren(node?: PinNode): PinNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: PinNode): PinNode | undefined {
    return this.#tree.parent(node);
  }

  handleDrag(nodes: readonly PinNode[], data: vscode.DataTransfer): void {
    data.set(DRAGGED, new vscode.DataTransferItem(nodes));
  }

  async handleDrop(onto: PinNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(DRAGGED)?.value;
    if (!Array.isArray(dragged)) return;
    // What was dragged in another window comes as plain objects, and is no place of this tree.
    const known = dragged.flatMap((node: PinNode) => this.#tree.known(node) ?? []);
    await this.#drop(known, onto);
  }

  /** The places that are selected, where they can be seen and are still there. */
  get selected(): readonly PinNode[] {
    return this.view.visible ? this.view.selection.filter((node) => this.#tree.content(node)) : [];
  }

  /** Unfolds and selects a place. @param focus whether the keyboard goes there too */
  async reveal(node: PinNode, focus = false): Promise<void> {
    if ((!this.view.visible && !focus) || !this.#tree.content(node)) return;
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

  /** Whether a click on a pin is none that a person made. */
  get held(): boolean {
    return this.#release !== undefined;
  }

  dispose(): void {
    this.#release?.();
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
