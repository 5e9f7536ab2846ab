// Moving by drag and drop, by keyboard and by picking: what it comes to, within a section and across lists and spaces, and how it is undone.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountKey } from '../../../../extension/app/account';
import { MoveCommands } from '../../../../extension/app/commands/move-commands';
import { TaskScope } from '../../../../extension/app/commands/task-scope';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import { TaskTree } from '../../../../extension/app/tree/task-tree';
import { TreeLens } from '../../../../extension/app/tree/tree-lens';
import { toIsoDate } from '../../../../shared/dates';
import { asId, type SpaceId } from '../../../../shared/ids';
import { createList, createSection } from '../../../../shared/operations/lists';
import { assign, updateTask } from '../../../../shared/operations/tasks';
import { addTask, got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { MemoryValue } from '../../../support/memory-value';

let place: DeskPlace;
let window: DeskWindow;
let moves: MoveCommands;
const open = async () => {
  window = await place.window();
  moves = new MoveCommands(window.scope);
};
beforeEach(async () => {
  place = new DeskPlace();
  await open();
});
afterEach(() => place[Symbol.asyncDispose]());

const replicaOf = (id: string) => {
  const space = window.desk.space(id);
  if (!space) throw new Error(`${id} is not open`);
  return space.replica;
};
const node = (label: string) => window.node(label);
const tasks = () =>
  window
    .lines()
    .slice(3)
    .map((line) => line.slice(6));
const addAll = async (...names: string[]) => {
  for (const name of names) await window.add(name);
};
const addUnder = async (parent: string, name: string) => {
  window.prompt.lines.push(name);
  await window.tasks.addSubtask(node(parent));
};
const drop = (labels: readonly string[], on: string) => moves.drop(labels.map(node), node(on));
const step = (labels: readonly string[], where: Parameters<MoveCommands['step']>[1]) =>
  moves.step(labels.map(node), where);

describe('dropping tasks', () => {
  beforeEach(() => addAll('A', 'B', 'C', 'D'));

  test.each([
    [['D'], 'B', ['A', 'D', 'B', 'C']],
    [['A'], 'C', ['B', 'C', 'A', 'D']],
    [['D', 'C'], 'A', ['C', 'D', 'A', 'B']],
    [['A', 'C'], 'D', ['B', 'D', 'A', 'C']],
    [['B'], 'B', ['A', 'B', 'C', 'D']],
    [['B'], 'Section 1', ['A', 'B', 'C', 'D']],
    [['B', 'Section 1'], 'C', ['A', 'B', 'C', 'D']],
  ])('%s on %s gives %s', async (dropped, on, after) => {
    await drop(dropped, on);
    expect(tasks()).toEqual(after);
    expect(window.prompt.warned).toEqual([]);
  });

  test('[M5] beside a subtask makes subtasks of them; under itself nothing happens', async () => {
    await addUnder('A', 'A1');
    await drop(['C', 'D'], 'A1');
    expect(tasks()).toEqual(['A', '  C', '  D', '  A1', 'B']);
    await drop(['A'], 'C');
    expect(tasks()).toEqual(['A', '  C', '  D', '  A1', 'B']);
    await drop(['C'], 'B');
    expect(tasks()).toEqual(['A', '  D', '  A1', 'C', 'B']);
  });

  test('on the empty part of the view, or on what is gone, does nothing', async () => {
    const gone = node('B');
    await window.tasks.delete(gone);
    await moves.drop([node('A')], undefined);
    await moves.drop([node('A')], gone);
    await moves.drop([gone], node('C'));
    expect(tasks()).toEqual(['A', 'C', 'D']);
  });
});

test('sections and lists are dropped on each other and on what holds them', async () => {
  const { list } = got(createList(replicaOf('local'), { name: 'Work', listKind: 'task' }, surroundings()));
  got(createSection(replicaOf('local'), list, { name: 'Later' }, surroundings()));
  const work = () => window.lines().map((line) => line.trim());
  await drop(['Later'], 'Personal Tasks');
  expect(work()).toEqual(['local', 'Personal Tasks', 'Section 1', 'Later', 'Work', 'Section 1']);
  await drop(['Work'], 'Personal Tasks');
  expect(work()).toEqual(['local', 'Work', 'Section 1', 'Personal Tasks', 'Section 1', 'Later']);
  await drop(['Later'], 'local');
  await drop(['Work'], 'Later');
  expect(work()).toEqual(['local', 'Work', 'Section 1', 'Personal Tasks', 'Section 1', 'Later']);
});

describe('a step by keyboard', () => {
  beforeEach(() => addAll('A', 'B', 'C', 'D'));

  test.each([
    [['B'], 'up', ['B', 'A', 'C', 'D']],
    [['C', 'B'], 'up', ['B', 'C', 'A', 'D']],
    [['B', 'C'], 'down', ['A', 'D', 'B', 'C']],
    [['A'], 'up', ['A', 'B', 'C', 'D']],
    [['D'], 'down', ['A', 'B', 'C', 'D']],
    [['B', 'C'], 'in', ['A', '  B', '  C', 'D']],
    [['A'], 'in', ['A', 'B', 'C', 'D']],
    [['B'], 'out', ['A', 'B', 'C', 'D']],
    [['A', 'Section 1'], 'up', ['A', 'B', 'C', 'D']],
  ] as const)('%s %s gives %s', async (chosen, where, after) => {
    await step(chosen, where);
    expect(tasks()).toEqual(after);
    expect(window.prompt.warned).toEqual([]);
  });

  test('out puts subtasks right behind their parent', async () => {
    await step(['B'], 'in');
    await step(['C'], 'in');
    await step(['B', 'C'], 'out');
    expect(tasks()).toEqual(['A', 'B', 'C', 'D']);
  });

  test('several sections and lists move side by side', async () => {
    const { list } = got(createList(replicaOf('local'), { name: 'Work', listKind: 'task' }, surroundings()));
    for (const name of ['X', 'Y', 'Z']) got(createSection(replicaOf('local'), list, { name }, surroundings()));
    const of = (label: string) => window.tree.children(node(label)).map((it) => window.tree.content(it));
    const names = (label: string) => of(label).map((content) => content && 'record' in content && content.record.name);
    await step(['X', 'Y'], 'down');
    expect(names('Work')).toEqual(['Section 1', 'Z', 'X', 'Y']);
    await step(['X', 'Y'], 'up');
    expect(names('Work')).toEqual(['Section 1', 'X', 'Y', 'Z']);
    await step(['Work'], 'up');
    expect(names('local')).toEqual(['Work', 'Personal Tasks']);
  });
});

describe('where a filter or groups are on', () => {
  let lens: TreeLens;
  let shown: TaskTree;
  beforeEach(async () => {
    await addAll('A', 'B', 'C', 'D');
    lens = new TreeLens(new MemoryValue());
    shown = new TaskTree(window.desk, lens);
    moves = new MoveCommands(new TaskScope(window.desk, shown, window.prompt));
  });
  afterEach(() => {
    shown.dispose();
    lens.dispose();
  });

  const recordOf = (label: string) => {
    const content = window.tree.content(node(label));
    if (content?.kind !== 'task') throw new Error(`${label} is no task`);
    return content.record;
  };
  /** The same place in the tree that is looked at otherwise. */
  const at = (label: string) => shown.nodeOf(asId('local'), recordOf(label));
  const group = (key: string) => {
    const list = shown.children(shown.spaceNode(asId('local')))[0];
    const found = list && shown.children(list).find((one) => shown.groupOf(one)?.key === key);
    if (!found) throw new Error(`there is no group ${key}`);
    return found;
  };

  test('a step goes by what is on the screen: past the next one there, under the one above it there', async () => {
    await window.tasks.setCompleted([node('B'), node('C')], true);
    lens.refine({ hideCompleted: true });
    await moves.step(at('D'), 'up');
    expect(tasks()).toEqual(['D', 'A', 'B', 'C']);
    await moves.step(at('D'), 'down');
    expect(tasks()).toEqual(['A', 'D', 'B', 'C']);
    await window.tasks.setCompleted([node('D'), node('B')], false);
    await window.tasks.setCompleted([node('D')], true);
    await moves.step(at('B'), 'in');
    expect(tasks()).toEqual(['A', '  B', 'D', 'C']);
  });

  test('a step stays in the group, and beside a task of another section it is none', async () => {
    await window.tasks.setCompleted([node('B'), node('D')], true);
    lens.group('status');
    await moves.step(at('B'), 'up');
    expect(tasks()).toEqual(['A', 'B', 'C', 'D']);
    await moves.step(at('D'), 'up');
    expect(tasks()).toEqual(['A', 'D', 'B', 'C']);
    await moves.step(at('B'), 'in');
    expect(tasks()).toEqual(['A', 'D', '  B', 'C']);
    const [list] = replicaOf('local').view.lists('task');
    if (!list) throw new Error('there is no list');
    const section = got(createSection(replicaOf('local'), list.id, { name: 'Later' }, surroundings()));
    addTask(replicaOf('local'), 'E', { kind: 'section', id: section });
    const later = at('E');
    await window.tasks.setCompleted(later, true);
    await moves.step(later, 'up');
    expect(replicaOf('local').view.sectionOf(recordOf('E'))?.name).toBe('Later');
    await moves.drop([at('D')], at('E'));
    expect(replicaOf('local').view.sectionOf(recordOf('D'))?.name).toBe('Section 1');
  });

  test('tasks that are dropped on a group, or on a task in it, get what it has in common, as one thing to undo', async () => {
    await window.tasks.setCompleted([node('D')], true);
    lens.group('status');
    await moves.drop([at('A'), at('B')], group('completed'));
    expect(['A', 'B', 'C'].map((label) => recordOf(label).status)).toEqual(['completed', 'completed', 'open']);
    window.desk.history.undo();
    expect(recordOf('A').status).toBe('open');
    await moves.drop([at('A')], at('D'));
    expect([recordOf('A').status, tasks()]).toEqual(['completed', ['B', 'C', 'D', 'A']]);
    lens.group('priority');
    got(updateTask(replicaOf('local'), recordOf('B').id, { priority: 'high' }, surroundings()));
    await moves.drop([at('C')], group('high'));
    expect(recordOf('C').priority).toBe('high');
    lens.group('assignee');
    got(assign(replicaOf('local'), recordOf('B').id, [asId('local')], surroundings()));
    await moves.drop([at('A')], at('B'));
    expect(recordOf('A').assignees).toEqual(['local']);
    await moves.drop([at('A')], group('[]'));
    expect(recordOf('A').assignees).toEqual([]);
  });

  test('what is due when is not changed by dragging, and that is said', async () => {
    got(
      updateTask(replicaOf('local'), recordOf('A').id, { dueDate: toIsoDate(Date.UTC(2025, 11, 1)) }, surroundings()),
    );
    lens.group('due');
    await moves.drop([at('B')], group('overdue'));
    expect([recordOf('B').dueDate, tasks()]).toEqual([undefined, ['A', 'B', 'C', 'D']]);
    expect(window.prompt.told).toEqual(['Dragging does not change when something is due. Set the due date instead.']);
    await moves.drop([at('D')], at('B'));
    expect(tasks()).toEqual(['A', 'D', 'B', 'C']);
    const { section } = got(createList(replicaOf('local'), { name: 'Work', listKind: 'task' }, surroundings()));
    addTask(replicaOf('local'), 'There', { kind: 'section', id: section });
    await moves.drop([at('B')], at('There'));
    expect(replicaOf('local').view.sectionOf(recordOf('B'))?.id).toBe(section);
    expect(window.prompt.told).toHaveLength(1);
    await window.tasks.setCompleted([node('A')], true);
    expect(() => group('overdue')).toThrow();
    expect(shown.groupOf(at('A'))?.key).toBe('completed');
  });
});

describe('another space', () => {
  beforeEach(async () => {
    const keeper = place.accounts.keeper();
    const account = { url: 'http://127.0.0.1:1', user: { id: asId<never>('u'), name: 'Ada' } };
    const known = (id: string, role: KnownSpace['role']): KnownSpace => ({
      id: asId<SpaceId>(id),
      kind: 'workspace',
      role,
      workspace: undefined,
    });
    keeper.keepSpaces(accountKey(account), [{ ...known('w', 'owner') }, { ...known('r', 'viewer') }]);
    await keeper.save(account, 'token');
    await open();
    for (const id of ['w', 'r']) {
      replicaOf(id).doc.getMap('space').set('name', id);
      got(createList(replicaOf(id), { name: `List of ${id}`, listKind: 'task' }, surroundings()));
    }
    await addAll('A', 'B');
    await addUnder('A', 'A1');
  });
  const under = (label: string, found = node(label)): string[] =>
    window.tree.children(found).flatMap((it) => {
      const content = window.tree.content(it);
      return [content && 'record' in content ? content.record.name : '', ...under('', it)];
    });

  test('[X1, U6] takes several tasks with their subtasks to the place they were dropped on, as one thing to undo', async () => {
    await drop(['A'], 'List of w');
    expect(under('List of w')).toEqual(['Section 1', 'A', 'A1']);
    await drop(['B'], 'A');
    expect(under('List of w')).toEqual(['Section 1', 'B', 'A', 'A1']);
    window.desk.history.undo();
    expect(under('List of w')).toEqual(['Section 1', 'A', 'A1']);
    expect(under('Personal Tasks')).toEqual(['Section 1', 'B']);
    window.desk.history.undo();
    expect(under('Personal Tasks')).toEqual(['Section 1', 'A', 'A1', 'B']);
  });

  test('that may only be read takes nothing, and nothing is written anywhere', async () => {
    await drop(['A', 'B'], 'List of r');
    expect(window.prompt.warned).toEqual(['You may read “r”, but not change it.']);
    expect(under('Personal Tasks')).toEqual(['Section 1', 'A', 'A1', 'B']);
  });

  test('is among the places to pick from, but for those that may only be read', async () => {
    window.prompt.picks.push('List of w / Section 1', 'List of w', 'w', undefined);
    await moves.moveTo([node('A'), node('B')]);
    expect(window.prompt.offered.at(-1)?.labels).toEqual([
      'Personal Tasks / Section 1 (Personal)',
      'List of w / Section 1 (w)',
    ]);
    expect(under('List of w')).toEqual(['Section 1', 'A', 'A1', 'B']);
    await moves.moveTo(window.tree.children(node('Personal Tasks')));
    expect(under('List of w')).toEqual(['Section 1', 'A', 'A1', 'B', 'Section 1']);
    await moves.moveTo(node('Personal Tasks'));
    expect(under('w')).toContain('Personal Tasks');
    await moves.moveTo(node('A'));
    await moves.moveTo([node('A'), node('Personal Tasks')]);
    expect(window.prompt.warned).toEqual([
      'Choose tasks only, or sections only, or lists only: they go to different places.',
    ]);
  });
});
