// Records that are moved to another space and back, by people who have not heard of one another: in one place, with what was written last.
import { expect, test } from 'vitest';
import { asId, type SpaceId } from '../../../shared/ids';
import { carryLateEdits, sweepMoves } from '../../../shared/operations/late-edits';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, moveTask, unassign, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import { asDate, clock, hear, inMine, inTeam, moved, TEAM } from '../moved';
import { addTask, firstSection, got, poke, replica, surroundings, sync } from '../replica';

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

test('[X4, X9] what is moved back before the mark of its going has come brings what was written to it, and what is written to it later follows', () => {
  // Seed 1699 of two spaces: "w11" was made here, "w36" written there; one who had no mark here moved it back, one who had none there wrote "w75".
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  got(updateTask(team, task, { name: 'w36', dueDate: null }, clock));
  sync(team, far);
  got(moveToSpace(far, { kind: 'task', id: task }, offline, inMine, surroundings('command')));
  const back = { dueDate: undefined, movedTo: undefined, deleted: undefined };
  expect(offline.view.record('task', task)).toMatchObject({ ...back, name: 'w36' });
  expect(moveToSpace(far, { kind: 'task', id: task }, offline, inMine, clock)).toMatchObject({ changed: false });
  got(updateTask(team, task, { name: 'w75', priority: 'high' }, clock));
  sync(mine, offline);
  sync(team, far);
  // The marks are compared by their times.
  poke(far, 'task', task, 'deleted', asDate('2027-01-01T00:00:00.000Z'));
  sync(team, far);
  for (const one of [mine, offline]) for (const other of [team, far]) carryLateEdits(other, one, clock);
  sync(mine, offline);
  expect(mine.view.record('task', task)).toMatchObject({ ...back, name: 'w75', priority: 'high' });
  expect(carryLateEdits(team, mine, clock) + carryLateEdits(mine, team, clock)).toBe(0);
});

/** A task that went to the team and came back, while some in either space have heard of nothing. */
function returned() {
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  sync(team, far);
  const before = replica('empty');
  hear(before, mine);
  got(updateTask(team, task, { priority: 'high' }, clock));
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inMine, clock));
  return { mine, offline, team, far, before, task };
}

test('[X9] what is written late to a record that has come back follows it, also in a field that is as old as the record', () => {
  const { mine, team, far, task } = returned();
  const late = { name: 'late', status: 'review', dueDate: asDate('2026-09-09T00:00:00.000Z') } as const;
  got(updateTask(far, task, { ...late, startDate: late.dueDate }, clock));
  hear(team, far);
  expect(carryLateEdits(team, mine, clock)).toBe(4);
  expect(mine.view.record('task', task)).toMatchObject({ ...late, startDate: late.dueDate });
  got(updateTask(far, task, { name: 'later', dueDate: null }, clock));
  hear(team, far);
  expect(carryLateEdits(team, mine, clock)).toBe(2);
  expect(mine.view.record('task', task)).toMatchObject({ name: 'later', dueDate: undefined });
  expect(carryLateEdits(team, mine, clock)).toBe(0);
});

test('[X9] what is written where a record has come back stays, by who knows of it and by who does not, also what is removed', () => {
  const { mine, offline, team, far, task } = returned();
  got(updateTask(mine, task, { dueDate: null, priority: 'none' }, clock));
  got(updateTask(offline, task, { name: 'here' }, clock));
  got(updateTask(far, task, { name: 'there', dueDate: asDate('2026-09-09T00:00:00.000Z'), priority: 'low' }, clock));
  sync(mine, offline);
  sync(team, far);
  expect(carryLateEdits(team, mine, clock)).toBe(0);
  const here = { name: 'here', dueDate: undefined, priority: 'none' };
  for (const { view } of [mine, offline]) expect(view.record('task', task)).toMatchObject(here);
  // And it goes to the team once more with that.
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  expect(team.view.record('task', task)).toMatchObject({ ...here, movedTo: undefined });
});

