// The file through which a window is handed an address and a token: read once by its owner, asked for where it is not there.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handedConnection } from '../../../extension/node/connect-file';
import { type TempFolder, tempFolder } from '../../support/temp-folder';

const connection = { url: 'http://127.0.0.1:4455', token: 'secret' };
let folder: TempFolder;
let file: string;
beforeEach(() => {
  folder = tempFolder('connect');
  file = join(folder.path, 'connect.json');
});
afterEach(() => folder.remove());

test('is read once and gone', async () => {
  await writeFile(file, JSON.stringify({ ...connection, more: 1 }), { mode: 0o600 });
  expect(await handedConnection(file)).toEqual(connection);
  expect(existsSync(file)).toBe(false);
});

test.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o644, 0o620, 0o660, 0o666])(
  'is not believed and gone where others may read or write it (mode %o)',
  async (mode) => {
    await writeFile(file, JSON.stringify(connection));
    await chmod(file, mode);
    expect(await handedConnection(file)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  },
);

test.each([
  ['no JSON', 'connect me'],
  ['nothing', ''],
  ['another form', '["http://127.0.0.1", "secret"]'],
  ['no token', JSON.stringify({ url: connection.url })],
  ['an empty token', JSON.stringify({ ...connection, token: '' })],
  ['an address that is no text', JSON.stringify({ ...connection, url: 7 })],
])('with %s hands nothing and is gone', async (_what, text) => {
  await writeFile(file, text, { mode: 0o600 });
  expect(await handedConnection(file)).toBeUndefined();
  expect(existsSync(file)).toBe(false);
});

test('that nobody leaves hands nothing after a while, and the asking is taken back', async () => {
  expect(await handedConnection(file, 150)).toBeUndefined();
  expect(await readdir(folder.path)).toEqual([]);
});

test('that is a folder, or in a folder that is not there, hands nothing at once', async () => {
  await mkdir(file);
  for (const path of [file, join(folder.path, 'none', 'connect.json')])
    expect(await handedConnection(path)).toBeUndefined();
  expect(existsSync(file)).toBe(true);
});
