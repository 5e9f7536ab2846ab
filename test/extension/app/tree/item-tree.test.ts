// The tree of pins without VS Code: what lies under what, and which places a change touches.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemNode } from '../../../../extension/app/tree/item-tree';
import { asId, type PinId, type SpaceId } from '../../../../shared/ids';
import { createList } from '../../../../shared/operations/lists';
import { movePin, updatePin } from '../../../../shared/operations/pins';
import { deleteRecord } from '../../../../shared/operations/trash';
import { addTask, firstSection, got, poke, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { type PinWindow, pinWindow } from '../../../support/pin-window';

const LOCAL = asId<SpaceId>('local');

let place: DeskPlace;
let desk: DeskWindow;
let window: PinWindow;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let touched: (readonly ItemNode[] | undefined)[];
beforeEach(async () => {
  place = new DeskPlace();
  desk = await place.window();
  const space = desk.desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  window = pinWindow(desk);
  touched = [];
  window.tree.onChange((nodes) => touched.push(nodes));
});
afterEach(() => place[Symbol.asyncDispose]());

const idOf = (node: ItemNode) => asId<PinId>('record' in node ? node.record : '');
const everyNode = (nodes = window.tree.roots()): ItemNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(window.tree.children(node))]);
const labels = (nodes: readonly ItemNode[] | undefined) =>
  nodes?.map((node) => {
    const content = window.tree.content(node);
    return content && 'record' in content ? content.record.name : (content?.kind ?? 'gone');
  });

test('shows space, pin lists, sections and pins, and nothing of tasks', async () => {
  await window.add('Docs');
  addTask(replica, 'A task', { kind: 'section', id: firstSection('task', LOCAL) });
  expect(window.lines()).toEqual(['local', '  Personal Pins', '    Section 1', '      Docs']);
});

test('a place is the same object over renames, and another window knows it by the same id', async () => {
  const node = await window.add('Old');
  got(updatePin(replica, idOf(node), { name: 'New' }, surroundings()));
  expect(window.node('New')).toBe(node);
  expect(window.tree.known({ ...node })).toBe(node);
  expect(window.tree.known({ ...node, kind: 'pin', record: 'other' })).toBeUndefined();
});

test('parents and children agree, unfiled ones too', async () => {
  await window.add('Docs');
  got(deleteRecord(replica, { kind: 'list', id: replica.view.lists('pin')[0]?.id ?? asId('none') }, surroundings()));
  poke(replica, 'pin', 'stray', 'name', 'Stray');
  poke(replica, 'pin', 'stray', 'pinType', 'url');
  poke(replica, 'pin', 'stray', 'url', 'https://example.org/');
  expect(window.lines()).toEqual(['local', '  Unfiled', '    Stray']);
  for (const node of everyNode()) {
    for (const child of window.tree.children(node)) expect(window.tree.parent(child)).toBe(node);
  }
});

test('what is in the trash has no content, no children, no parent; a list of tasks has no place here', async () => {
  const node = await window.add('Doomed');
  got(deleteRecord(replica, { kind: 'pin', id: idOf(node) }, surroundings()));
  expect(window.tree.content(node)).toBeUndefined();
  expect(window.tree.parent(node)).toBeUndefined();
  expect(window.lines()).toHaveLength(3);
  const [list] = replica.view.lists('task');
  const other = list && window.tree.nodeOf(LOCAL, list);
  expect(other && window.tree.content(other)).toBeUndefined();
});

test('a new pin touches its section, a change the pin, a move both sections, a list the space', async () => {
  everyNode();
  touched = [];
  const node = await window.add('One');
  expect(touched.map(labels)).toEqual([['Section 1']]);
  everyNode();
  touched = [];
  got(updatePin(replica, idOf(node), { url: 'https://example.org/2' }, surroundings()));
  expect(touched).toEqual([[node]]);
  touched = [];
  const { section } = got(createList(replica, { name: 'Other', listKind: 'pin' }, surroundings()));
  expect(touched.map(labels)).toEqual([['space']]);
  everyNode();
  touched = [];
  got(movePin(replica, idOf(node), section, {}, surroundings()));
  const sections = [firstSection('pin', LOCAL), section].map((id) =>
    window.tree.nodeOf(LOCAL, { kind: 'section', id }),
  );
  expect(touched.flat()).toEqual(expect.arrayContaining([...sections, node]));
});

test('what is not shown touches nothing, and nothing is told after the end', () => {
  everyNode();
  touched = [];
  addTask(replica, 'A task', { kind: 'section', id: firstSection('task', LOCAL) });
  expect(touched).toEqual([]);
  window.tree.dispose();
  got(createList(replica, { name: 'Late', listKind: 'pin' }, surroundings()));
  expect(touched).toEqual([]);
});
