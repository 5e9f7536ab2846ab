/** The view "Tasks": VS Code's tree over the tree model. */
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Environment } from '../app/environment';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { TaskTree, TreeNode } from '../app/tree/task-tree';
import type { Folding } from './folding';
import { taskDrag } from './task-drag';
import { toTreeItem } from './tree-item';

const place = z.object({
  kind: z.enum(['space', 'unfiled', 'list', 'section', 'task', 'group']),
  id: z.string(),
  space: z.string(),
  record: z.string().optional(),
});

/** So many parents are unfolded at once: unfolding is slow, and more than this nobody looks at. */
const UNFOLDED_MAX = 30;

/** What gestures of the person in the tree come to. */
export interface TaskGestures {
  /** Called with the tasks whose checkbox was ticked (true) or cleared; they are shown as they are once it is done. */
  readonly complete: (nodes: readonly TreeNode[], completed: boolean) => Promise<void>;
  /** Called with what was dropped on a place; undefined: on the empty part of the view. */
  readonly drop: (dropped: readonly TreeNode[], on: TreeNode | undefined) => Promise<void>;
}

/** Shows the tree, refreshes what changed, and hands ticked checkboxes on. */
export class TaskView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly view: vscode.TreeView<TreeNode>;
  readonly #tree: TaskTree;
  readonly #now: Environment['now'];
  readonly #folding: Folding;
  readonly #pace: RefreshPace<TreeNode>;
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(tree: TaskTree, environment: Environment, folding: Folding, { complete, drop }: TaskGestures) {
    this.#tree = tree;
    this.#now = environment.now;
    this.#folding = folding;
    const pace = new RefreshPace<TreeNode>(environment, (nodes) => this.#changed.fire(nodes && [...nodes]));
    this.#pace = pace;
    this.view = vscode.window.createTreeView('tackboard.tasks', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: taskDrag(drop),
      // A task that is completed leaves its subtasks as they are.
      manageCheckboxStateManually: true,
    });
    this.#disposables.push(
      this.#changed,
      this.view,
      pace,
      tree.onChange((nodes) => pace.ask(nodes)),
      folding.follow(this.view),
      this.view.onDidChangeCheckboxState(({ items }) => {
        for (const checked of [true, false]) {
          const nodes = items.flatMap(([node, state]) =>
            (state === vscode.TreeItemCheckboxState.Checked) === checked ? [node] : [],
          );
          if (nodes.length === 0) continue;
          void complete(nodes, checked);
          // VS Code has ticked it already, also where that is refused: then it is cleared at once, not when the message is read.
          pace.ask(nodes);
        }
      }),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.#folding.applied(toTreeItem(node, this.#tree.content(node), new Date(this.#now())), node);
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#tree.parent(node);
  }

  /**
   * The places that a command is to act on: those that VS Code hands over (all that are selected where the one it was called on is
   * among them), from the palette and by key those that are selected.
   * @returns none where there are none, and for what is no place: any extension can call a command with anything
   */
  calledOn(node?: unknown, nodes?: unknown): readonly TreeNode[] {
    if (node === undefined) return this.#selected;
    const several = placesIn(nodes);
    return several.length > 0 ? several : placesIn([node]);
  }

  /** The places that are selected, where they can be seen and are still there. */
  get #selected(): readonly TreeNode[] {
    return this.view.visible ? this.view.selection.filter((node) => this.#tree.content(node)) : [];
  }

  /** Unfolds and selects a place. The focus stays where the person is, unless it is to go there. Nothing where the view is hidden. */
  async reveal(node: TreeNode, focus = false): Promise<void> {
    if (this.view.visible) await this.#reveal(node, { select: true, focus });
  }

  /** Scrolls to a place, and leaves what is selected. Nothing where the view is hidden. */
  async keepInSight(node: TreeNode): Promise<void> {
    if (this.view.visible) await this.#reveal(node, { select: false });
  }

  /** Shows the view with a place selected and focused, also one that a filter leaves out. */
  async show(node: TreeNode): Promise<void> {
    this.#tree.showAnyway(node);
    await this.#reveal(node, { select: true, focus: true });
  }

  /** Unfolds what places lie under, of the first parents that they have. */
  async unfold(nodes: readonly TreeNode[]): Promise<void> {
    const byParent = new Map<TreeNode | undefined, TreeNode>();
    for (const node of nodes) {
      const parent = this.#tree.parent(node);
      if (!byParent.has(parent)) byParent.set(parent, node);
      if (byParent.size >= UNFOLDED_MAX) break;
    }
    for (const node of byParent.values()) await this.#reveal(node, { select: false });
  }

  async #reveal(node: TreeNode, how: { select: boolean; focus?: boolean }): Promise<void> {
    if (!this.#tree.shows(node)) return;
    // What has just been done is in the tree before it is looked for there.
    this.#pace.flush();
    try {
      await this.view.reveal(node, how);
    } catch {
      // Someone else has moved or deleted it in this moment: then there is nothing to show.
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}

/** The places in what VS Code, or another extension, hands to a command. */
function placesIn(arguments_: unknown): readonly TreeNode[] {
  if (!Array.isArray(arguments_)) return [];
  return arguments_.filter((one): one is TreeNode => place.safeParse(one).success);
}