test('[X9] who moves it with a trace, or a record, from before it came back brings nothing older over what is there', () => {
  for (const knows of ['the mark', 'nothing'] as const) {
    const { mine, offline, team, before, task } = returned();
    const stale = knows === 'the mark' ? before : offline;
    got(moveToSpace(stale, { kind: 'task', id: task }, team, inTeam, surroundings('command')));
    // To who knows the mark it is in neither: it has come back here, which has not come yet.
    const movedTo = knows === 'the mark' ? mine.id : undefined;
    expect(team.view.record('task', task)).toMatchObject({ priority: 'high', movedTo });
    sync(mine, offline, before);
    for (const one of [mine, offline]) {
      carryLateEdits(one, team, clock);
      carryLateEdits(team, one, clock);
    }
    sync(mine, offline, before);
    const living = [mine, team]
      .flatMap(({ view }) => view.record('task', task) ?? [])
      .filter(({ movedTo }) => !movedTo);
    expect(living).toMatchObject([{ priority: 'high' }]);
  }
});

test('[X9] what was written here before it was moved back by one who had not heard that it went stays, also where it comes from it is not', () => {
  // Seed 199 of two spaces under fire.
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  sync(team, far);
  got(assign(offline, task, [asId('ann')], clock));
  got(moveToSpace(team, { kind: 'task', id: task }, offline, inMine, clock));
  sync(mine, offline);
  got(moveToSpace(far, { kind: 'task', id: task }, mine, inMine, clock));
  expect(mine.view.record('task', task)).toMatchObject({ assignees: ['ann'], movedTo: undefined });
});

test('[X9] what goes back with what it stands under brings what was written to it, to who has it from before it went', () => {
  // Seed 38 of two spaces under fire.
  const { mine, offline, team, task } = moved();
  const child = addTask(mine, 'child');
  hear(offline, mine);
  const before = replica('empty');
  hear(before, mine);
  got(moveToSpace(mine, { kind: 'task', id: child }, team, inTeam, clock));
  got(updateTask(team, child, { name: 'there' }, clock));
  const far = replica('empty', TEAM);
  sync(team, far);
  got(moveToSpace(far, { kind: 'task', id: task }, before, inMine, clock));
  got(moveTask(team, child, { kind: 'task', id: task }, {}, clock));
  sync(team, far);
  carryLateEdits(far, before, clock);
  expect(before.view.record('task', child)).toMatchObject({ name: 'there' });
  sync(mine, before);
  carryLateEdits(far, mine, clock);
  expect(mine.view.record('task', child)).toMatchObject({ name: 'there' });
});

test('[X9] what a copy was made with, that knew less than the record it was made from, does not come over that', () => {
  // Which of two copies that are made at once counts is decided by ids that derive from what is in them: several, so that each does once.
  for (let day = 10; day < 16; day++) {
    const [mine, old, before] = [replica(), replica('empty'), replica('empty')];
    const [team, far] = [replica('project', TEAM), replica('project', TEAM)];
    const task = addTask(mine, 'old');
    hear(old, mine);
    got(updateTask(mine, task, { name: `new ${day}` }, clock));
    hear(before, mine);
    got(moveToSpace(old, { kind: 'task', id: task }, far, inTeam, clock));
    got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
    sync(team, far);
    got(moveToSpace(team, { kind: 'task', id: task }, before, inMine, clock));
    sync(mine, old, before);
    carryLateEdits(team, mine, clock);
    carryLateEdits(team, mine, clock);
    expect(mine.view.record('task', task)).toMatchObject({ name: `new ${day}`, movedTo: undefined });
  }
});

