// What is written late to a record that was moved to another space follows it there.
import { expect, test } from 'vitest';
import { toIsoDate } from '../../../shared/dates';
import { asId, type SpaceId, type TaskId } from '../../../shared/ids';
import { carryLateEdits } from '../../../shared/operations/late-edits';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, createTask, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord } from '../../../shared/operations/trash';
import { addTask, firstSection, got, type Replica, replica, surroundings, sync, writesDuring } from '../replica';

const TEAM = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
const asDate = (text: string) => toIsoDate(Date.parse(text));
const clock = surroundings('move');
const inTeam = { kind: 'section', id: firstSection('task', TEAM) } as const;
const inMine = { kind: 'section', id: firstSection() } as const;

/** A task that went to the team while one who is offline still has it. */
function moved(): { mine: Replica; offline: Replica; team: Replica; task: TaskId } {
  const [mine, offline, team] = [replica(), replica(), replica('project', TEAM)];
  const task = got(
    createTask(mine, inMine, { name: 'n', description: 'one two', dueDate: asDate('2026-05-01T00:00:00.000Z') }, clock),
  );
  sync(mine, offline);
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  return { mine, offline, team, task };
}

test('[X5] fields that were changed offline reach the record where it is now, once', () => {
  const { mine, offline, team, task } = moved();
  got(
    updateTask(offline, task, { name: 'late', status: 'completed', dueDate: null, description: 'one 😀 two' }, clock),
  );
  got(assign(offline, task, [asId('ann')], clock));
  sync(mine, offline);
  expect(carryLateEdits(mine, team, clock)).toBeGreaterThan(0);
  expect(team.view.record('task', task)).toMatchObject({
    name: 'late',
    status: 'completed',
    completed: expect.any(String),
    dueDate: undefined,
    description: 'one 😀 two',
    assignees: ['ann'],
    parent: inTeam,
    deleted: undefined,
  });
  expect(writesDuring(team, () => carryLateEdits(mine, team, clock))).toBe(0);
  got(updateTask(team, task, { name: 'n' }, clock));
  expect(carryLateEdits(mine, team, clock)).toBe(0);
  expect(carryLateEdits(offline, team, clock)).toBe(0);
});

test('[X5] what someone has written there since the move stays, also right after it and what is new there', () => {
  const { mine, offline, team, task } = moved();
  got(updateTask(team, task, { startDate: asDate('2026-04-01T00:00:00.000Z'), name: 'theirs' }, clock));
  got(updateTask(team, task, { description: 'one two three' }, clock));
  got(
    updateTask(
      offline,
      task,
      { name: 'late', startDate: asDate('2026-01-01T00:00:00.000Z'), priority: 'high', description: 'one' },
      clock,
    ),
  );
  sync(mine, offline);
  carryLateEdits(mine, team, clock);
  expect(team.view.record('task', task)).toMatchObject({
    name: 'theirs',
    startDate: asDate('2026-04-01T00:00:00.000Z'),
    priority: 'high',
    description: 'one two three',
  });
  expect(mine.view.record('task', task)).toMatchObject({ name: 'late', description: 'one' });
});

test('[X5] two windows that bring it at once come to the same, and nothing is brought where nothing was written late', () => {
  const { mine, offline, team, task } = moved();
  expect(writesDuring(team, () => carryLateEdits(mine, team, clock))).toBe(0);
  const other = replica('empty', TEAM);
  sync(team, other);
  got(updateTask(offline, task, { name: 'late', description: 'one two late' }, clock));
  sync(mine, offline);
  carryLateEdits(mine, team, clock);
  carryLateEdits(offline, other, clock);
  sync(team, other);
  for (const { view } of [team, other])
    expect(view.record('task', task)).toMatchObject({ name: 'late', description: 'one two late' });
  expect(carryLateEdits(mine, team, clock) + carryLateEdits(offline, other, clock)).toBe(0);
});

test('[X6] what was added offline under it goes to it, parents first, and in the trash what was there', () => {
  const { mine, offline, team, task } = moved();
  const child = addTask(offline, 'child', { kind: 'task', id: task });
  const grandchild = addTask(offline, 'grandchild', { kind: 'task', id: child });
  const gone = addTask(offline, 'gone', { kind: 'task', id: task });
  got(deleteRecord(offline, { kind: 'task', id: gone }, clock));
  sync(mine, offline);
  expect(carryLateEdits(mine, team, clock)).toBe(3);
  expect(team.view.tasks({ kind: 'task', id: task }).map(({ id }) => id)).toEqual([child]);
  expect(team.view.tasks({ kind: 'task', id: child }).map(({ id }) => id)).toEqual([grandchild]);
  expect(team.view.trash().map(({ id }) => id)).toEqual([gone]);
  expect(mine.view.record('task', child)).toMatchObject({ movedTo: TEAM });
  expect(carryLateEdits(mine, team, clock)).toBe(0);
});

test('[X5, X6] nothing is made again of what is gone there or has gone on from there', () => {
  const { mine, offline, task } = moved();
  addTask(offline, 'child', { kind: 'task', id: task });
  got(updateTask(offline, task, { name: 'late' }, clock));
  sync(mine, offline);
  const without = replica('project', TEAM);
  expect(writesDuring(without, () => carryLateEdits(mine, without, clock))).toBe(0);
  expect(carryLateEdits(mine, mine, clock)).toBe(0);
});

test('[X7] moved both ways at once, it is in one of the two, whoever brings it', () => {
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  sync(team, far);
  sync(mine, offline);
  // One brings it back, while another moves it there once more.
  got(moveToSpace(offline, { kind: 'task', id: task }, team, inTeam, clock));
  got(moveToSpace(far, { kind: 'task', id: task }, offline, inMine, clock));
  const again = surroundings('move');
  got(updateTask(offline, task, { name: 'back' }, again));
  got(moveToSpace(offline, { kind: 'task', id: task }, team, inTeam, again));
  sync(mine, offline);
  sync(team, far);
  for (const [from, to] of [
    [mine, team],
    [team, mine],
    [far, offline],
    [offline, far],
  ] as const)
    carryLateEdits(from, to, clock);
  sync(mine, offline);
  sync(team, far);
  const living = [mine, team].filter(({ view }) => view.record('task', task)?.movedTo === undefined);
  expect(living).toHaveLength(1);
});
