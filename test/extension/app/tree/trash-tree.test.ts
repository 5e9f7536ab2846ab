// The trash without VS Code: what shows, in which order, with what under it; restoring, alone and with what it lies in.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, accountKey } from '../../../../extension/app/account';
import { TrashCommands } from '../../../../extension/app/commands/trash-commands';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import { type TrashNode, TrashTree } from '../../../../extension/app/tree/trash-tree';
import { asId, type SpaceId, type TaskId } from '../../../../shared/ids';
import { updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../../shared/operations/trash';
import type { RecordRef } from '../../../../shared/reader/view';
import { addTask, firstSection, got, poke, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

const LOCAL = asId<SpaceId>('local');
const SECTION = { kind: 'section', id: firstSection('task', LOCAL) } as const;

let place: DeskPlace;
let desk: DeskWindow;
let tree: TrashTree;
let trash: TrashCommands;
let replica: NonNullable<ReturnType<DeskWindow['desk']['space']>>['replica'];
let changes: number;
const clock = surroundings();
beforeEach(async () => {
  place = new DeskPlace();
  desk = await place.window();
  const space = desk.desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  replica = space.replica;
  tree = new TrashTree(desk.desk);
  trash = new TrashCommands(desk.desk, tree, desk.prompt);
  changes = 0;
  tree.onChange(() => changes++);
});
afterEach(() => place[Symbol.asyncDispose]());

const task = (name: string, parent?: TaskId) =>
  addTask(replica, name, parent === undefined ? SECTION : { kind: 'task', id: parent });
const remove = (ref: RecordRef) => got(deleteRecord(replica, ref, clock));
const removeTask = (id: TaskId) => remove({ kind: 'task', id });
const lines = (nodes = tree.roots(), depth = 0): string[] =>
  nodes.flatMap((node) => [
    '  '.repeat(depth) + (tree.content(node)?.record.name ?? '(gone)'),
    ...lines(tree.children(node), depth + 1),
  ]);
const node = (name: string, nodes = tree.roots()): TrashNode => {
  const all = (some: readonly TrashNode[]): TrashNode[] => some.flatMap((it) => [it, ...all(tree.children(it))]);
  const found = all(nodes).find((it) => tree.content(it)?.record.name === name);
  if (!found) throw new Error(`${name} is not in the trash`);
  return found;
};

/** Another window, with an account's project in which a task was deleted. */
async function shared(role: KnownSpace['role']) {
  const account: Account = { url: 'http://127.0.0.1:1', user: { id: asId('u'), name: 'Ada' } };
  const keeper = place.accounts.keeper();
  keeper.keepSpaces(accountKey(account), [{ id: asId('shared'), kind: 'project', role, workspace: undefined }]);
  await keeper.save(account, 'token');
  const other = await place.window();
  const theirs = other.desk.space('shared');
  if (!theirs) throw new Error('the shared space is not open');
  poke(theirs.replica, 'task', 'gone', 'name', 'Gone');
  poke(theirs.replica, 'task', 'gone', 'deleted', '2026-01-01T00:00:00.000Z');
  return { other, shown: new TrashTree(other.desk) };
}

describe('the tree', () => {
  test('[D3] shows what was deleted itself, newest first, with what lies under it', () => {
    const parent = task('Parent');
    task('Child', parent);
    const other = task('Other');
    task('Living');
    removeTask(parent);
    removeTask(other);
    expect(lines()).toEqual(['Other', 'Parent', '  Child']);
    const content = tree.content(node('Parent'));
    expect(content).toMatchObject({ path: ['On This Machine', 'Personal Tasks', 'Section 1'], restorable: true });
    expect(tree.content(node('Child'))).toMatchObject({ restorable: false, deleted: undefined });
    expect(tree.parent(node('Child'))).toBe(node('Parent'));
    expect(tree.parent(node('Parent'))).toBeUndefined();
  });

  test('a section shows tasks that lie in it; what was deleted before stands for itself', () => {
    const one = task('One');
    task('Two');
    removeTask(one);
    remove(SECTION);
    expect(lines()).toEqual(['Section 1', '  Two', 'One']);
  });

  test('a place is the same object, and has no content once it is restored', () => {
    const id = task('One');
    removeTask(id);
    const before = node('One');
    got(restoreRecord(replica, { kind: 'task', id }, surroundings()));
    expect(tree.content(before)).toBeUndefined();
    expect(tree.children(before)).toEqual([]);
    removeTask(id);
    expect(node('One')).toBe(before);
  });

  test('is shown anew when something comes, goes, or is renamed in it, and else not', () => {
    const id = task('One');
    const living = task('Living');
    lines();
    changes = 0;
    got(updateTask(replica, living, { name: 'Still living' }, surroundings()));
    expect(changes).toBe(0);
    removeTask(id);
    expect(changes).toBe(1);
    lines();
    poke(replica, 'task', id, 'name', 'Renamed by someone');
    expect(changes).toBe(2);
    expect(lines()).toEqual(['Renamed by someone']);
    got(restoreRecord(replica, { kind: 'task', id }, surroundings()));
    expect(changes).toBe(3);
    tree.dispose();
    removeTask(id);
    expect(changes).toBe(3);
  });
});

describe('restoring', () => {
  test('[D2] brings several back at once, to where they were, as one thing to undo', async () => {
    const ids = [task('One'), task('Two')];
    for (const id of ids) removeTask(id);
    await trash.restore([node('One'), node('Two')]);
    expect(desk.lines().slice(3)).toEqual(['      One', '      Two']);
    expect(desk.prompt.told).toEqual(['Restored 2 records.']);
    desk.desk.history.undo();
    expect(lines()).toHaveLength(2);
  });

  test('says what it lies in, and restores both or neither', async () => {
    const id = task('One');
    removeTask(id);
    remove(SECTION);
    await trash.restore([node('One')]);
    expect(lines()).toEqual(['Section 1', 'One']);
    expect(desk.prompt.warned).toEqual([
      '“One” cannot be restored alone: the section “Section 1” is in the trash too.',
    ]);
    desk.prompt.actions.push('Restore Both');
    await trash.restore([node('One')]);
    expect(lines()).toEqual([]);
    expect(desk.lines().slice(2)).toEqual(['    Section 1', '      One']);
  });

  test('with what it lies in picked too asks nothing; all levels above are named', async () => {
    const id = task('One');
    const list = replica.view.lists('task')[0]?.id ?? asId('none');
    removeTask(id);
    remove(SECTION);
    remove({ kind: 'list', id: list });
    await trash.restore([node('One')]);
    expect(desk.prompt.warned).toEqual([
      '“One” cannot be restored alone: the list “Personal Tasks”, the section “Section 1” are in the trash too.',
    ]);
    await trash.restore([node('One'), node('Section 1'), node('Personal Tasks')]);
    expect(desk.prompt.warned).toHaveLength(1);
    expect(lines()).toEqual([]);
  });

  test('of what only lies under something means that', async () => {
    const parent = task('Parent');
    task('Child', parent);
    removeTask(parent);
    await trash.restore([node('Child'), node('Parent')]);
    expect(lines()).toEqual([]);
    expect(desk.prompt.told).toEqual(['Restored “Parent”.']);
  });

  test('from the palette asks what, or says that there is nothing', async () => {
    await trash.restore([]);
    expect(desk.prompt.told).toEqual(['There is nothing in the trash that you could restore.']);
    const id = task('One');
    removeTask(id);
    desk.prompt.picks.push('One');
    await trash.restore([]);
    expect(desk.prompt.offered.at(-1)?.labels).toEqual(['One (On This Machine / Personal Tasks / Section 1)']);
    expect(lines()).toEqual([]);
  });

  test('of what is gone says so', async () => {
    const id = task('One');
    removeTask(id);
    const gone = node('One');
    got(restoreRecord(replica, { kind: 'task', id }, surroundings()));
    await trash.restore([gone]);
    expect(desk.prompt.warned).toEqual(['That is not in the trash any more.']);
  });

  test('[D4] for good of what no server has asks first, says what goes with it, and cannot be undone', async () => {
    const parent = task('Parent');
    task('Grandchild', task('Child', parent));
    task('Other');
    removeTask(parent);
    await trash.purge([node('Parent')]);
    expect(desk.prompt.warned).toEqual(['Delete “Parent” with 2 records in it permanently? Nothing brings that back.']);
    expect(lines()).toEqual(['Parent', '  Child', '    Grandchild']);
    desk.prompt.actions.push('Delete Permanently');
    // What only lies under a deleted record goes with that, so for it that record is meant.
    await trash.purge([node('Child')]);
    expect(lines()).toEqual([]);
    expect([...replica.view.records('task')].map(({ name }) => name)).toEqual(['Other']);
    desk.desk.history.undo();
    expect([...replica.view.records('task')].map(({ name }) => name)).not.toContain('Parent');
  });

  test('the trash is emptied at once, and says so where there is nothing', async () => {
    await trash.empty();
    await trash.purge([]);
    expect(desk.prompt.told).toEqual(['Nothing is in the trash.', 'Nothing is in the trash.']);
    for (const name of ['One', 'Two']) removeTask(task(name));
    desk.prompt.actions.push('Delete Permanently');
    await trash.empty();
    expect(desk.prompt.warned).toEqual(['Empty the trash and delete 2 records permanently? Nothing brings that back.']);
    expect(lines()).toEqual([]);
  });

  test('[L2] nobody is asked whether to restore, or to delete for good, what a newer version has laid out otherwise', async () => {
    removeTask(task('One'));
    remove(SECTION);
    expect(tree.content(node('One'))).toMatchObject({ restorable: true, purgeable: true });
    replica.doc.getMap('meta').set('layout', 2);
    expect(tree.content(node('One'))).toMatchObject({ restorable: false, purgeable: false });
    desk.prompt.picks.push('One');
    desk.prompt.actions.push('Delete Permanently');
    await trash.restore([node('One')]);
    await trash.purge([node('One')]);
    await trash.purge([]);
    await trash.empty();
    expect(desk.prompt.warned).toEqual(
      Array(4).fill(expect.stringMatching(/^A newer version of Tackboard has written “On This Machine”\./)),
    );
    expect(lines()).toEqual(['Section 1', 'One']);
  });

  test('[D4] what a server has is deleted for good by that alone', async () => {
    const { other, shown } = await shared('owner');
    const commands = new TrashCommands(other.desk, shown, other.prompt);
    await commands.purge(shown.roots());
    await commands.empty();
    expect(other.prompt.told).toEqual(
      Array(2).fill('What a server has too, the server deletes permanently, once its days in the trash are over.'),
    );
    expect(shown.roots()).toHaveLength(1);
  });

  test('is not for those who may only view: the trash shows, and stays', async () => {
    const { other, shown } = await shared('viewer');
    const [only] = shown.roots();
    expect(only && shown.content(only)).toMatchObject({ restorable: false, record: { name: 'Gone' } });
    await new TrashCommands(other.desk, shown, other.prompt).restore(only ? [only] : []);
    expect(other.prompt.warned[0]).toMatch(/^You may read /);
    expect(shown.roots()).toEqual([only]);
  });
});
