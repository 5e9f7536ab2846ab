/** The pins of a window without VS Code: the tree, the commands and a person who is played, on a real desk. */
import { ItemCommands } from '../../extension/app/commands/item-commands';
import { ItemMoves } from '../../extension/app/commands/item-moves';
import { PinCommands } from '../../extension/app/commands/pin-commands';
import type { Opener } from '../../extension/app/pins/opener';
import { PinOpening } from '../../extension/app/pins/pin-opening';
import { type ItemNode, ItemTree } from '../../extension/app/tree/item-tree';
import type { DeskWindow } from './desk-place';

/** Pins on the desk of a window. */
export interface PinWindow {
  readonly tree: ItemTree;
  readonly items: ItemCommands;
  readonly pins: PinCommands;
  readonly moves: ItemMoves;
  readonly opening: PinOpening;
  /** What was opened, as words: `outside https://…`, `file file:///…`, `task Name`, `space id`, `copy text`. */
  readonly opened: string[];
  /** What the opener answers. */
  answer: boolean;
  /** The tree as lines, two blanks a level. */
  lines(): string[];
  /** The place that shows a label. @throws where none or several do */
  node(label: string): ItemNode;
  /** Adds a pin to the first section, by command. */
  add(name: string, url?: string): Promise<ItemNode>;
}

export function pinWindow({ desk, prompt }: DeskWindow): PinWindow {
  const tree = new ItemTree(desk, 'pin');
  const opened: string[] = [];
  const took = async (what: string) => {
    opened.push(what);
    return window.answer;
  };
  const opener: Opener = {
    outside: (url) => took(`outside ${url}`),
    file: (url) => took(`file ${url}`),
    code: ({ path, lines }) => took(`code ${path}:${lines?.first ?? ''}`),
    record: (_space, { kind, name }) => took(`${kind} ${name}`),
    space: async ({ known }) => void (await took(`space ${known.id}`)),
    copy: async (text) => void (await took(`copy ${text}`)),
  };
  const opening = new PinOpening(desk, prompt, opener);
  const items = new ItemCommands(desk, tree, prompt);
  const pins = new PinCommands(desk, tree, items, prompt, opening);
  const below = (nodes: readonly ItemNode[], depth: number): { node: ItemNode; label: string; depth: number }[] =>
    nodes.flatMap((node) => [{ node, label: labelOf(tree, node), depth }, ...below(tree.children(node), depth + 1)]);
  const window: PinWindow = {
    tree,
    items,
    pins,
    moves: new ItemMoves(desk, tree, prompt),
    opening,
    opened,
    answer: true,
    lines: () => below(tree.roots(), 0).map(({ label, depth }) => '  '.repeat(depth) + label),
    node: (label) => {
      const [found, ...more] = below(tree.roots(), 0).filter((it) => it.label === label);
      if (!found || more.length > 0) throw new Error(`not one place is called ${label}`);
      return found.node;
    },
    add: async (name, url = `https://example.org/${name}`) => {
      prompt.lines.push(url, name);
      const [top] = below(tree.roots(), 0).filter(({ depth }) => depth === 2);
      const added = top && (await pins.addPin([top.node]));
      if (!added) throw new Error(`${name} was not added: ${prompt.warned.join(' ')}`);
      return added;
    },
  };
  return window;
}

function labelOf(tree: ItemTree, node: ItemNode): string {
  const content = tree.content(node);
  if (!content) return '(gone)';
  if (content.kind === 'unfiled') return 'Unfiled';
  return content.kind === 'space' ? content.space.known.id : content.record.name;
}
