/** The file that hands a connection to the extension is for its owner's eyes only. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveConnection } from '../../scripts/local-account';
import { tempFolder } from '../support/temp-folder';

const connection = { url: 'http://127.0.0.1:4455', token: 'tb_example' };

test('nobody else may read it, also where an older one was open to all', async () => {
  await using folder = tempFolder('connection');
  const file = join(folder.path, 'connect.json');
  writeFileSync(file, 'old');
  chmodSync(file, 0o644);
  const remove = leaveConnection(file, connection);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(connection);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  remove();
  expect(existsSync(file)).toBe(false);
  expect(remove).not.toThrow();
});
