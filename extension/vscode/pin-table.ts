/** The table of the commands on pins: their ids, as the manifest names them, and what they do. */
import type { PinCommands } from '../app/commands/pin-commands';
import type { PinMoves } from '../app/commands/pin-moves';
import type { PinNode } from '../app/tree/pin-tree';
import type { CommandTable } from './commands';
import type { PinView } from './pin-view';

/** Commands on pins. VS Code hands over the place, and all that is selected; from the palette and by key the view is asked. */
export function pinCommandTable(
  pins: PinCommands,
  moves: PinMoves,
  view: PinView,
): CommandTable<[node?: PinNode, nodes?: readonly PinNode[]]> {
  const called = (node?: PinNode, nodes?: readonly PinNode[]): readonly PinNode[] =>
    nodes && nodes.length > 0 ? nodes : node ? [node] : view.selected;
  const added = async (node: PinNode | undefined) => {
    if (node) await view.reveal(node);
  };
  const step = async (by: -1 | 1, node: PinNode | undefined, nodes: readonly PinNode[] | undefined) => {
    const [moved] = called(node, nodes);
    await moves.step(moved, by);
    if (moved) await view.reveal(moved);
  };
  return {
    'tackboard.addPin': async (node, nodes) => added(await pins.addPin(called(node, nodes))),
    'tackboard.pinRecord': async (node, nodes) => added(await pins.pinRecord(called(node, nodes))),
    'tackboard.addPinList': async (node, nodes) => added(await pins.addList(called(node, nodes))),
    'tackboard.addPinSection': async (node, nodes) => added(await pins.addSection(called(node, nodes))),
    'tackboard.openPin': (node, nodes) => pins.open(called(node, nodes)),
    'tackboard.openPinSection': (node, nodes) => pins.open(called(node, nodes)),
    'tackboard.copyPinLink': (node, nodes) => pins.copyLink(called(node, nodes)),
    'tackboard.renamePin': (node, nodes) => pins.rename(called(node, nodes)),
    'tackboard.changePinUrl': (node, nodes) => pins.changeUrl(called(node, nodes)),
    'tackboard.movePinUp': (node, nodes) => step(-1, node, nodes),
    'tackboard.movePinDown': (node, nodes) => step(1, node, nodes),
    'tackboard.movePinTo': (node, nodes) => moves.moveTo(called(node, nodes)),
    'tackboard.deletePin': async (node, nodes) => void (await pins.delete(called(node, nodes))),
    'tackboard.holdPins': async () => view.hold(),
    'tackboard.clickPin': async (node) => {
      if (node && !view.held) await pins.open([node]);
    },
  };
}