test('[X9] what was brought after it came back goes on with it, and gives way to what someone writes there', () => {
  const [mine, team] = [replica(), replica('project', TEAM)];
  const third = replica('project', asId<SpaceId>('7d444840-9dc0-11d1-b245-5ffdce74fad2'));
  const task = addTask(third, 'n', { kind: 'section', id: firstSection('task', third.id) });
  const late = replica('empty', third.id);
  hear(late, third);
  const ref = { kind: 'task', id: task } as const;
  got(moveToSpace(third, ref, mine, inMine, clock));
  got(moveToSpace(mine, ref, team, inTeam, clock));
  got(moveToSpace(team, ref, mine, inMine, clock));
  got(updateTask(late, task, { name: 'late', priority: 'high' }, clock));
  hear(third, late);
  // Two fields, and the third space hears where it is now.
  expect(carryLateEdits(third, mine, clock)).toBe(3);
  // Another brings it to the team meanwhile, and names it; of two who write at once the higher id counts.
  const [far, here] = [replica('empty', TEAM), replica('empty')];
  hear(far, team);
  hear(here, mine);
  [team.doc.clientID, far.doc.clientID] = [2 ** 32 - 1, 5];
  got(moveToSpace(here, ref, far, inTeam, clock));
  got(updateTask(far, task, { name: 'there' }, clock));
  got(moveToSpace(mine, ref, team, inTeam, clock));
  expect(team.view.record('task', task)).toMatchObject({ name: 'late', priority: 'high' });
  sync(team, far);
  expect(team.view.record('task', task)).toMatchObject({ name: 'there', priority: 'high' });
});

test('[X7] what two move on at once, each with traces in both spaces, is in one', () => {
  // Seed 34 of two spaces under fire: each took the mark of one space away, and it was in both.
  const { mine, team, before, task } = returned();
  const far = replica('empty', TEAM);
  sync(team, far);
  // To one the record is in the team still, to the other it is here: each has heard of one mark only, and moves it on.
  got(moveToSpace(before, { kind: 'task', id: task }, far, inTeam, surroundings('command')));
  hear(mine, before);
  sync(team, far);
  sync(mine, before);
  for (const [from, to] of [
    [mine, team],
    [team, mine],
    [before, far],
    [far, before],
  ] as const)
    carryLateEdits(from, to, clock);
  sync(mine, before);
  sync(team, far);
  const living = [mine, team].filter(({ view }) => view.record('task', task)?.movedTo === undefined);
  expect(living).toHaveLength(1);
});

test('[X7] what came back from the trash of another space is where it was made, whatever the ids of the spaces', () => {
  // Seed 94 of two spaces under fire: what is in the trash has no time of its move.
  for (const [here, there] of [
    [replica(), replica('project', TEAM)],
    [replica('project', TEAM), replica()],
  ] as const) {
    const inHere = { kind: 'section', id: firstSection('task', here.id) } as const;
    const inThere = { kind: 'section', id: firstSection('task', there.id) } as const;
    const parent = addTask(here, 'parent', inHere);
    const task = addTask(here, 'n', { kind: 'task', id: parent });
    got(deleteRecord(here, { kind: 'task', id: task }, clock));
    got(moveToSpace(here, { kind: 'task', id: parent }, there, inThere, clock));
    const late = replica('empty', here.id);
    hear(late, here);
    got(moveToSpace(there, { kind: 'task', id: parent }, here, inHere, clock));
    // Who has not heard that it is back sees two traces.
    carryLateEdits(late, there, clock);
    expect(there.view.record('task', task)).toMatchObject({ movedTo: here.id });
    carryLateEdits(there, late, clock);
    sync(here, late);
    expect(late.view.record('task', task)).toMatchObject({ deleted: expect.any(String), movedTo: undefined });
    expect(there.view.record('task', task)).toMatchObject({ movedTo: here.id });
  }
});

