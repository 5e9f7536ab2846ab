// What is told of damage in what this machine keeps: once a space, in words, and of a space that is incomplete.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, accountKey } from '../../../extension/app/account';
import { OPEN_AGAIN } from '../../../extension/app/patient-replica';
import { incompleteWords, isIncomplete } from '../../../extension/app/space-name';
import { FileReplicaStore } from '../../../extension/node/file-replica-store';
import { spaceFolder } from '../../../extension/node/replica-names';
import { asId } from '../../../shared/ids';
import { DeskPlace, type DeskWindow } from '../../support/desk-place';
import { MemoryValue } from '../../support/memory-value';
import { tempFolder } from '../../support/temp-folder';
import { waitFor } from '../../support/wait';
import { noticeOf } from '../../support/window-notice';

let place: DeskPlace;
let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  place = new DeskPlace();
  folder = tempFolder('problem-notice');
  told = new MemoryValue();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await folder.remove();
});

const open = () => place.window({ openStore: (key) => new FileReplicaStore({ folder: join(folder.path, key) }) });
let told: MemoryValue;
const follow = (window: DeskWindow, showLog = () => {}) => noticeOf(window, { showLog, told });

/** Overwrites the middle of every file of a space of this machine. */
async function damage(): Promise<void> {
  const files = join(folder.path, 'local', 'format-1', 'spaces', spaceFolder('local'));
  for (const name of await readdir(files)) {
    const bytes = await readFile(join(files, name));
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0xff, middle, middle + 16);
    await writeFile(join(files, name), bytes);
  }
}

test('damage of what is kept is told once, with what becomes of it, and leads to the log', async () => {
  const before = await open();
  await before.add('One');
  await before.add('Two');
  await before.desk.kept();
  await before.close();
  await damage();
  const window = await open();
  let shown = 0;
  window.prompt.actions.push('Show Log');
  const notice = follow(window, () => shown++);
  expect(window.prompt.warned).toEqual([
    'Part of what this machine keeps of “On This Machine” is damaged and was set aside. ' +
      'All the rest is here. What is missing comes back if another window still has it.',
  ]);
  await window.add('Three');
  window.desk.hurry();
  expect(window.prompt.warned).toHaveLength(1);
  expect(shown).toBe(1);
  notice.dispose();
  // The file may stay where it is until its window is sure to be gone: nobody hears of it at every start until then.
  await window.close();
  const next = await open();
  expect(next.desk.spaces[0]?.replica.problems).toHaveLength(1);
  follow(next).dispose();
  expect(next.prompt.warned).toEqual([]);
});

test('nothing is told where all is sound', async () => {
  const window = await open();
  const notice = follow(window);
  expect(window.prompt.warned).toEqual([]);
  notice.dispose();
});

test('a space that is known, and has not come yet, is called incomplete', async () => {
  const account: Account = { url: 'http://127.0.0.1:1', user: { id: asId('u'), name: 'Ada' } };
  const keeper = place.accounts.keeper();
  keeper.keepSpaces(accountKey(account), [
    { id: asId('shared'), kind: 'workspace', role: 'owner', workspace: undefined },
  ]);
  await keeper.save(account, 'token');
  const { desk } = await open();
  expect(desk.spaces.map((space) => isIncomplete(space))).toEqual([false, true]);
  desk.space('shared')?.replica.doc.getMap('space').set('name', 'Theirs');
  expect(desk.spaces.map((space) => isIncomplete(space))).toEqual([false, false]);
  expect(incompleteWords()).toMatch(/^incomplete/);
});

test('what cannot be read at the start is told once, and comes when it can be', async () => {
  const before = await open();
  await before.add('Kept before');
  await before.desk.kept();
  await before.close();
  const kept = join(folder.path, 'local');
  await rename(kept, join(folder.path, 'away'));
  await writeFile(kept, 'in its place');
  const window = await open();
  window.prompt.actions.push('Show Log');
  let shown = 0;
  const notice = follow(window, () => shown++);
  await window.add('Meanwhile');
  expect(window.prompt.warned).toEqual([expect.stringContaining('cannot be read now, so this may not be all of them')]);
  await waitFor('the log', () => shown === 1);

  await rm(kept);
  await rename(join(folder.path, 'away'), kept);
  window.environment.time.pass(OPEN_AGAIN);
  await waitFor('all to be there', () => window.desk.failure === undefined);
  expect(window.lines().join()).toContain('Kept before');
  expect(window.prompt.warned).toHaveLength(1);
  notice.dispose();
  await window.close();
  const next = await open();
  expect(next.lines().slice(3).sort()).toEqual(['      Kept before', '      Meanwhile']);
});
