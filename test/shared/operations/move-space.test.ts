// Moving to another space: the same ids there, a trace here.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId, type TaskId } from '../../../shared/ids';
import { History } from '../../../shared/operations/history';
import { createSection } from '../../../shared/operations/lists';
import { moveToSpace } from '../../../shared/operations/move-space';
import { createTask, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, purgeRecord, restoreRecord } from '../../../shared/operations/trash';
import {
  addTask,
  defaultList,
  failureOf,
  firstSection,
  got,
  poke,
  type Replica,
  replica,
  surroundings,
  sync,
} from '../replica';

const TEAM = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
const clock = surroundings('move');
const inTeam = { kind: 'section', id: firstSection('task', TEAM) } as const;
const shown = ({ view }: Replica, id: string) => {
  const record = view.record('task', asId<TaskId>(id));
  return record && !view.isDeleted(record) ? record : undefined;
};

test('[X1] a task goes with all that is under it, under the same ids, and leaves a trace that is in no trash', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const task = got(
    createTask(
      mine,
      { kind: 'section', id: firstSection() },
      { name: 'n', description: 'd', assigneeIds: [asId('ann')] },
      clock,
    ),
  );
  const child = addTask(mine, 'child', { kind: 'task', id: task });
  const gone = addTask(mine, 'gone', { kind: 'task', id: task });
  got(deleteRecord(mine, { kind: 'task', id: gone }, clock));
  poke(mine, 'task', task, 'labels', ['kept']);
  const before = mine.view.record('task', task);
  expect(got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock))).toBe(3);
  expect(team.view.record('task', task)).toMatchObject({
    name: 'n',
    description: 'd',
    assignees: ['ann'],
    parent: inTeam,
    status: before?.status,
  });
  expect(team.view.tasks({ kind: 'task', id: task }).map(({ id }) => id)).toEqual([child]);
  expect(team.doc.getMap('tasks').toJSON()[task]).toMatchObject({ labels: ['kept'] });
  expect(team.view.trash().map(({ id }) => id)).toEqual([gone]);
  expect(mine.view.record('task', task)).toMatchObject({ movedTo: TEAM, deleted: expect.anything() });
  expect(mine.view.trash()).toEqual([]);
  expect(shown(mine, child)).toBeUndefined();
  expect(failureOf(restoreRecord(mine, { kind: 'task', id: task }, clock))).toMatchObject({ kind: 'not-found' });
  expect(failureOf(purgeRecord(mine, { kind: 'task', id: task }, clock))).toMatchObject({ kind: 'not-found' });
});

test('[X2] it is made there before it is marked here: a crash between leaves two, and doing it again leaves one', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const task = addTask(mine, 'n');
  const untouched = Y.encodeStateAsUpdate(mine.doc);
  const order: string[] = [];
  team.doc.on('update', () => order.push('there'));
  mine.doc.on('update', () => order.push('here'));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  expect(order).toEqual(['there', 'here']);
  const crashed = replica('empty');
  Y.applyUpdate(crashed.doc, untouched);
  expect([shown(crashed, task), shown(team, task)].map((record) => record?.name)).toEqual(['n', 'n']);
  got(updateTask(team, task, { name: 'changed there' }, clock));
  expect(got(moveToSpace(crashed, { kind: 'task', id: task }, team, inTeam, clock))).toBe(0);
  expect(shown(crashed, task)).toBeUndefined();
  expect(team.view.tasks(inTeam)).toMatchObject([{ id: task, name: 'changed there' }]);
  expect(moveToSpace(crashed, { kind: 'task', id: task }, team, inTeam, clock)).toMatchObject({ changed: false });
});

test('[X3] an edit made offline here is not lost, and what was added offline follows when it is done again', () => {
  const [mine, offline, team] = [replica(), replica(), replica('project', TEAM)];
  const task = addTask(mine, 'n');
  sync(mine, offline);
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  got(updateTask(offline, task, { description: 'written offline' }, clock));
  const late = addTask(offline, 'late', { kind: 'task', id: task });
  sync(mine, offline);
  expect(mine.view.record('task', task)?.description).toBe('written offline');
  expect(shown(mine, late)).toBeUndefined();
  expect(got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock))).toBe(1);
  expect(team.view.tasks({ kind: 'task', id: task })).toMatchObject([{ id: late, name: 'late' }]);
});

