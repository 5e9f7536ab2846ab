/** The user that `npm start` works as: made on the first run, known by id only; a fresh token each run. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { z } from 'zod';
import { addToken, addUser, listUsers } from '../test/support/sync-server';

const state = z.object({ user: z.string() });

/** A user's name and a token for this run. */
export interface LocalAccount {
  /** what to tell: whether the user is new, and who it is */
  readonly story: string;
  readonly token: string;
}

/**
 * Signs in on a server's data folder.
 * @param data the server's data folder
 * @param stateFile where the user's id is remembered; never a token
 * @throws with the server's words if it refuses
 */
export async function signIn(data: string, stateFile: string): Promise<LocalAccount> {
  if (existsSync(stateFile)) {
    const { user } = state.parse(JSON.parse(readFileSync(stateFile, 'utf8')));
    const { token } = await addToken(data, user, { expires: '30d' });
    return { story: 'Signing in the user of the last run.', token };
  }
  const login = userInfo().username;
  const name = gitConfig('user.name') ?? login;
  const email = gitConfig('user.email') ?? `${login}@localhost`;
  // A run that was stopped between making the user and remembering it has left the user behind.
  const left = (await listUsers(data)).find((user) => user.email === email);
  const made = left
    ? { ...left, ...(await addToken(data, left.id, { expires: '30d' })), id: left.id }
    : await addUser(data, name, email);
  writeFileSync(stateFile, `${JSON.stringify({ user: made.id })}\n`);
  return { story: `${left ? 'Found' : 'Made'} the user ${made.name} <${made.email}>.`, token: made.token };
}

/**
 * Leaves address and token for the extension, which reads the file when it starts and removes it. Only its owner may read it.
 * @returns removes the file if it is still there
 */
export function leaveConnection(
  file: string,
  connection: { readonly url: string; readonly token: string },
): () => void {
  const remove = (): void => rmSync(file, { force: true });
  // A file that is there already would keep its mode.
  remove();
  writeFileSync(file, `${JSON.stringify(connection)}\n`, { mode: 0o600, flag: 'wx' });
  return remove;
}

function gitConfig(key: string): string | undefined {
  try {
    return (
      execFileSync('git', ['config', key], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}
