// What was made before there was an account comes into the personal space: once, whole, as often as one looks.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { adoptSpace } from '../../../shared/operations/adopt';
import { createList, renameContainer } from '../../../shared/operations/lists';
import { createPin } from '../../../shared/operations/pins';
import { updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import {
  addTask,
  defaultList,
  firstSection,
  got,
  poke,
  type Replica,
  replica,
  surroundings,
  sync,
  writesDuring,
} from '../replica';

const LOCAL = asId<SpaceId>('local');
const USER = '5f0c0f1e-0000-4000-8000-00000000000a';
const owner = { before: asId<UserId>('local'), now: asId<UserId>(USER) };
const now = () => toIsoDate(Date.UTC(2026, 0, 2));
const there = { kind: 'section', id: firstSection('task', LOCAL) } as const;
const here = { kind: 'section', id: firstSection('task', asId(USER)) } as const;

const local = () => replica('user', LOCAL);
const personal = () => replica('user', asId(USER));
const adopt = (from: Replica, into: Replica) => adoptSpace(from, into, owner, { now });
const names = ({ view }: Replica) => view.tasks(here).map(({ name }) => name);
const lists = ({ view }: Replica) => view.lists('task').map(({ name }) => name);

test('[A1] everything stands in the personal default lists, after what was there, in order; the old ones are gone', () => {
  const [from, into] = [local(), personal()];
  addTask(into, 'Own', here);
  const first = addTask(from, 'First', there);
  addTask(from, 'Second', there);
  addTask(from, 'Under', { kind: 'task', id: first });
  got(
    createPin(
      from,
      firstSection('pin', LOCAL),
      { name: 'Site', pinType: 'url', url: 'https://example.org' },
      surroundings(),
    ),
  );
  const other = got(createList(from, { name: 'Trips', listKind: 'task' }, surroundings()));
  adopt(from, into);
  expect(names(into)).toEqual(['Own', 'First', 'Second']);
  expect(into.view.tasks({ kind: 'task', id: first }).map(({ name }) => name)).toEqual(['Under']);
  expect(into.view.pins(firstSection('pin', asId(USER))).map(({ name }) => name)).toEqual(['Site']);
  expect(lists(into)).toEqual(['Personal Tasks', 'Trips']);
  expect(into.view.record('list', other.list)?.name).toBe('Trips');
  for (const kind of ['pin', 'dashboard'] as const) expect(into.view.lists(kind)).toHaveLength(1);
  expect(into.view.trash()).toEqual([]);
  expect(from.view.tasks(there)).toHaveLength(2);
});

test('[A2] again it writes nothing', () => {
  const [from, into] = [local(), personal()];
  addTask(from, 'Once', there);
  adopt(from, into);
  expect(writesDuring(into, () => adopt(from, into))).toBe(0);
});

test('[A2] it brings what is written to the retired space later, merged field by field', () => {
  const [from, into] = [local(), personal()];
  const task = addTask(from, 'Before', there);
  adopt(from, into);
  got(updateTask(into, task, { name: 'Renamed in the account' }, surroundings()));
  addTask(from, 'Late', there);
  got(updateTask(from, task, { priority: 'high' }, surroundings()));
  adopt(from, into);
  expect(names(into)).toEqual(['Renamed in the account', 'Late']);
  expect(into.view.record('task', task)?.priority).toBe('high');
});

test('[A2] two windows that do it at once double nothing', () => {
  const [from, one, two] = [local(), personal(), personal()];
  for (const name of ['a', 'b', 'c']) addTask(from, name, there);
  adopt(from, one);
  adopt(from, two);
  sync(one, two);
  expect([...names(one)].sort()).toEqual(['a', 'b', 'c']);
  expect(names(two)).toEqual(names(one));
  expect(lists(one)).toEqual(['Personal Tasks']);
  adopt(from, one);
  expect(writesDuring(one, () => adopt(from, one))).toBe(0);
});

test('[A2] ended after the merge and done again, all of it stands where it should', () => {
  const [from, into] = [local(), personal()];
  addTask(from, 'Once', there);
  Y.applyUpdate(into.doc, Y.encodeStateAsUpdate(from.doc), 'move');
  adopt(from, into);
  expect(names(into)).toEqual(['Once']);
  expect(lists(into)).toEqual(['Personal Tasks']);
});

test('[A2] what was moved on in the account stays there', () => {
  const [from, into] = [local(), personal()];
  const task = addTask(from, 'Moved on', there);
  adopt(from, into);
  const parent = addTask(into, 'Parent', here);
  poke(into, 'task', task, 'place', { task: parent, order: 'a0' });
  adopt(from, into);
  expect(names(into)).toEqual(['Parent']);
});

test('[A2] the spaces of two machines come into one, each whole', () => {
  const [one, two, into] = [local(), local(), personal()];
  addTask(one, 'Of one', there);
  addTask(two, 'Of two', there);
  got(renameContainer(one, 'list', defaultList('task', LOCAL), { name: 'Shopping' }, surroundings()));
  adopt(one, into);
  adopt(two, into);
  expect(lists(into)).toEqual(['Personal Tasks', 'Shopping']);
  expect(names(into)).toEqual(['Of two']);
  expect(into.view.tasks(there).map(({ name }) => name)).toEqual(['Of one']);
});

test('[A3] a renamed list is a list of its own, and trash is trash that can be taken back', () => {
  const [from, into] = [local(), personal()];
  const gone = addTask(from, 'Gone', there);
  got(deleteRecord(from, { kind: 'task', id: gone }, surroundings()));
  adopt(from, into);
  expect(names(into)).toEqual([]);
  expect(into.view.trash().map(({ name }) => name)).toEqual(['Gone']);
  got(restoreRecord(into, { kind: 'task', id: gone }, surroundings()));
  expect(names(into)).toEqual(['Gone']);

  const renamed = local();
  got(renameContainer(renamed, 'section', firstSection('task', LOCAL), { name: 'Garden' }, surroundings()));
  addTask(renamed, 'Weed', there);
  const other = personal();
  adopt(renamed, other);
  expect(lists(other)).toEqual(['Personal Tasks']);
  expect(other.view.sections(defaultList('task', asId(USER))).map(({ name }) => name)).toEqual(['Section 1', 'Garden']);
  expect(other.view.tasks(there).map(({ name }) => name)).toEqual(['Weed']);
});

test('[A4] who one was becomes who one is', () => {
  const [from, into] = [local(), personal()];
  const mine = addTask(from, 'Mine', there);
  poke(from, 'task', mine, 'assignee:local', true);
  adopt(from, into);
  expect(into.view.record('task', mine)?.assignees).toEqual([USER]);
  expect(writesDuring(into, () => adopt(from, into))).toBe(0);
});