test('[X2] what was lost there, by a backup that was put back, is made again from the trace, as it was', () => {
  const [mine, team, restored] = [replica(), replica('project', TEAM), replica('project', TEAM)];
  const task = addTask(mine, 'n');
  const child = addTask(mine, 'child', { kind: 'task', id: task });
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  expect(got(moveToSpace(mine, { kind: 'task', id: task }, restored, inTeam, clock))).toBe(2);
  for (const id of [task, child]) expect(shown(restored, id)).toMatchObject({ deleted: undefined, movedTo: undefined });
  expect(restored.view.tasks(inTeam)).toMatchObject([{ id: task }]);
});

test('[X4] what comes back to where it came from takes its trace over, with what it reads as now', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const task = addTask(mine, 'n');
  const child = addTask(mine, 'child', { kind: 'task', id: task });
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  got(updateTask(team, task, { name: 'new', description: 'text' }, clock));
  got(moveToSpace(team, { kind: 'task', id: task }, mine, { kind: 'section', id: firstSection() }, clock));
  expect(shown(team, task)).toBeUndefined();
  expect(shown(mine, task)).toMatchObject({ name: 'new', description: 'text', movedTo: undefined });
  expect(shown(mine, child)).toMatchObject({ parent: { kind: 'task', id: task } });
});

test('[X1, V3] where it cannot go it does not go', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const task = addTask(mine, 'n');
  const list = defaultList('task', TEAM);
  for (const [result, expected] of [
    [moveToSpace(mine, { kind: 'task', id: task }, mine, inTeam, clock), { faults: [{ type: 'same-space' }] }],
    [
      moveToSpace(mine, { kind: 'task', id: task }, team, { kind: 'list', id: list }, clock),
      { faults: [{ type: 'wrong-kind' }] },
    ],
    [
      moveToSpace(mine, { kind: 'task', id: task }, team, { kind: 'section', id: 'gone' }, clock),
      { kind: 'not-found', record: 'section' },
    ],
    [moveToSpace(mine, { kind: 'task', id: asId('gone') }, team, inTeam, clock), { kind: 'not-found', record: 'task' }],
    [
      moveToSpace(
        mine,
        { kind: 'section', id: firstSection() },
        team,
        { kind: 'list', id: defaultList('pin', TEAM) },
        clock,
      ),
      { kind: 'not-found' },
    ],
  ] as const) {
    expect(failureOf(result)).toMatchObject(expected);
  }
  expect(shown(mine, task)).toBeDefined();
  got(moveToSpace(mine, { kind: 'section', id: firstSection() }, team, { kind: 'list', id: list }, clock));
  expect(team.view.tasks({ kind: 'section', id: firstSection() })).toMatchObject([{ id: task }]);
  got(moveToSpace(mine, { kind: 'list', id: defaultList() }, team, { kind: 'lists' }, clock));
  expect(team.view.lists('task').map(({ id }) => id)).toEqual([list, defaultList()]);
});

test('[U6, U7, X1] a move to another space is undone as one: it is back here, and a trace there', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const history = new History((id) => [mine, team].find((space) => space.id === id), clock.now);
  const by = { ...clock, history };
  const task = addTask(mine, 'n');
  const child = addTask(mine, 'child', { kind: 'task', id: task });
  history.group(() => got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, by)));
  expect(history.undo()?.kept).toEqual([]);
  expect([shown(mine, task), shown(mine, child)].map((record) => record?.name)).toEqual(['n', 'child']);
  expect([shown(team, task), shown(team, child)]).toEqual([undefined, undefined]);
  expect(team.view.trash()).toEqual([]);
  expect(history.redo()?.kept).toEqual([]);
  expect(shown(mine, task)).toBeUndefined();
  expect(shown(team, child)).toBeDefined();
  expect(team.view.trash()).toEqual([]);
});

test('[D4] purging removes what is in the trash with all that lies under it, and keeps the traces of what was moved', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const section = got(createSection(mine, defaultList(), { name: 's' }, clock));
  const [stays, moved] = ['stays', 'moved'].map((name) => addTask(mine, name, { kind: 'section', id: section }));
  if (!stays || !moved) throw new Error('no tasks');
  const child = addTask(mine, 'child', { kind: 'task', id: stays });
  got(moveToSpace(mine, { kind: 'task', id: moved }, team, inTeam, clock));
  expect(failureOf(purgeRecord(mine, { kind: 'section', id: section }, clock))).toMatchObject({ kind: 'not-found' });
  got(deleteRecord(mine, { kind: 'section', id: section }, clock));
  expect(got(purgeRecord(mine, { kind: 'section', id: section }, clock))).toBe(3);
  for (const id of [section, stays, child])
    expect(mine.doc.getMap('tasks').has(id) || mine.doc.getMap('sections').has(id)).toBe(false);
  expect(mine.view.record('task', moved)?.movedTo).toBe(TEAM);
  expect(mine.view.trash()).toEqual([]);
});
