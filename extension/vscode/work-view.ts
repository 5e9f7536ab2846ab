/** The view "My Work": what one has to do over all spaces, by date; and how much of it is due, as a badge. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { dueTitle } from '../../shared/field-words';
import { shownText } from '../../shared/shown-text';
import type { Environment } from '../app/environment';
import type { Settings } from '../app/settings';
import { spaceName } from '../app/space-name';
import type { MyWork, WorkGroup } from '../app/tree/my-work';
import { RefreshPace } from '../app/tree/refresh-pace';
import type { TaskTree, TreeNode } from '../app/tree/task-tree';
import type { Folding } from './folding';
import type { TaskGestures } from './task-view';
import { toTreeItem } from './tree-item';

type WorkNode = WorkGroup | TreeNode;

/** Shows one's work and follows it while the view can be seen. */
export class WorkView implements vscode.TreeDataProvider<WorkNode>, vscode.Disposable {
  readonly #tree: TaskTree;
  readonly #work: MyWork;
  readonly #now: Environment['now'];
  readonly #folding: Folding;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #parts: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    tree: TaskTree,
    work: MyWork,
    environment: Environment,
    settings: Settings,
    folding: Folding,
    { complete }: Pick<TaskGestures, 'complete'>,
  ) {
    this.#tree = tree;
    this.#work = work;
    this.#now = environment.now;
    this.#folding = folding;
    const view = vscode.window.createTreeView('tackboard.myWork', {
      treeDataProvider: this,
      canSelectMany: true,
      manageCheckboxStateManually: true,
    });
    const pace = new RefreshPace<undefined>(environment, () => {
      // A hidden view asks for nothing; VS Code asks again when it is shown.
      this.#changed.fire(undefined);
      showBadge(view, work.pressing(settings.get('myWork.badge')));
    });
    this.#parts = vscode.Disposable.from(
      this.#changed,
      view,
      folding.follow(view),
      pace,
      work.onChange(() => pace.ask(undefined)),
      settings.onChange(() => pace.ask(undefined)),
      view.onDidChangeCheckboxState(({ items }) => {
        for (const [node, state] of items) {
          if (node.kind !== 'work') void complete([node], state === vscode.TreeItemCheckboxState.Checked);
        }
        pace.ask(undefined);
      }),
    );
  }

  getTreeItem(node: WorkNode): vscode.TreeItem {
    if (node.kind !== 'work') return this.#taskItem(node);
    const item = new vscode.TreeItem(dueTitle(node.due), vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.id;
    item.description = String(this.#work.tasks(node.due).length);
    item.contextValue = 'work';
    return this.#folding.applied(item, node);
  }

  getChildren(node?: WorkNode): WorkNode[] {
    if (!node) return [...this.#work.groups()];
    return node.kind === 'work' ? [...this.#work.tasks(node.due)] : [];
  }

  getParent(node: WorkNode): WorkNode | undefined {
    return node.kind === 'work' ? undefined : this.#work.groupOf(node);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** A task as in the tree, without what lies under it, and with the space that it is in. */
  #taskItem(node: TreeNode): vscode.TreeItem {
    const content = this.#tree.content(node);
    const item = toTreeItem(node, content, new Date(this.#now()));
    item.collapsibleState = vscode.TreeItemCollapsibleState.None;
    if (content?.space.known.kind !== 'user' && content) {
      const space = shownText(spaceName(content.space));
      item.description = typeof item.description === 'string' ? `${space} · ${item.description}` : space;
    }
    return item;
  }
}

function showBadge(view: vscode.TreeView<unknown>, due: number): void {
  view.badge =
    due === 0 ? undefined : { value: due, tooltip: due === 1 ? t('1 task is due') : t('{0} tasks are due', due) };
}
