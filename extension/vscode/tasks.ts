/** The view "Tasks" with all that belongs to it: the tree, the commands on it, drag and drop. */
import * as vscode from 'vscode';
import { MoveCommands } from '../app/commands/move-commands';
import { TaskCommands } from '../app/commands/task-commands';
import { TaskScope } from '../app/commands/task-scope';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { TaskTree } from '../app/tree/task-tree';
import { registerCommands } from './commands';
import { fieldCommandTable, taskCommandTable } from './task-table';
import { TaskView } from './task-view';
import { vscodePrompt } from './vscode-prompt';

/** The tasks that a window shows. */
export interface ShownTasks extends vscode.Disposable {
  readonly tree: TaskTree;
  readonly view: TaskView;
}

/**
 * Shows the tasks of a desk.
 * @param ready what commands wait for: before, there is nothing to act on
 * @returns the tree and its view, for what leads to tasks from elsewhere; disposing ends all of it
 */
export function showTasks(desk: Desk, environment: Environment, ready: Promise<void>): ShownTasks {
  const tree = new TaskTree(desk);
  const scope = new TaskScope(desk, tree, vscodePrompt);
  const tasks = new TaskCommands(scope);
  const moves = new MoveCommands(scope);
  const view = new TaskView(tree, environment, {
    complete: (nodes, completed) => tasks.setCompleted(nodes, completed),
    drop: (dropped, on) => moves.drop(dropped, on),
  });
  const parts = vscode.Disposable.from(
    tree,
    view,
    registerCommands(taskCommandTable(tasks, scope, view), ready),
    registerCommands(fieldCommandTable(moves, scope, view), ready),
  );
  return { tree, view, dispose: () => parts.dispose() };
}
