// The seed: default lists that no two windows can double.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { renameContainer } from '../../../shared/operations/lists';
import { seedUpdate } from '../../../shared/operations/seed';
import { deleteRecord } from '../../../shared/operations/trash';
import { defaultList, firstSection, got, replica, SPACE, surroundings, sync, writesDuring } from '../replica';

test('[S1] a seed is the same bytes however often it is made, and another for another space', () => {
  expect(seedUpdate(SPACE, 'user')).toEqual(seedUpdate(SPACE, 'user'));
  expect(seedUpdate(SPACE, 'user')).not.toEqual(seedUpdate(SPACE, 'workspace'));
  const { client } = Y.decodeUpdate(seedUpdate(SPACE, 'user')).structs[0]?.id ?? {};
  expect(client).toBeGreaterThan(0);
});

test('[S1] a user starts with three lists, a workspace and a project with two, each with a first section', () => {
  const user = replica('user').view;
  expect(user.lists('task')).toMatchObject([{ id: defaultList(), name: 'Personal Tasks' }]);
  expect(user.lists('pin')).toMatchObject([{ id: defaultList('pin'), name: 'Personal Pins' }]);
  expect(user.lists('dashboard')).toMatchObject([{ id: defaultList('dashboard'), name: 'My Dashboards' }]);
  expect(user.sections(defaultList())).toMatchObject([{ id: firstSection(), name: 'Section 1' }]);
  expect(user.sections(defaultList('pin'))).toHaveLength(1);
  expect(replica('workspace').view.lists('task')).toMatchObject([{ name: 'Workspace Tasks' }]);
  expect(replica('project').view.lists('pin')).toMatchObject([{ name: 'Project Pins' }]);
  expect(replica('project').view.lists('dashboard')).toEqual([]);
});

test('[S2] seeding twice changes nothing', () => {
  const space = replica();
  expect(writesDuring(space, () => Y.applyUpdate(space.doc, seedUpdate(SPACE, 'user')))).toBe(0);
  expect(space.view.lists('task')).toHaveLength(1);
});

test('[S2] two windows seed at once and one renames a default list: the name is kept, whoever comes last', () => {
  for (const order of [0, 1]) {
    const [a, b] = [replica(), replica()];
    got(renameContainer(order ? a : b, 'list', defaultList(), { name: 'Mine' }, surroundings()));
    sync(a, b);
    Y.applyUpdate(a.doc, seedUpdate(SPACE, 'user'));
    for (const { view } of [a, b]) expect(view.lists('task')).toMatchObject([{ name: 'Mine' }]);
  }
});

test('[S2] a default list that was deleted stays deleted when another window seeds', () => {
  const [a, b] = [replica(), replica('empty')];
  got(deleteRecord(a, { kind: 'list', id: defaultList() }, surroundings()));
  sync(a, b);
  Y.applyUpdate(b.doc, seedUpdate(SPACE, 'user'));
  expect(b.view.lists('task')).toEqual([]);
});
