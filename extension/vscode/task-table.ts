/** Binds the commands on tasks, sections and lists, as the manifest names them, to what they do. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ContainerCommands } from '../app/commands/container-commands';
import { FieldCommands } from '../app/commands/field-commands';
import type { MoveCommands } from '../app/commands/move-commands';
import type { TaskCommands } from '../app/commands/task-commands';
import type { TaskScope } from '../app/commands/task-scope';
import { tasksMarkdown } from '../app/tree/task-markdown';
import type { TreeNode } from '../app/tree/task-tree';
import type { CommandTable } from './commands';
import type { TaskView } from './task-view';

type Args = [node?: unknown, nodes?: unknown];

/**
 * What makes, renames, completes and deletes. From the palette a command acts on what is selected in the tree. Menus of a row call
 * some commands by a short name, *Delete*; the palette has them by another id, with their subject in the name.
 */
export function taskCommandTable(tasks: TaskCommands, scope: TaskScope, view: TaskView): CommandTable<Args> {
  const all = (...args: Args) => view.calledOn(...args);
  const containers = new ContainerCommands(scope);
  const on = (node: unknown) => view.calledOn(node)[0];
  /** Adds where it was called. What is new is selected; where that began in the tree, keys act on it next. */
  const adding =
    (add: (node: TreeNode | undefined) => Promise<TreeNode | undefined>) =>
    async (called?: unknown): Promise<void> => {
      const from = on(called);
      const node = await add(from);
      if (!node) return;
      scope.tree.showAnyway(node);
      await view.reveal(node, from !== undefined);
    };
  return {
    'tackboard.addTask': adding((node) => tasks.addTask(node)),
    'tackboard.addSubtask': adding((node) => tasks.addSubtask(node)),
    'tackboard.addSection': adding((node) => containers.addSection(node)),
    'tackboard.addList': adding((node) => containers.addList(node)),
    'tackboard.rename': (node) => tasks.rename(on(node)),
    'tackboard.renameTask': () => tasks.rename(on(undefined)),
    'tackboard.complete': (...args) => tasks.setCompleted(all(...args), true),
    'tackboard.reopen': (...args) => tasks.setCompleted(all(...args), false),
    'tackboard.toggleCompleted': (...args) => tasks.toggleCompleted(all(...args)),
    'tackboard.delete': async (...args) => void (await tasks.delete(all(...args))),
    'tackboard.deleteTask': async () => void (await tasks.delete(all())),
    'tackboard.copyAsMarkdown': async (...args) => {
      const chosen = scope.tree.inOrder(all(...args));
      const targets = await scope.targets(chosen, t('Copy which task?'));
      const text = tasksMarkdown(targets);
      if (text !== '') await vscode.env.clipboard.writeText(text);
    },
    'tackboard.showInTasks': async (node) => {
      const [task] = await scope.tasks(on(node), t('Go to which task?'));
      if (task) await view.show(scope.tree.nodeOf(task.space.known.id, task.record));
    },
    'tackboard.goToTask': async () => {
      const [task] = await scope.tasks(undefined, t('Go to which task?'));
      if (task) await view.show(scope.tree.nodeOf(task.space.known.id, task.record));
    },
  };
}

/** What changes fields and moves: on all that is selected at once. */
export function fieldCommandTable(moves: MoveCommands, scope: TaskScope, view: TaskView): CommandTable<Args> {
  const all = (...args: Args) => view.calledOn(...args);
  const fields = new FieldCommands(scope);
  let moving = Promise.resolve();
  const step =
    (where: Parameters<MoveCommands['step']>[1]) =>
    (...args: Args): Promise<void> => {
      // A key pressed before the last move shows is meant for what that has moved.
      const turn = moving.then(async () => {
        const nodes = all(...args);
        const [first] = nodes;
        const above = first && scope.tree.parent(first)?.id;
        await moves.step(nodes, where);
        if (!first || nodes.length > 1) return;
        // VS Code keeps what is selected under one parent, and where the person has gone meanwhile; under another it does not.
        if (scope.tree.parent(first)?.id === above) await view.keepInSight(first);
        else await view.reveal(first, true);
      });
      moving = turn.catch(() => {});
      return turn;
    };
  return {
    'tackboard.setStatus': (...args) => fields.setStatus(all(...args)),
    'tackboard.setPriority': (...args) => fields.setPriority(all(...args)),
    'tackboard.setDueDate': (...args) => fields.setDueDate(all(...args)),
    'tackboard.assign': (...args) => fields.assign(all(...args)),
    'tackboard.unassign': (...args) => fields.unassign(all(...args)),
    'tackboard.assignToMe': (...args) => fields.assignToMe(all(...args)),
    'tackboard.moveTo': (...args) => moves.moveTo(all(...args)),
    'tackboard.moveTaskTo': () => moves.moveTo(all()),
    'tackboard.moveUp': step('up'),
    'tackboard.moveDown': step('down'),
    'tackboard.moveTaskUp': () => step('up')(),
    'tackboard.moveTaskDown': () => step('down')(),
    'tackboard.moveIn': step('in'),
    'tackboard.moveOut': step('out'),
  };
}
