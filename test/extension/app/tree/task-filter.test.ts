// The lens on the tree of tasks: what a filter lets through, what lists are grouped by, and that both are kept.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LensCommands } from '../../../../extension/app/commands/lens-commands';
import type { KeptValue } from '../../../../extension/app/kept-value';
import { EVERYTHING, filterWords, readFilter } from '../../../../extension/app/tree/task-filter';
import { TaskTree, type TreeNode } from '../../../../extension/app/tree/task-tree';
import { TreeLens } from '../../../../extension/app/tree/tree-lens';
import { asId } from '../../../../shared/ids';
import { assign, updateTask } from '../../../../shared/operations/tasks';
import { got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { MemoryValue } from '../../../support/memory-value';

let place: DeskPlace;
let window: DeskWindow;
let kept: KeptValue;
let lens: TreeLens;
let tree: TaskTree;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  kept = new MemoryValue();
  lens = new TreeLens(kept);
  tree = new TaskTree(window.desk, lens);
  await window.add('ship docs today !high');
  await window.add('pay rent 3 january');
  await window.add('Old news');
  window.prompt.lines.push('read the Docs');
  await window.tasks.addSubtask(window.node('Old news'));
  await window.tasks.setCompleted(window.node('Old news'), true);
});
afterEach(async () => {
  tree.dispose();
  await place[Symbol.asyncDispose]();
});

const replica = () => {
  const space = window.desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  return space.replica;
};
const idOf = (label: string) => {
  const content = window.tree.content(window.node(label));
  if (content?.kind !== 'task') throw new Error(`${label} is no task`);
  return content.record.id;
};
const lines = (nodes: readonly TreeNode[] = tree.roots(), depth = 0): string[] =>
  nodes.flatMap((node) => {
    const content = tree.content(node);
    const label =
      content?.kind === 'group' ? `<${content.key}>` : content && 'record' in content ? content.record.name : node.kind;
    return ['  '.repeat(depth) + label, ...lines(tree.children(node), depth + 1)];
  });
const shown = () =>
  lines()
    .slice(1)
    .map((line) => line.trim());