test('[X5] letters that come home before those that were typed there are there once in the end', () => {
  // Seed 30 of two spaces under fire.
  const { mine, offline, team, task } = moved();
  got(updateTask(offline, task, { description: 'one 😀 late two' }, clock));
  const knowing = replica('empty');
  for (const window of [mine, offline]) hear(knowing, window);
  carryLateEdits(knowing, team, clock);
  // Who has not heard of the late letters moves it back; they come with the document that they were typed in.
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inMine, clock));
  expect(mine.view.record('task', task)?.description).toBe('one two');
  got(updateTask(mine, task, { description: 'one two more' }, clock));
  sync(mine, offline);
  carryLateEdits(team, mine, clock);
  sync(mine, offline);
  for (const { view } of [mine, offline]) expect(view.record('task', task)?.description).toBe('one 😀 late two more');
  expect(carryLateEdits(team, offline, clock)).toBe(0);
});

test('[X9] who moves it as it was before an edit that went already brings nothing older over that', () => {
  // Seed 105 of two spaces.
  const [mine, offline, team] = [replica(), replica('empty'), replica('project', TEAM)];
  const task = addTask(mine, 'old');
  hear(offline, mine);
  got(updateTask(mine, task, { name: 'new' }, clock));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  const far = replica('empty', TEAM);
  hear(far, team);
  got(moveToSpace(offline, { kind: 'task', id: task }, far, inTeam, surroundings('command')));
  expect(far.view.record('task', task)).toMatchObject({ name: 'new', movedTo: undefined });
  sync(mine, offline);
  sync(team, far);
  expect(carryLateEdits(mine, team, clock)).toBe(0);
  expect(team.view.record('task', task)).toMatchObject({ name: 'new', movedTo: undefined });
});

test('[X4, X9] what was removed here after it had gone, and has not come yet, does not come back from elsewhere', () => {
  // Seed 648 of three spaces.
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  hear(far, team);
  got(updateTask(offline, task, { startDate: asDate('2026-02-02T00:00:00.000Z') }, clock));
  got(moveToSpace(offline, { kind: 'task', id: task }, far, inTeam, clock));
  got(moveToSpace(far, { kind: 'task', id: task }, offline, inMine, clock));
  got(updateTask(offline, task, { startDate: null }, clock));
  carryLateEdits(far, mine, clock);
  sync(mine, offline);
  for (const { view } of [mine, offline])
    expect(view.record('task', task)).toMatchObject({ startDate: undefined, movedTo: undefined });
});

test('[M7, X5] what was typed after letters that come home is in one place, for who has those and for who has not', () => {
  // Seed 7 of two spaces: two windows put it between different ones, and saw different texts ever after.
  const { mine, offline, team, task } = moved();
  got(updateTask(offline, task, { description: 'one late two' }, clock));
  const knowing = replica('empty');
  for (const window of [mine, offline]) hear(knowing, window);
  carryLateEdits(knowing, team, clock);
  got(updateTask(team, task, { description: 'one late, there two' }, clock));
  const far = replica('empty', TEAM);
  hear(far, team);
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inMine, clock));
  got(moveToSpace(far, { kind: 'task', id: task }, knowing, inMine, clock));
  sync(mine, offline, knowing);
  sync(team, far);
  for (const one of [mine, knowing]) carryLateEdits(team, one, clock);
  sync(mine, offline, knowing);
  for (const { view } of [mine, offline, knowing])
    expect(view.record('task', task)?.description).toBe('one late, there two');
});

test('[X9] what was removed where who moves it there has not got the record yet stays removed', () => {
  // Seed 1280 of two spaces: the record is the same one there, and what was typed into it, and taken away, came back by that.
  const { mine, offline, team, task } = moved();
  hear(offline, mine);
  const far = replica('project', TEAM);
  got(assign(team, task, [asId('ann')], clock));
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inMine, clock));
  hear(offline, mine);
  got(moveToSpace(offline, { kind: 'task', id: task }, far, inTeam, surroundings('command')));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  got(unassign(team, task, [asId('ann')], clock));
  sync(mine, offline);
  sync(team, far);
  for (const one of [mine, offline]) carryLateEdits(one, team, clock);
  sync(team, far);
  for (const { view } of [team, far])
    expect(view.record('task', task)).toMatchObject({ assignees: [], movedTo: undefined });
});

