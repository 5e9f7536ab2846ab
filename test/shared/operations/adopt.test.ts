// What was made before there was an account comes into the personal space: once, whole, as often as one looks.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { adoptSpace } from '../../../shared/operations/adopt';
import { sweepMoves } from '../../../shared/operations/late-edits';
import { createList, renameContainer } from '../../../shared/operations/lists';
import { moveToSpace } from '../../../shared/operations/move-space';
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

test('[A2, X5, X9] what was typed before in what went elsewhere, or came from there, is there once however it goes on', () => {
  const TEAM = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
  const inTeam = { kind: 'section', id: firstSection('task', TEAM) } as const;
  const clock = surroundings();
  for (const madeIn of ['here', 'there'] as const) {
    for (const then of ['is written late there', 'moves there', 'moves there and is written late', 'went'] as const) {
      const [from, into, team, offline] = [local(), personal(), replica('project', TEAM), replica('empty', TEAM)];
      const task = addTask(madeIn === 'here' ? from : team, 'n', madeIn === 'here' ? there : inTeam);
      const ref = { kind: 'task', id: task } as const;
      const type = (space: Replica, more: (text: string) => string) => {
        const text = space.view.record('task', task)?.description ?? '';
        got(updateTask(space, task, { description: more(text) }, clock));
      };
      type(madeIn === 'here' ? from : team, () => 'one two');
      const kept = replica('empty', LOCAL);
      sync(kept, from);
      if (madeIn === 'here') got(moveToSpace(from, ref, team, inTeam, clock));
      sync(offline, team);
      if (then === 'went') {
        if (madeIn === 'there') got(moveToSpace(team, ref, from, there, clock));
        type(madeIn === 'here' ? kept : offline, (text) => `late ${text}`);
        sync(...(madeIn === 'here' ? [kept, from] : [offline, team]));
        adopt(from, into);
      } else {
        got(moveToSpace(team, ref, from, there, clock));
        type(from, (text) => `${text} there`);
        adopt(from, into);
        type(into, (text) => `${text} here`);
        if (then.startsWith('moves there')) got(moveToSpace(into, ref, team, inTeam, clock));
        if (then.endsWith('late') || then.endsWith('late there')) type(offline, (text) => `late ${text}`);
        sync(offline, team);
      }
      while (sweepMoves([into, team], clock) > 0);
      const at = then.startsWith('moves') || (then === 'went' && madeIn === 'here') ? team : into;
      const late = then === 'moves there' ? '' : 'late ';
      const typed = then === 'went' ? 'one two' : 'one two there here';
      expect(at.view.record('task', task), `${madeIn} ${then}`).toMatchObject({
        description: late + typed,
        movedTo: undefined,
      });
    }
  }
});
