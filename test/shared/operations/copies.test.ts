// Copies in another space: ids of their own, the same shape, nothing that points back.
import { expect, test } from 'vitest';
import { asId, type SpaceId, type TaskId, type UserId } from '../../../shared/ids';
import { copyRecords } from '../../../shared/operations/copies';
import { createList, createSection } from '../../../shared/operations/lists';
import { deleteRecords } from '../../../shared/operations/trash';
import type { SpaceRecord } from '../../../shared/records';
import { addTask, got, poke, replica, surroundings } from '../replica';

const me = asId<UserId>('ada');
const options = { listName: `${'x'.repeat(120)}`, me };

function spaces() {
  return { from: replica('workspace'), to: replica('user', asId<SpaceId>('1d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e11')) };
}

test('[X8] a task goes with its subtasks into a new list, under other ids, and nobody but oneself stays assigned', () => {
  const { from, to } = spaces();
  const task = addTask(from, 'Top');
  const below = addTask(from, 'Below', { kind: 'task', id: task });
  poke(from, 'task', task, 'assignee:ada', true);
  poke(from, 'task', task, 'assignee:bob', true);
  const records = [task, below].map((id) => from.view.record('task', id) as SpaceRecord);
  expect(copyRecords(from, records, to, options, surroundings())).toBe(2);
  const list = to.view.lists('task').at(-1);
  expect(list?.name).toBe('x'.repeat(100));
  const [section] = to.view.sections(list?.id ?? asId(''));
  const [top, ...more] = to.view.tasks({ kind: 'section', id: section?.id ?? asId('') });
  expect(more).toEqual([]);
  expect(top).toMatchObject({ name: 'Top', assignees: ['ada'] });
  expect(top?.id).not.toBe(task);
  expect(to.view.tasks({ kind: 'task', id: top?.id as TaskId }).map(({ name }) => name)).toEqual(['Below']);
  expect(from.view.record('task', task)?.deleted).toBeUndefined();
});

test('[X8] lists and sections keep their shape, what was left behind goes to a list of its own, the trash stays', () => {
  const { from, to } = spaces();
  const made = got(createList(from, { name: 'List', listKind: 'task' }, surroundings()));
  const second = got(createSection(from, made.list, { name: 'Second' }, surroundings()));
  const inside = addTask(from, 'Inside', { kind: 'section', id: second });
  const outside = addTask(from, 'Outside');
  const gone = addTask(from, 'Gone');
  got(deleteRecords(from, [{ kind: 'task', id: gone }], surroundings()));
  const { view } = from;
  const records = [
    view.record('list', made.list),
    view.record('section', second),
    ...[inside, outside, gone].map((id) => view.record('task', id)),
  ].filter((record) => record !== undefined);
  expect(copyRecords(from, records, to, { ...options, listName: 'Rest' }, surroundings())).toBe(4);
  const lines = to.view
    .lists('task')
    .flatMap(({ id, name }) => [
      name,
      ...to.view
        .sections(id)
        .flatMap((section) => [
          `  ${section.name}`,
          ...to.view.tasks({ kind: 'section', id: section.id }).map((task) => `    ${task.name}`),
        ]),
    ]);
  expect(lines.slice(2)).toEqual(['List', '  Second', '    Inside', 'Rest', '  Section 1', '    Outside']);
});

test('[X8] a pin and a widget that point to what is copied point to the copy', () => {
  const { from, to } = spaces();
  const made = got(createList(from, { name: 'List', listKind: 'task' }, surroundings()));
  poke(from, 'pin', 'p', 'pinType', 'document');
  poke(from, 'pin', 'p', 'documentId', made.list);
  poke(from, 'pin', 'p', 'documentType', 'TaskList');
  poke(from, 'dashboard', 'd', 'name', 'Board');
  poke(from, 'dashboard', 'd', 'widget:w', { type: 'count', lists: [made.list, 'other'], order: 'a0' });
  const { view } = from;
  const records = [view.record('list', made.list), view.record('pin', 'p'), view.record('dashboard', 'd')];
  copyRecords(
    from,
    records.filter((record) => record !== undefined),
    to,
    options,
    surroundings(),
  );
  const copy = to.view.lists('task').find(({ name }) => name === 'List');
  expect([...to.view.records('pin')][0]?.target).toMatchObject({ documentId: copy?.id });
  expect([...to.view.records('dashboard')][0]?.widgets[0]?.lists).toEqual([copy?.id, 'other']);
});

test('[X8] of nothing makes nothing', () => {
  const { from, to } = spaces();
  const lists = to.view.lists('task');
  expect(copyRecords(from, [], to, options, surroundings())).toBe(0);
  expect(to.view.lists('task')).toBe(lists);
});
