// A task that went to another space while one who is offline still has it: for tests of what comes of that.
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, type SpaceId, type TaskId } from '../../shared/ids';
import { moveToSpace } from '../../shared/operations/move-space';
import { createTask } from '../../shared/operations/tasks';
import { firstSection, got, type Replica, replica, surroundings, sync } from './replica';

/** The space that it goes to. */
export const TEAM = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
export const asDate = (text: string) => toIsoDate(Date.parse(text));
/** What every operation is handed here; its time goes on over all of them. */
export const clock = surroundings('move');
export const inTeam = { kind: 'section', id: firstSection('task', TEAM) } as const;
export const inMine = { kind: 'section', id: firstSection() } as const;

/** Brings one what another has, and nothing back. */
export function hear(one: Replica, another: Replica): void {
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(another.doc), 'remote');
}

/** A task that went to the team while one who is offline still has it. */
export function moved(): { mine: Replica; offline: Replica; team: Replica; task: TaskId } {
  const [mine, offline, team] = [replica(), replica(), replica('project', TEAM)];
  const task = got(
    createTask(mine, inMine, { name: 'n', description: 'one two', dueDate: asDate('2026-05-01T00:00:00.000Z') }, clock),
  );
  sync(mine, offline);
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inTeam, clock));
  return { mine, offline, team, task };
}
