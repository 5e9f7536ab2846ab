/** The part of a window that shows pins: view, commands, and links that open them from outside. */
import * as vscode from 'vscode';
import { ItemCommands } from '../app/commands/item-commands';
import { ItemMoves } from '../app/commands/item-moves';
import { PinCommands } from '../app/commands/pin-commands';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { handedLink } from '../app/pins/own-link';
import { leadsToTrash } from '../app/pins/pin-ends';
import { PinOpening } from '../app/pins/pin-opening';
import { ItemTree } from '../app/tree/item-tree';
import type { TaskTree } from '../app/tree/task-tree';
import { registerCommands } from './commands';
import type { ShownDashboards } from './dashboards';
import { Folding } from './folding';
import { itemCommandTable } from './item-table';
import { ItemView } from './item-view';
import { pinCodeTable } from './pin-code';
import { toPinItem } from './pin-item';
import { pinCommandTable } from './pin-table';
import type { TaskView } from './task-view';
import { vscodeOpener } from './vscode-opener';
import { vscodePrompt } from './vscode-prompt';

/** The pins that a window shows. */
export interface ShownPins extends vscode.Disposable {
  /** How pins, and links that people write, are opened. */
  readonly opening: PinOpening;
}

/**
 * Shows the view "Pins".
 * @param memory what is kept for the workspace: what is unfolded
 * @param tasks where pins to tasks lead
 * @param dashboards where pins to dashboards lead
 * @param ready what commands and links wait for
 */
export function showPins(
  desk: Desk,
  environment: Environment,
  memory: vscode.Memento,
  tasks: { readonly tree: TaskTree; readonly view: TaskView },
  dashboards: ShownDashboards,
  ready: Promise<void>,
): ShownPins {
  const tree = new ItemTree(desk, 'pin');
  const moves = new ItemMoves(desk, tree, vscodePrompt);
  const view = new ItemView(
    {
      id: 'tackboard.pins',
      tree,
      folding: new Folding(memory, 'tackboard.expansion.pins'),
      toItem: (node) => {
        const content = tree.content(node);
        return toPinItem(node, content, content?.kind === 'pin' && leadsToTrash(desk, content.space, content.record));
      },
      drop: (nodes, onto) => moves.drop(nodes, onto),
    },
    environment,
  );
  const opening = new PinOpening(desk, vscodePrompt, vscodeOpener(tasks, { pins: { tree, view }, dashboards }));
  const items = new ItemCommands(desk, tree, vscodePrompt);
  const pins = new PinCommands(desk, tree, items, vscodePrompt, opening);
  const handleUri = async (uri: vscode.Uri) => {
    await ready;
    await opening.openLink(handedLink(uri));
  };
  const parts = vscode.Disposable.from(
    tree,
    view,
    registerCommands(itemCommandTable('pin', items, moves, view), ready),
    registerCommands(pinCommandTable(pins, view), ready),
    registerCommands(
      pinCodeTable(pins, vscodePrompt, async (node) => {
        if (node) await view.reveal(node);
      }),
      ready,
    ),
    vscode.window.registerUriHandler({ handleUri }),
  );
  return { opening, dispose: () => parts.dispose() };
}
