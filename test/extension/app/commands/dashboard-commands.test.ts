// The commands on dashboards, with a person who is played: the tree, adding, new names, moving, the trash and undo.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DashboardCommands } from '../../../../extension/app/commands/dashboard-commands';
import { ItemCommands } from '../../../../extension/app/commands/item-commands';
import { ItemMoves } from '../../../../extension/app/commands/item-moves';
import { type ItemNode, ItemTree } from '../../../../extension/app/tree/item-tree';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

let place: DeskPlace;
let window: DeskWindow;
let tree: ItemTree;
let items: ItemCommands;
let dashboards: DashboardCommands;
let moves: ItemMoves;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  const { desk, prompt } = window;
  tree = new ItemTree(desk, 'dashboard');
  items = new ItemCommands(desk, tree, prompt);
  dashboards = new DashboardCommands(desk, tree, items, prompt);
  moves = new ItemMoves(desk, tree, prompt);
});
afterEach(async () => {
  tree.dispose();
  await place[Symbol.asyncDispose]();
});

const below = (nodes: readonly ItemNode[]): { label: string; node: ItemNode }[] =>
  nodes.flatMap((node) => {
    const content = tree.content(node);
    const label = content && 'record' in content ? content.record.name : (content?.kind ?? 'gone');
    return [{ label, node }, ...below(tree.children(node))];
  });
const labels = () => below(tree.roots()).map(({ label }) => label);
const at = (label: string): ItemNode => {
  const found = below(tree.roots()).find((it) => it.label === label);
  if (!found) throw new Error(`nothing is called ${label}`);
  return found.node;
};
const add = async (name: string, to: string) => {
  window.prompt.lines.push(name);
  return dashboards.add([at(to)]);
};
const SEEDED = ['space', 'My Dashboards', 'Section 1'];

test('shows what is there from the start, and is empty until a dashboard is added', async () => {
  expect(labels()).toEqual(SEEDED);
  expect(tree.isEmpty).toBe(true);
  expect(await add('Week', 'Section 1')).toBe(at('Week'));
  expect(tree.isEmpty).toBe(false);
  expect(labels()).toEqual([...SEEDED, 'Week']);
  for (const { node } of below(tree.roots()))
    for (const child of tree.children(node)) expect(tree.parent(child)).toBe(node);
});

test('[T1] a name that is none is refused with the reason, and nothing is made', async () => {
  window.prompt.lines.push('   ', undefined);
  expect(await dashboards.add([at('Section 1')])).toBeUndefined();
  expect(window.prompt.refused).toHaveLength(1);
  expect(labels()).toEqual(SEEDED);
});

test('a change touches the section that a dashboard comes to, and the dashboard alone where it gets a new name', async () => {
  labels();
  const touched: (readonly ItemNode[] | undefined)[] = [];
  tree.onChange((nodes) => touched.push(nodes));
  const week = await add('Week', 'Section 1');
  expect(touched).toEqual([[at('Section 1')]]);
  window.prompt.lines.push('This week');
  await items.rename([at('Week')]);
  expect(touched.slice(1)).toEqual([[week]]);
  expect(at('This week')).toBe(week);
});

test('lists and sections are added, dashboards moved by step, by drop and to a section that is picked', async () => {
  window.prompt.lines.push('Team', 'Later');
  await items.addList([at('space')]);
  await items.addSection([at('Team')]);
  await add('One', 'Later');
  await add('Two', 'Later');
  await moves.step(at('Two'), -1);
  expect(labels().slice(-3)).toEqual(['Later', 'Two', 'One']);
  await moves.drop([at('Two')], at('One'));
  expect(labels().slice(-2)).toEqual(['One', 'Two']);
  window.prompt.picks.push('My Dashboards / Section 1');
  await moves.moveTo([at('Two')]);
  expect(labels().slice(0, 4)).toEqual([...SEEDED, 'Two']);
});

test('[D1] what is deleted comes back by the offer, and goes and comes with undo', async () => {
  await add('Week', 'Section 1');
  window.prompt.actions.push('Undo');
  await (await items.delete([at('Week')])).offered;
  expect(labels()).toEqual([...SEEDED, 'Week']);
  await (await items.delete([at('Week')])).offered;
  expect(labels()).toEqual(SEEDED);
  window.desk.history.undo();
  expect(labels()).toEqual([...SEEDED, 'Week']);
});
