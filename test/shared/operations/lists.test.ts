// Operations on lists, sections and the fields of a space.
import { expect, test } from 'vitest';
import { toIsoDate } from '../../../shared/dates';
import { createList, createSection, moveList, moveSection, renameContainer } from '../../../shared/operations/lists';
import { updateSpace } from '../../../shared/operations/space-fields';
import {
  addTask,
  defaultList,
  failureOf,
  firstSection,
  got,
  replica,
  surroundings,
  sync,
  writesDuring,
} from '../replica';

const clock = surroundings();

test('[T2] a new list starts with one section, at the end of its kind', () => {
  const space = replica();
  const { list, section } = got(createList(space, { name: 'L', listKind: 'task' }, clock));
  expect(space.view.lists('task').map(({ id }) => id)).toEqual([defaultList(), list]);
  expect(space.view.sections(list)).toMatchObject([{ id: section, name: 'Section 1', listKind: 'task' }]);
});

test('[M7] a list is created on both sides at once: both are there, in the same order everywhere', () => {
  const [a, b] = [replica(), replica()];
  for (const space of [a, b]) got(createList(space, { name: 'L', listKind: 'task' }, clock));
  sync(a, b);
  expect(a.view.lists('task')).toHaveLength(3);
  expect(b.view.lists('task')).toEqual(a.view.lists('task'));
  const [, second, third] = a.view.lists('task');
  if (!second || !third) throw new Error('no lists');
  got(moveList(a, third.id, { before: second.id }, clock));
  expect(a.view.lists('task').map(({ id }) => id)).toEqual([defaultList(), third.id, second.id]);
});

test('[M5] a section moves with what it holds, within its list and across lists of its kind only', () => {
  const space = replica();
  const { list, section: other } = got(createList(space, { name: 'L', listKind: 'task' }, clock));
  const task = addTask(space, 'n');
  got(moveSection(space, firstSection(), list, { before: other }, clock));
  expect(space.view.sections(list).map(({ id }) => id)).toEqual([firstSection(), other]);
  expect(space.view.record('task', task)?.parent).toEqual({ kind: 'section', id: firstSection() });
  got(moveSection(space, firstSection(), undefined, { after: other }, clock));
  expect(space.view.sections(list).map(({ id }) => id)).toEqual([other, firstSection()]);
  const writes = writesDuring(space, () => {
    expect(moveSection(space, other, list, {}, clock)).toMatchObject({ changed: false });
    expect(failureOf(moveSection(space, other, defaultList('pin'), {}, clock))).toMatchObject({
      faults: [{ type: 'wrong-kind', path: 'list.id' }],
    });
    expect(failureOf(moveSection(space, other, 'gone' as never, {}, clock))).toMatchObject({
      kind: 'not-found',
      record: 'list',
    });
  });
  expect(writes).toBe(0);
});

test('[T1] a section stands where it is asked to', () => {
  const space = replica();
  got(createSection(space, defaultList(), { name: 'first' }, clock, { before: firstSection() }));
  got(createSection(space, defaultList(), { name: 'last' }, clock));
  expect(space.view.sections(defaultList()).map(({ name }) => name)).toEqual(['first', 'Section 1', 'last']);
});

test('[T4, V1] renaming writes what differs, and refuses what is too long', () => {
  const space = replica();
  expect(
    writesDuring(space, () => got(renameContainer(space, 'section', firstSection(), { name: 'Section 1' }, clock))),
  ).toBe(0);
  got(renameContainer(space, 'section', firstSection(), { name: 'Soon' }, clock));
  expect(space.view.sections(defaultList())).toMatchObject([{ name: 'Soon' }]);
  expect(failureOf(renameContainer(space, 'list', defaultList(), { name: 'n'.repeat(101) }, clock))).toMatchObject({
    faults: [{ path: 'name', type: 'too-long' }],
  });
});

test('[T4, V1] the fields of a space: those given, where they differ', () => {
  const space = replica('workspace');
  const input = { name: 'W', description: 'd', status: 'atrisk', startDate: toIsoDate(0) } as const;
  got(updateSpace(space, input, clock));
  expect(space.view.fields).toMatchObject(input);
  expect(writesDuring(space, () => got(updateSpace(space, { ...input, endDate: null }, clock)))).toBe(0);
  got(updateSpace(space, { description: null, startDate: null }, clock));
  expect(space.view.fields).toMatchObject({ name: 'W', description: null, startDate: undefined });
  expect(failureOf(updateSpace(space, { description: 'd'.repeat(145) }, clock))).toMatchObject({
    faults: [{ path: 'description' }],
  });
});
