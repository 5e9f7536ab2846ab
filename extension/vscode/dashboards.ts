/** The part of a window that shows dashboards: view and commands. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { DashboardCommands } from '../app/commands/dashboard-commands';
import { ItemCommands } from '../app/commands/item-commands';
import { ItemMoves } from '../app/commands/item-moves';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type ItemNode, ItemTree } from '../app/tree/item-tree';
import { calledOn, registerCommands } from './commands';
import { toDashboardItem } from './dashboard-item';
import type { DashboardPages } from './dashboard-pages';
import { Folding } from './folding';
import { type ItemTable, itemCommandTable } from './item-table';
import { ItemView } from './item-view';
import { vscodePrompt } from './vscode-prompt';

/** The dashboards that a window shows, and where. */
export interface ShownDashboards extends vscode.Disposable {
  readonly tree: ItemTree;
  readonly view: ItemView;
}

/**
 * Shows the view "Dashboards".
 * @param memory what is kept for the workspace: what is unfolded
 * @param pages where dashboards are opened
 * @param ready settles when what is kept is read: commands wait for it, and so does what is said of an empty tree
 */
export function showDashboards(
  desk: Desk,
  environment: Environment,
  memory: vscode.Memento,
  pages: DashboardPages,
  ready: Promise<void>,
): ShownDashboards {
  const tree = new ItemTree(desk, 'dashboard');
  const moves = new ItemMoves(desk, tree, vscodePrompt);
  const drop = (...dropped: Parameters<ItemMoves['drop']>) => moves.drop(...dropped);
  const view = new ItemView(
    {
      ...{ id: 'tackboard.dashboards', tree, drop },
      folding: new Folding(memory, 'tackboard.expansion.dashboards'),
      toItem: (node) => toDashboardItem(node, tree.content(node)),
    },
    environment,
  );
  const items = new ItemCommands(desk, tree, vscodePrompt);
  const dashboards = new DashboardCommands(desk, tree, items, vscodePrompt);
  // The lists are there from the start, so the tree is never empty, and VS Code's own welcome text would never show.
  let isRead = false;
  const welcome = () => {
    // Before the replicas are read nobody knows whether there are none.
    if (isRead && view.view.visible)
      view.view.message = tree.isEmpty
        ? t(
            'Dashboards show charts of tasks. They are kept here, in lists and sections: add one with the plus on a section.',
          )
        : '';
  };
  const read = () => {
    isRead = true;
    welcome();
  };
  void ready.then(read, read);
  const open = async (nodes: readonly ItemNode[]) => {
    for (const { kind, space, record } of await items.targets(nodes))
      if (kind === 'dashboard') await pages.open({ space: space.known.id, record: record.id });
  };
  const table: ItemTable = {
    'tackboard.addDashboard': async (node, nodes) => {
      const added = await dashboards.add(calledOn(view, node, nodes));
      if (!added) return;
      await view.reveal(added);
      // It is empty: what comes next is to add a widget to it.
      await open([added]);
    },
    'tackboard.openDashboard': (node, nodes) => open(calledOn(view, node, nodes)),
    'tackboard.clickDashboard': async (node) => {
      if (node && !view.held) await open([node]);
    },
  };
  const parts = vscode.Disposable.from(
    tree,
    view,
    tree.onChange(welcome),
    view.view.onDidChangeVisibility(welcome),
    registerCommands(table, ready),
    registerCommands(itemCommandTable('dashboard', items, moves, view), ready),
  );
  return { tree, view, dispose: () => parts.dispose() };
}
