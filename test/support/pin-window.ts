/** The pins of a window without VS Code: the tree, the commands and a person who is played, on a real desk. */
import { PinCommands } from '../../extension/app/commands/pin-commands';
import { PinMoves } from '../../extension/app/commands/pin-moves';
import type { Opener } from '../../extension/app/pins/opener';
import { PinOpening } from '../../extension/app/pins/pin-opening';
import { type PinNode, PinTree } from '../../extension/app/tree/pin-tree';
import type { DeskWindow } from './desk-place';

/** Pins on the desk of a window. */
export interface PinWindow {
  readonly tree: PinTree;
  readonly pins: PinCommands;
  readonly moves: PinMoves;
  readonly opening: PinOpening;
  /** What was opened, as words: `outside https://…`, `file file:///…`, `task Name`, `space id`, `copy text`. */
  readonly opened: string[];
  /** What the opener answers. */
  answer: boolean;
  /** The tree as lines, two blanks a level. */
  lines(): string[];
  /** The place that shows a label. @throws where none or several do */
  node(label: string): PinNode;
  /** Adds a pin to the first section, by command. */
  add(name: string, url?: string): Promise<PinNode>;
}

export function pinWindow({ desk, prompt }: DeskWindow): PinWindow {
  const tree = new PinTree(desk);
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
  const pins = new PinCommands(desk, tree, prompt, opening);
  const below = (nodes: readonly PinNode[], depth: number): { node: PinNode; label: string; depth: number }[] =>
    nodes.flatMap((node) => [{ node, label: labelOf(tree, node), depth }, ...below(tree.children(node), depth + 1)]);
  const window: PinWindow = {
    tree,
    pins,
    moves: new PinMoves(desk, tree, prompt),
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

function labelOf(tree: PinTree, node: PinNode): string {
  const content = tree.content(node);
  if (!content) return '(gone)';
  if (content.kind === 'unfiled') return 'Unfiled';
  return content.kind === 'space' ? content.space.known.id : content.record.name;
}
