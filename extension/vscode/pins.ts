/** The part of a window that shows pins: view, commands, and links that open them from outside. */
import * as vscode from 'vscode';
import { PinCommands } from '../app/commands/pin-commands';
import { PinMoves } from '../app/commands/pin-moves';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { PinOpening } from '../app/pins/pin-opening';
import { PinTree } from '../app/tree/pin-tree';
import type { TaskTree } from '../app/tree/task-tree';
import { registerCommands } from './commands';
import { pinCodeTable } from './pin-code';
import { pinCommandTable } from './pin-table';
import { PinView } from './pin-view';
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
 * @param tasks where pins to tasks lead
 * @param ready what commands and links wait for
 */
export function showPins(
  desk: Desk,
  environment: Environment,
  tasks: { readonly tree: TaskTree; readonly view: TaskView },
  ready: Promise<void>,
): ShownPins {
  const tree = new PinTree(desk);
  const moves = new PinMoves(desk, tree, vscodePrompt);
  const view = new PinView(tree, environment, (nodes, onto) => moves.drop(nodes, onto));
  const opening = new PinOpening(desk, vscodePrompt, vscodeOpener(tasks, { tree, view }));
  const pins = new PinCommands(desk, tree, vscodePrompt, opening);
  const handleUri = async (uri: vscode.Uri) => {
    await ready;
    await opening.openLink(uri.toString());
  };
  const parts = vscode.Disposable.from(
    tree,
    view,
    registerCommands(pinCommandTable(pins, moves, view), ready),
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
