// The tree of tasks without VS Code: places and their identity, what lies under what, and which places a change touches.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TreeNode } from '../../../../extension/app/tree/task-tree';
import { asId, type SpaceId, type TaskId } from '../../../../shared/ids';
import { createList } from '../../../../shared/operations/lists';
import { moveTask, updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../../shared/operations/trash';
import { addTask, firstSection, got, poke, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

const LOCAL = asId<SpaceId>('local');
const SECTION = { kind: 'section', id: firstSection('task', LOCAL) } as const;

let place: DeskPlace;
let window: DeskWindow;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let touched: (readonly TreeNode[] | undefined)[];
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  const space = window.desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  touched = [];
  window.tree.onChange((nodes) => touched.push(nodes));
});
afterEach(() => place[Symbol.asyncDispose]());

const task = (name: string, parent?: TaskId) =>
  addTask(replica, name, parent === undefined ? SECTION : { kind: 'task', id: parent });
const everyNode = (nodes = window.tree.roots()): TreeNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(window.tree.children(node))]);
const nodeOf = (id: string) => window.tree.nodeOf(LOCAL, { kind: 'task', id: asId<TaskId>(id) });
/** What the last change touched, by label. */
const labels = (nodes: readonly TreeNode[] | undefined) =>
  nodes?.map((node) => {
    const content = window.tree.content(node);
    return content && 'record' in content ? content.record.name : (content?.kind ?? 'gone');
  });

test('a place is the same object, whatever its record reads as', () => {
  const id = task('Old name');
  const before = everyNode();
  got(updateTask(replica, id, { name: 'New name', status: 'completed' }, surroundings()));
  expect(everyNode().every((node, at) => node === before[at])).toBe(true);
  expect(nodeOf(id)).toBe(before.at(-1));
});

test('places have ids of their own that outlive the window', async () => {
  task('One');
  task('Two');
  const ids = everyNode().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await window.desk.kept();
  const next = await place.window();
  const again: string[] = [];
  const walk = (nodes: readonly TreeNode[]) => {
    for (const node of nodes) {
      again.push(node.id);
      walk(next.tree.children(node));
    }
  };
  walk(next.tree.roots());
  expect(again).toEqual(ids);
});

test('parents and children agree, subtasks and unfiled ones too', () => {
  const parent = task('Parent');
  task('Grandchild', task('Child', parent));
  for (const node of everyNode()) {
    for (const child of window.tree.children(node)) expect(window.tree.parent(child)).toBe(node);
  }
  got(deleteRecord(replica, { kind: 'list', id: replica.view.lists('task')[0]?.id ?? asId('none') }, surroundings()));
  poke(replica, 'task', 'stray', 'name', 'Stray');
  expect(window.lines()).toEqual(['local', '  Unfiled', '    Stray']);
  for (const node of everyNode()) {
    for (const child of window.tree.children(node)) expect(window.tree.parent(child)).toBe(node);
  }
});

test('what is gone or in the trash has no content, no children and no parent', () => {
  const id = task('Doomed');
  task('Below', id);
  const node = nodeOf(id);
  got(deleteRecord(replica, { kind: 'task', id }, surroundings()));
  for (const gone of [node, nodeOf('never'), { ...node, space: asId<SpaceId>('elsewhere') }]) {
    expect(window.tree.content(gone)).toBeUndefined();
    expect(window.tree.children(gone)).toEqual([]);
    expect(window.tree.parent(gone)).toBeUndefined();
  }
  expect(window.lines()).toEqual(['local', '  Personal Tasks', '    Section 1']);
  got(restoreRecord(replica, { kind: 'task', id }, surroundings()));
  expect(nodeOf(id)).toBe(node);
  expect(window.lines().slice(3)).toEqual(['      Doomed', '        Below']);
});

test('a new task touches its section and nothing else that is shown', () => {
  task('First');
  everyNode();
  touched = [];
  task('Second');
  expect(touched.map(labels)).toEqual([['Section 1']]);
});

test('a changed field touches the task alone', () => {
  const id = task('One');
  task('Two');
  everyNode();
  touched = [];
  got(updateTask(replica, id, { status: 'completed' }, surroundings()));
  expect(touched).toEqual([[nodeOf(id)]]);
});

test('a changed subtask touches its parent too, which counts it', () => {
  const parent = task('Parent');
  const child = task('Child', parent);
  everyNode();
  touched = [];
  got(updateTask(replica, child, { status: 'completed' }, surroundings()));
  expect(touched).toHaveLength(1);
  expect(new Set(touched[0])).toEqual(new Set([nodeOf(child), nodeOf(parent)]));
});

test('a move touches both parents', () => {
  const { section } = got(createList(replica, { name: 'Other', listKind: 'task' }, surroundings()));
  const id = task('Mover');
  everyNode();
  touched = [];
  got(moveTask(replica, id, { kind: 'section', id: section }, {}, surroundings()));
  const sections = [SECTION.id, section].map((it) => window.tree.nodeOf(LOCAL, { kind: 'section', id: it }));
  expect(touched.flat()).toEqual(expect.arrayContaining([...sections, nodeOf(id)]));
});

test('a new list touches the space', () => {
  everyNode();
  touched = [];
  got(createList(replica, { name: 'Other', listKind: 'task' }, surroundings()));
  expect(touched.map(labels)).toEqual([['space']]);
});

test('what nobody has seen is not shown anew', () => {
  task('Unseen');
  expect(touched).toEqual([]);
});

test('other spaces to show touch the whole tree', async () => {
  await place.accounts.keeper().save({ url: 'http://127.0.0.1:1', user: { id: asId('u'), name: 'Ada' } }, 'token');
  await new Promise<void>((told) => {
    window.tree.onChange((nodes) => {
      if (nodes === undefined) told();
    });
  });
  expect(window.tree.roots().map(({ space }) => space)).toEqual(['u']);
});

test('nothing is told after its end', () => {
  everyNode();
  touched = [];
  window.tree.dispose();
  task('Late');
  expect(touched).toEqual([]);
});
