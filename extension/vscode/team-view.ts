/** The view "Workspaces": VS Code's tree over the tree model. While it can be seen, it asks the server who is where. */
import * as vscode from 'vscode';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { TeamNode, TeamTree } from '../app/tree/team-tree';
import type { Folding } from './folding';
import { toTeamItem } from './team-item';

/** So often, in milliseconds, the server is asked who is where while the view can be seen: others change that too. */
const ASK_MS = 30_000;

/** Shows the tree and follows it. */
export class TeamView implements vscode.TreeDataProvider<TeamNode>, vscode.Disposable {
  readonly #tree: TeamTree;
  readonly #desk: Desk;
  readonly #after: Environment['after'];
  readonly #folding: Folding;
  readonly #view: vscode.TreeView<TeamNode>;
  readonly #pace: RefreshPace<TeamNode>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;
  #cancel: () => void = () => {};

  constructor(tree: TeamTree, desk: Desk, environment: Environment, folding: Folding) {
    this.#folding = folding;
    this.#tree = tree;
    this.#desk = desk;
    this.#after = environment.after;
    this.#pace = new RefreshPace<TeamNode>(environment, () => this.#changed.fire(undefined));
    this.#view = vscode.window.createTreeView('tackboard.workspaces', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#changed,
      this.#view,
      folding.follow(this.#view),
      this.#pace,
      tree.onChange(() => this.#pace.ask(undefined)),
      this.#view.onDidChangeVisibility(() => this.#ask()),
      { dispose: () => this.#cancel() },
    );
  }

  getTreeItem(node: TeamNode): vscode.TreeItem {
    return this.#folding.applied(
      toTeamItem(node, this.#tree.content(node), this.#tree.children(node).length > 0),
      node,
    );
  }

  getChildren(node?: TeamNode): TeamNode[] {
    return [...(node ? this.#tree.children(node) : this.#tree.roots())];
  }

  getParent(node: TeamNode): TeamNode | undefined {
    return this.#tree.parent(node);
  }

  /** The place that is selected, where it can be seen and is still there. */
  get selected(): TeamNode | undefined {
    return this.#view.visible ? this.#view.selection.find((node) => this.#tree.content(node)) : undefined;
  }

  /** Selects a place that has just been made. */
  async reveal(node: TeamNode): Promise<void> {
    if (!this.#view.visible || !this.#tree.content(node)) return;
    this.#pace.flush();
    try {
      await this.#view.reveal(node, { select: true });
    } catch {
      // Someone else has deleted it in this moment: then there is nothing to show.
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #ask(): void {
    this.#cancel();
    if (!this.#view.visible) return;
    void this.#desk.team?.refresh();
    this.#cancel = this.#after(ASK_MS, () => this.#ask());
  }
}
