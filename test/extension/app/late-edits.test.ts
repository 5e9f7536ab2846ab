// What is written late to a record that went to another space follows it, as long as both spaces are open and may be written to.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { accountKey } from '../../../extension/app/account';
import type { KnownSpace } from '../../../extension/app/known-spaces';
import { asId, type SpaceId } from '../../../shared/ids';
import { moveToSpace } from '../../../shared/operations/move-space';
import { seedUpdate } from '../../../shared/operations/seed';
import { updateTask } from '../../../shared/operations/tasks';
import { addTask, firstSection, got, replica, surroundings } from '../../shared/replica';
import { DeskPlace } from '../../support/desk-place';

const [ME, TEAM] = ['u', 'team'].map((id) => asId<SpaceId>(id)) as [SpaceId, SpaceId];

test.each([
  ['contributor', 'late'],
  ['viewer', 'n'],
] as const)('[X5] a %s reads the name "%s" there', async (role, name) => {
  await using place = new DeskPlace();
  const keeper = place.accounts.keeper();
  const account = { url: 'http://127.0.0.1:1', user: { id: asId<never>(ME), name: 'Ada' } };
  const known: KnownSpace = { id: TEAM, kind: 'workspace', role, workspace: undefined };
  keeper.keepSpaces(accountKey(account), [{ ...known }]);
  await keeper.save(account, 'token');
  const { desk, environment } = await place.window();
  const [mine, team] = [desk.space(ME)?.replica, desk.space(TEAM)?.replica];
  if (!mine || !team) throw new Error('the spaces are not open');
  team.apply(seedUpdate(TEAM, 'workspace'), 'seed');
  const task = addTask(mine, 'n', { kind: 'section', id: firstSection('task', ME) });
  const offline = replica('empty', ME);
  Y.applyUpdate(offline.doc, Y.encodeStateAsUpdate(mine.doc));
  const section = { kind: 'section', id: firstSection('task', TEAM) } as const;
  got(moveToSpace(mine, { kind: 'task', id: task }, team, section, surroundings()));
  got(updateTask(offline, task, { name: 'late' }, surroundings()));
  mine.apply(Y.encodeStateAsUpdate(offline.doc), 'remote');
  expect(team.view.record('task', task)?.name).toBe('n');
  environment.time.pass(5_000);
  expect(team.view.record('task', task)?.name).toBe(name);
  // And again what is written later, which is all that is gone through then.
  got(updateTask(offline, task, { name: `${name}r` }, surroundings()));
  mine.apply(Y.encodeStateAsUpdate(offline.doc), 'remote');
  environment.time.pass(5_000);
  expect(team.view.record('task', task)?.name).toBe(role === 'viewer' ? name : `${name}r`);
});
