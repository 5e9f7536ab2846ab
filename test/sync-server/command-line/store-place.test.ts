/** How commands fail on a store that they cannot use: in words, on a real folder. */
import { expect, test } from 'vitest';
import { CommandFailure } from '../../../sync-server/command-line/command';
import { unusable, withStore } from '../../../sync-server/command-line/store-place';
import { tempFolder } from '../../support/temp-folder';

const failure = (code: string) => Object.assign(new Error('as SQLite says it'), { code });

test.each([
  ['SQLITE_FULL', 'no room left'],
  ['ENOSPC', 'no room left'],
  ['SQLITE_IOERR_SHMSIZE', 'no room left'],
  ['SQLITE_BUSY', 'another process'],
  ['SQLITE_IOERR_WRITE', 'as SQLite says it'],
  ['SQLITE_READONLY_DIRECTORY', 'nothing is damaged'],
])('[R20] what fails with %s while a command works ends it in one line', async (code, words) => {
  await using folder = tempFolder('store');
  const place = { kind: 'folder', folder: folder.path } as const;
  const ended = withStore(place, () => Promise.reject(failure(code)));
  await expect(ended).rejects.toThrow(CommandFailure);
  await expect(ended).rejects.toThrow(words);
  await expect(ended).rejects.toThrow(folder.path);
});

test('[R20] a bug stays one', async () => {
  await using folder = tempFolder('store');
  const bug = failure('SQLITE_CONSTRAINT_UNIQUE');
  await expect(withStore({ kind: 'folder', folder: folder.path }, () => Promise.reject(bug))).rejects.toBe(bug);
});

test.each(['EACCES', 'EROFS', 'SQLITE_CANTOPEN'])('[R20] %s of a folder is told from damage', (code) => {
  expect(unusable({ kind: 'folder', folder: 'here' }, failure(code)).message).toContain('nothing is damaged');
});
