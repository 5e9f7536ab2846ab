/** The table of the commands that pins have of their own: their ids, as the manifest names them, and what they do. */
import type { PinCommands } from '../app/commands/pin-commands';
import type { ItemNode } from '../app/tree/item-tree';
import { calledOn } from './commands';
import { adding, type ItemTable } from './item-table';
import type { ItemView } from './item-view';

/** Commands on pins, beside those of every item. */
export function pinCommandTable(pins: PinCommands, view: ItemView): ItemTable {
  const called = (node?: ItemNode, nodes?: readonly ItemNode[]) => calledOn(view, node, nodes);
  return {
    'tackboard.addPin': adding(view, (from) => pins.addPin(from)),
    'tackboard.pinRecord': adding(view, (from) => pins.pinRecord(from)),
    'tackboard.openPin': (node, nodes) => pins.open(called(node, nodes)),
    'tackboard.openPinSection': (node, nodes) => pins.open(called(node, nodes)),
    'tackboard.copyPinLink': (node, nodes) => pins.copyLink(called(node, nodes)),
    'tackboard.changePinUrl': (node, nodes) => pins.changeUrl(called(node, nodes)),
    'tackboard.clickPin': async (node) => {
      if (node && !view.held) await pins.open([node]);
    },
  };
}
