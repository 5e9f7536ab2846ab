/** The view "Tasks" with all that belongs to it: the tree, the commands on it, drag and drop. */
import * as vscode from 'vscode';
import { MoveCommands } from '../app/commands/move-commands';
import { TaskCommands } from '../app/commands/task-commands';
import { TaskScope } from '../app/commands/task-scope';
import type { Desk } from '../app/desk';
import { DueClock } from '../app/due-clock';
import type { Environment } from '../app/environment';
import type { Settings } from '../app/settings';
import { MyWork } from '../app/tree/my-work';
import type { TaskFilter } from '../app/tree/task-filter';
import { TaskTree, type TreeNode } from '../app/tree/task-tree';
import { TreeLens } from '../app/tree/tree-lens';
import { registerCommands } from './commands';
import { Folding } from './folding';
import { keptIn } from './kept-in';
import { showLens } from './lens';
import { fieldCommandTable, taskCommandTable } from './task-table';
import { type TaskGestures, TaskView } from './task-view';
import { vscodePrompt } from './vscode-prompt';
import { WorkView } from './work-view';

/** The tasks that a window shows. */
export interface ShownTasks extends vscode.Disposable {
  readonly tree: TaskTree;
  readonly view: TaskView;
  readonly scope: TaskScope;
  readonly commands: TaskCommands;
  readonly moves: MoveCommands;
  /** Filters the view, shows it with what is left unfolded, and the first of some places selected and focused. */
  list(filter: TaskFilter, nodes: readonly TreeNode[]): Promise<void>;
  /** Opens the view, with a place selected and focused; nothing where it is not in the tree. */
  show(node: TreeNode): Promise<void>;
}

/**
 * Shows the tasks of a desk.
 * @param settings how the tasks are looked at first, and what the badge counts
 * @param memory what is kept for the workspace: filter, grouping, what is unfolded
 * @param ready what commands wait for: before, there is nothing to act on
 * @returns the tree and its view, for what leads to tasks from elsewhere; disposing ends all of it
 */
export function showTasks(
  desk: Desk,
  environment: Environment,
  settings: Settings,
  memory: vscode.Memento,
  ready: Promise<void>,
): ShownTasks {
  const lens = new TreeLens(keptIn(memory, 'tackboard.lens'));
  const begin = () =>
    lens.begin({ hideCompleted: settings.get('tasks.hideCompleted'), grouping: settings.get('tasks.groupBy') });
  // VS Code puts its configuration together when first asked for some, which takes as long as all else that is done here: once
  // `activate` has returned, and before a row is asked for.
  queueMicrotask(begin);
  const tree = new TaskTree(desk, lens);
  const work = new MyWork(desk, tree);
  const scope = new TaskScope(desk, tree, vscodePrompt);
  const tasks = new TaskCommands(scope);
  const moves = new MoveCommands(scope);
  const gestures: TaskGestures = {
    complete: (nodes, completed) => tasks.setCompleted(nodes, completed),
    drop: (dropped, on) => moves.drop(dropped, on),
  };
  const view = new TaskView(tree, environment, new Folding(memory, 'tackboard.expansion'), gestures);
  const timePassed = () => {
    tree.lookAgain();
    work.lookAgain();
  };
  const parts = vscode.Disposable.from(
    settings.onChange(begin),
    lens,
    tree,
    work,
    view,
    showLens(view.view, tree, lens, desk, ready),
    new WorkView(tree, work, environment, settings, new Folding(memory, 'tackboard.expansion.myWork'), gestures),
    new DueClock(environment, () => work.countsNow(), timePassed),
    registerCommands(taskCommandTable(tasks, scope, view), ready),
    registerCommands(fieldCommandTable(moves, scope, view), ready),
  );
  const show = async (node: TreeNode) => {
    await vscode.commands.executeCommand('tackboard.tasks.focus');
    await view.show(node);
  };
  const list = async (filter: TaskFilter, nodes: readonly TreeNode[]) => {
    lens.look(filter);
    await vscode.commands.executeCommand('tackboard.tasks.focus');
    await view.unfold(nodes);
    const [first] = nodes;
    if (first) await view.show(first);
  };
  return { tree, view, scope, commands: tasks, moves, list, show, dispose: () => parts.dispose() };
}
