/** The user that `npm start` works as, on a real data folder. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../scripts/local-account';
import { listUsers } from '../support/sync-server';
import { type TempFolder, tempFolder } from '../support/temp-folder';

let folder: TempFolder;
let data: string;
let state: string;
beforeEach(() => {
  folder = tempFolder('account');
  data = join(folder.path, 'server');
  state = join(folder.path, 'state.json');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

test('is made on the first run and signed in again on the next, also where it was not remembered', async () => {
  const first = await signIn(data, state);
  expect(first.story).toMatch(/^Made the user /);
  const second = await signIn(data, state);
  expect(second.story).toMatch(/^Signing in .+ <.+>, the user of the last run\.$/);
  const tokens = [await first.newToken(), await first.newToken(), await second.newToken()];
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect(readFileSync(state, 'utf8')).not.toContain(token);
  writeFileSync(state, 'half a fi');
  expect((await signIn(data, state)).story).toMatch(/^Found the user /);
  expect(await listUsers(data)).toHaveLength(1);
});

test('is made anew where the one remembered is no user of this server', async () => {
  writeFileSync(state, JSON.stringify({ user: 'of another server' }));
  expect((await signIn(data, state)).story).toMatch(/^Made the user /);
  const [made] = await listUsers(data);
  expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual({ user: made?.id });
});

test('has the name of the login where git has one that the server does not take', async () => {
  vi.stubEnv('GIT_CONFIG_COUNT', '2');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'user.email');
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'no address');
  vi.stubEnv('GIT_CONFIG_KEY_1', 'user.name');
  vi.stubEnv('GIT_CONFIG_VALUE_1', 'x'.repeat(1_000));
  const { story } = await signIn(data, state);
  expect(story).toMatch(/^Made the user .{1,100} <.+@localhost>\.$/);
  expect(existsSync(state)).toBe(true);
});
