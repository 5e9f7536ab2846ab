/** The table of the commands that pins and dashboards have in common: their ids, as the manifest names them, and what they do. */
import type { ItemCommands } from '../app/commands/item-commands';
import type { ItemMoves } from '../app/commands/item-moves';
import type { ItemKind, ItemNode } from '../app/tree/item-tree';
import { type CommandTable, calledOn } from './commands';
import type { ItemView } from './item-view';

/** The commands of a table of items: VS Code hands over the place, and all that is selected. */
export type ItemTable = CommandTable<[node?: ItemNode, nodes?: readonly ItemNode[]]>;

/** Adds where it was called. What is new is selected; where that began in the tree, keys act on it next. */
export function adding(
  view: ItemView,
  add: (from: readonly ItemNode[]) => Promise<ItemNode | undefined>,
): ItemTable[string] {
  return async (node, nodes) => {
    const from = calledOn(view, node, nodes);
    const made = await add(from);
    if (made) await view.reveal(made, view.view.visible && from.length > 0);
  };
}

/** Commands on lists, sections and items of a kind, such as `tackboard.addPinList`. */
export function itemCommandTable(kind: ItemKind, items: ItemCommands, moves: ItemMoves, view: ItemView): ItemTable {
  const noun = { pin: 'Pin', dashboard: 'Dashboard' }[kind];
  const called = (node?: ItemNode, nodes?: readonly ItemNode[]) => calledOn(view, node, nodes);
  const step = async (by: -1 | 1, node: ItemNode | undefined, nodes: readonly ItemNode[] | undefined) => {
    const [moved] = called(node, nodes);
    await moves.step(moved, by);
    if (moved) await view.reveal(moved);
  };
  return {
    [`tackboard.hold${noun}s`]: async () => view.hold(),
    [`tackboard.add${noun}List`]: adding(view, (from) => items.addList(from)),
    [`tackboard.add${noun}Section`]: adding(view, (from) => items.addSection(from)),
    [`tackboard.rename${noun}`]: (node, nodes) => items.rename(called(node, nodes)),
    [`tackboard.move${noun}Up`]: (node, nodes) => step(-1, node, nodes),
    [`tackboard.move${noun}Down`]: (node, nodes) => step(1, node, nodes),
    [`tackboard.move${noun}To`]: (node, nodes) => moves.moveTo(called(node, nodes)),
    [`tackboard.delete${noun}`]: async (node, nodes) => void (await items.delete(called(node, nodes))),
  };
}