test('[X10] who moves it on to a space that has not come yet makes it there anew: it is one record everywhere, with what that one has', () => {
  const { mine, offline, team, task } = moved();
  got(updateTask(team, task, { name: 'there' }, clock));
  const early = replica();
  got(moveToSpace(team, { kind: 'task', id: task }, early, inMine, clock));
  got(updateTask(offline, task, { priority: 'high' }, clock));
  sync(mine, offline, early);
  carryLateEdits(team, mine, clock);
  for (const { view } of [mine, offline, early])
    expect(view.record('task', task)).toMatchObject({ name: 'there', priority: 'none', movedTo: undefined });
  expect(team.view.record('task', task)).toMatchObject({ movedTo: mine.id });
});

test('[X7, X10] what is made anew of a trace, where it was before and has gone on from, is in one place all the same: where it went', () => {
  // Seed 4384 of three spaces: what took the other's place knew nothing of its last move.
  const third = asId<SpaceId>('3d813cbb-47fb-32ba-91df-831e1593ac29');
  const { mine, team, task } = moved();
  const far = replica('empty', TEAM);
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inMine, clock));
  sync(team, far);
  const beyond = replica('project', third);
  const inThird = { kind: 'section', id: firstSection('task', third) } as const;
  got(moveToSpace(mine, { kind: 'task', id: task }, beyond, inThird, clock));
  const early = replica();
  got(moveToSpace(far, { kind: 'task', id: task }, early, inMine, clock));
  sync(mine, early);
  sync(team, far);
  expect(mine.view.record('task', task)?.movedTo).toBeUndefined();
  sweepMoves([mine, team, beyond], clock);
  sync(mine, early);
  expect(beyond.view.record('task', task)).toMatchObject({ name: 'n', movedTo: undefined });
  for (const { view } of [mine, early, team]) expect(view.record('task', task)).toMatchObject({ movedTo: third });
  expect(sweepMoves([mine, team, beyond], clock)).toBe(0);
});

test('[X7] what is in the trash there does not come back visible, and who restores a trace does not make two of it', () => {
  const { mine, offline, team, task } = moved();
  const far = replica('empty', TEAM);
  sync(team, far);
  const child = addTask(far, 'child', { kind: 'task', id: task });
  got(deleteRecord(far, { kind: 'task', id: child }, clock));
  got(moveToSpace(far, { kind: 'task', id: task }, mine, inMine, clock));
  sync(mine, offline);
  // It comes back to the team, while another team member, who has not heard, moves it here once more.
  got(moveToSpace(mine, { kind: 'task', id: task }, far, inTeam, clock));
  got(moveToSpace(far, { kind: 'task', id: task }, offline, inMine, surroundings('move')));
  sync(mine, offline);
  sync(team, far);
  for (const [from, to] of [
    [mine, team],
    [team, mine],
    [mine, team],
    [team, mine],
  ] as const)
    carryLateEdits(from, to, clock);
  const living = [mine, team].filter(({ view }) => view.record('task', task)?.movedTo === undefined);
  expect(living).toHaveLength(1);
  for (const { view } of [mine, team]) {
    const record = view.record('task', child);
    expect(record === undefined || record.deleted !== undefined).toBe(true);
  }
});

test('[X7] a trace that someone restored from the trash, not knowing that it had moved, is marked again', () => {
  const { mine, offline, team, task } = moved();
  got(deleteRecord(offline, { kind: 'task', id: task }, clock));
  got(restoreRecord(offline, { kind: 'task', id: task }, clock));
  poke(mine, 'task', task, 'deleted', undefined);
  sync(mine, offline);
  carryLateEdits(mine, team, clock);
  expect(mine.view.record('task', task)).toMatchObject({ deleted: expect.any(String), movedTo: TEAM });
  expect(team.view.record('task', task)).toMatchObject({ deleted: undefined, movedTo: undefined });
});
