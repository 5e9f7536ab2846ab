// What was made on this machine alone moves into the account that signs in: once, whole, whoever writes or dies meanwhile. Over real files.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, accountKey } from '../../../extension/app/account';
import type { LocalReplica } from '../../../extension/app/local-replica';
import { asId, type SpaceId } from '../../../shared/ids';
import { addTask, firstSection } from '../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../support/desk-place';
import { MemoryReplicaStore } from '../../support/memory-replica-store';
import { waitFor } from '../../support/wait';

let place: DeskPlace;
const stray: LocalReplica[] = [];
beforeEach(() => {
  place = new DeskPlace();
});
afterEach(async () => {
  for (const replica of stray.splice(0)) await replica.close();
  await place[Symbol.asyncDispose]();
});

/** Nobody listens there. */
const account = (id: string, name: string): Account => ({
  url: 'http://127.0.0.1:1',
  user: { id: asId(`5f0c0f1e-0000-4000-8000-00000000000${id}`), name },
});
const ADA = account('a', 'Ada');
const BOB = account('b', 'Bob');
const SECTION = { kind: 'section', id: firstSection('task', asId<SpaceId>('local')) } as const;

async function signIn(window: DeskWindow, who: Account): Promise<void> {
  await place.accounts.keeper().save(who, 'token');
  await waitFor(`the window of ${who.user.name}`, () => window.desk.account?.user.name === who.user.name);
}
const tree = (who: string, ...tasks: string[]) => [
  who,
  '  Personal Tasks',
  '    Section 1',
  ...tasks.map((name) => `      ${name}`),
];
const becomes = (window: DeskWindow, lines: string[]) =>
  waitFor(`the tree ${lines.join(' ')}`, () => window.lines().join() === lines.join()).catch((error: unknown) => {
    throw new Error(`shown: ${window.lines().join()}`, { cause: error });
  });

/** As a window does it that has not heard that anyone has signed in. */
async function writeBehind(name: string, number = 0): Promise<LocalReplica> {
  const replica = await place.localReplica(number);
  stray.push(replica);
  const space = replica.session.space('local');
  if (!space) throw new Error('the space of this machine is not open');
  addTask(space.replica, name, SECTION);
  await space.replica.kept();
  return replica;
}

test('what was made before the first sign-in is in the personal space, and nothing is shown beside it', async () => {
  const window = await place.window();
  await window.add('Before');
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Before'));
  await window.desk.kept();
  await window.close();
  await becomes(await place.window(), tree(ADA.user.id, 'Before'));
});

test('signing out begins anew, and the next account gets only what was made since', async () => {
  const window = await place.window();
  await window.add('Of Ada');
  await signIn(window, ADA);
  await window.desk.disconnect();
  await becomes(window, tree('local'));
  await window.add('Of Bob');
  await signIn(window, BOB);
  await becomes(window, tree(BOB.user.id, 'Of Bob'));
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Of Ada'));
  await window.desk.disconnect();
  await becomes(window, tree('local'));
  await window.add('Ada again');
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Of Ada', 'Ada again'));
});

test('two windows move it once', async () => {
  const windows = [await place.window(), await place.window()];
  await windows[0]?.add('One');
  await windows[1]?.add('Two');
  await Promise.all(windows.map((window) => signIn(window, ADA)));
  await waitFor('both to show both', () =>
    windows.every(({ lines }) => lines().slice(3).sort().join() === '      One,      Two'),
  );
  expect(windows.map((window) => window.lines().length)).toEqual([5, 5]);
});

test('what a window that has not heard still writes comes along, live', async () => {
  const window = await place.window();
  await window.add('Before');
  const behind = await writeBehind('Behind');
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Before', 'Behind'));
  const space = behind.session.space('local');
  if (!space) throw new Error('closed');
  addTask(space.replica, 'Later still', SECTION);
  await becomes(window, tree(ADA.user.id, 'Before', 'Behind', 'Later still'));
});

test('what a window wrote to the retired replica when nobody looked comes at the next start', async () => {
  const window = await place.window();
  await window.add('Before');
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Before'));
  await window.close();
  await writeBehind('When nobody looked');
  await becomes(await place.window(), tree(ADA.user.id, 'Before', 'When nobody looked'));
});

test('a replica that was empty at the sign-in moves when something is written to it', async () => {
  const window = await place.window();
  await signIn(window, ADA);
  await writeBehind('First of all');
  await becomes(window, tree(ADA.user.id, 'First of all'));
});

test('killed between retiring and moving, it moves at the next start, and into that account only', async () => {
  const dying = await writeBehind('Nearly there');
  expect(await dying.retireFor(accountKey(ADA))).toBe(true);
  expect(await dying.retireFor(accountKey(BOB))).toBe(false);
  const window = await place.window();
  await becomes(window, tree('local'));
  await signIn(window, BOB);
  await becomes(window, tree(BOB.user.id));
  await signIn(window, ADA);
  await becomes(window, tree(ADA.user.id, 'Nearly there'));
});

test('another window that retires it makes room for a new one', async () => {
  const window = await place.window();
  await window.add('Goes');
  const other = await place.localReplica();
  stray.push(other);
  await other.retireFor(accountKey(ADA));
  await becomes(window, tree('local'));
  await window.add('Stays');
  await becomes(window, tree('local', 'Stays'));
});

test('where it cannot be said on this machine whose it is, it is shown beside the account', async () => {
  const closed = new MemoryReplicaStore();
  await closed.close();
  const window = await place.window({ openStore: () => closed });
  await window.add('In memory');
  await signIn(window, ADA);
  await becomes(window, [...tree(ADA.user.id), ...tree('local', 'In memory')]);
});