describe('a filter', () => {
  test.each([
    ['text, whatever the case, with what it lies under', { text: 'DOCS' }, ['ship docs', 'Old news', 'read the Docs']],
    ['a status', { status: 'completed' }, ['Old news']],
    ['what is due today', { due: 'today' }, ['ship docs']],
    ['what is due in the next days', { due: 'week' }, ['pay rent']],
    ['what is due, but not what is completed', { due: 'none' }, ['Old news', 'read the Docs']],
    ['what nobody has', { assignee: 'nobody', text: 'rent' }, ['pay rent']],
  ] as const)('by %s', (_what, parts, names) => {
    lens.refine(parts);
    expect(shown()).toEqual(['Personal Tasks', 'Section 1', ...names]);
    expect(lens.filtering).toBe(true);
    lens.clear();
    expect(shown()).toHaveLength(6);
  });

  test('shows what was just added or asked for, until it changes', async () => {
    lens.refine({ text: 'rent' });
    const node = await window.add('Something else');
    expect(tree.shows(node)).toBe(false);
    tree.showAnyway(node);
    expect(shown()).toEqual(['Personal Tasks', 'Section 1', 'pay rent', 'Something else']);
    lens.refine({ text: 'docs' });
    expect(shown()).not.toContain('Something else');
  });

  test('says when it lets nothing through', async () => {
    expect(tree.isFilteredOut).toBe(false);
    lens.refine({ text: 'nothing like this' });
    expect(tree.isFilteredOut).toBe(true);
    tree.showAnyway(await window.add('Here'));
    expect(tree.isFilteredOut).toBe(false);
    lens.clear();
    expect(tree.isFilteredOut).toBe(false);
  });

  test('by assignee follows who has it', () => {
    lens.refine({ assignee: 'me' });
    expect(shown()).toEqual([]);
    got(assign(replica(), idOf('pay rent'), [asId('local')], surroundings()));
    expect(shown()).toEqual(['Personal Tasks', 'Section 1', 'pay rent']);
  });

  test('by somebody who is picked shows theirs, says whose, and outlives a restart', async () => {
    const ada = { id: '5f0c0f1e-0000-4000-8000-00000000000a', name: 'user 5f0c0f1e' };
    got(assign(replica(), idOf('pay rent'), [asId(ada.id)], surroundings()));
    const commands = new LensCommands(lens, window.desk, window.prompt);
    window.prompt.picks.push('Assigned to user 5f0c0f1e', 'Assigned to user 5f0c0f1e');
    await commands.filterBy();
    expect(shown()).toEqual(['Personal Tasks', 'Section 1', 'pay rent']);
    expect(filterWords(lens.filter)).toBe('assigned to user 5f0c0f1e');
    expect(readFilter(JSON.parse(JSON.stringify(lens.filter)))).toEqual(lens.filter);
    await commands.filterBy();
    expect(lens.filtering).toBe(false);
  });

  test('that hides what is completed keeps empty sections to put things into', async () => {
    lens.refine({ hideCompleted: true });
    expect(shown()).toEqual(['Personal Tasks', 'Section 1', 'ship docs', 'pay rent', 'Old news', 'read the Docs']);
    await window.tasks.setCompleted(['ship docs', 'pay rent', 'read the Docs'].map(window.node), true);
    expect(shown()).toEqual(['Personal Tasks', 'Section 1']);
  });

  test('makes a change show the space anew, and knows what it leaves out', () => {
    lens.refine({ text: 'rent' });
    lines();
    const touched: unknown[] = [];
    tree.onChange((nodes) => touched.push(nodes?.map(({ kind }) => kind)));
    got(updateTask(replica(), idOf('pay rent'), { name: 'pay bills' }, surroundings()));
    expect(touched).toEqual([['space']]);
    expect(tree.shows(tree.nodeOf(asId('local'), { kind: 'task', id: idOf('pay bills') }))).toBe(false);
    expect(shown()).toEqual([]);
  });

  test('is kept, and what was kept by something else counts as none', () => {
    lens.refine({ text: 'rent', hideCompleted: true });
    lens.group('due');
    const again = new TreeLens(kept);
    expect([again.filter, again.grouping]).toEqual([{ text: 'rent', hideCompleted: true }, 'due']);
    for (const junk of [undefined, null, 7, 'x', {}, { filter: { text: 3 } }, { filter: 1, grouping: 'colour' }]) {
      kept.save(junk);
      expect(new TreeLens(kept)).toMatchObject({ filter: EVERYTHING, grouping: 'section' });
    }
    expect(readFilter({ text: 'a', hideCompleted: false, status: 'gone' })).toBe(EVERYTHING);
  });

  test('begins as the settings say, until something is chosen', () => {
    const first = { hideCompleted: true, grouping: 'due' } as const;
    let changes = 0;
    lens.onChange(() => changes++);
    lens.begin(first);
    lens.begin(first);
    expect(changes).toBe(1);
    expect(lens).toMatchObject({ filter: { ...EVERYTHING, hideCompleted: true }, grouping: 'due' });
    // What the settings say is no choice of the person: it is not kept.
    expect(kept.load()).toBeUndefined();
    lens.clear();
    lens.begin(first);
    expect(lens).toMatchObject({ filter: EVERYTHING, grouping: 'due' });
    const again = new TreeLens(kept);
    again.begin({ hideCompleted: true, grouping: 'status' });
    expect(again).toMatchObject({ filter: EVERYTHING, grouping: 'due' });
  });

  test('is said in words, with the text on one line', () => {
    expect(filterWords({ text: 'a\nb', status: 'review', due: 'week', assignee: 'me', hideCompleted: true })).toBe(
      '“a b”, in review, due in the next 7 days, assigned to me, not completed',
    );
  });

  test('is asked for, and taken off by picking it again', async () => {
    const commands = new LensCommands(lens, window.desk, window.prompt);
    window.prompt.lines.push('x'.repeat(201), ' docs ', undefined);
    await commands.filterByText();
    await commands.filterByText();
    expect(window.prompt.refused).toEqual(['At most 200 characters.']);
    window.prompt.picks.push('Overdue', 'Assigned to me', 'Overdue', undefined, 'Priority');
    await commands.filterBy();
    await commands.filterBy();
    expect(lens.filter).toMatchObject({ text: 'docs', due: 'overdue', assignee: 'me' });
    await commands.filterBy();
    expect(lens.filter.due).toBeUndefined();
    expect(window.prompt.offered.at(-1)?.labels).toContain('Overdue (due, on)');
    await commands.filterBy();
    await commands.hideCompleted(true);
    await commands.groupBy();
    expect(lens.grouping).toBe('priority');
    await commands.clear();
    expect(lens.filter).toEqual(EVERYTHING);
    expect(lens.grouping).toBe('priority');
  });
});

describe('grouping', () => {
  test.each([
    ['status', ['<open>', 'ship docs', 'pay rent', '<completed>', 'Old news', 'read the Docs']],
    ['priority', ['<high>', 'ship docs', '<none>', 'pay rent', 'Old news', 'read the Docs']],
    ['due', ['<today>', 'ship docs', '<week>', 'pay rent', '<completed>', 'Old news', 'read the Docs']],
    ['assignee', ['<[]>', 'ship docs', 'pay rent', 'Old news', 'read the Docs']],
  ] as const)('by %s puts the tasks of a list under what they have in common', (by, names) => {
    lens.group(by);
    expect(shown()).toEqual(['Personal Tasks', ...names]);
    const walk = (node: TreeNode) => {
      for (const child of tree.children(node)) {
        expect(tree.parent(child)).toBe(node);
        walk(child);
      }
    };
    for (const root of tree.roots()) walk(root);
  });

  test('leaves nothing of the groups behind', () => {
    lens.group('status');
    const [list] = tree.children(tree.roots()[0] ?? window.node('local'));
    const group = list && tree.children(list)[0];
    if (!group) throw new Error('there is no group');
    lens.group('section');
    expect(tree.content(group)).toBeUndefined();
    expect(tree.children(group)).toEqual([]);
    expect(shown()).toContain('Section 1');
  });
});
