/** The user that `npm start` works as: made on the first run, known by id only. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import * as z from 'zod';
import { addToken, addUser, listUsers } from '../test/support/sync-server';

const state = z.object({ user: z.string() });

/** A user of the server that runs. */
export interface LocalAccount {
  /** what to tell: whether the user is new, and who it is */
  readonly story: string;
  /** Gives a token that nobody else has been given. It is kept nowhere else. */
  newToken(): Promise<string>;
}

/**
 * Finds the user of the last run on a server's data folder, or makes one.
 * @param data the server's data folder
 * @param stateFile where the user's id is remembered; never a token
 * @throws with the server's words if it refuses
 */
export async function signIn(data: string, stateFile: string): Promise<LocalAccount> {
  const users = await listUsers(data);
  const id = remembered(stateFile);
  const newToken = async (user: string): Promise<string> => (await addToken(data, user, { expires: '30d' })).token;
  // Only a user that this server has: someone may have begun anew with one of the two.
  const last = users.find((user) => user.id === id);
  if (last) {
    const story = `Signing in ${last.name} <${last.email}>, the user of the last run.`;
    return { story, newToken: () => newToken(last.id) };
  }
  const login = userInfo().username;
  const plain = `${login}@localhost`;
  const email = gitConfig('user.email') ?? plain;
  // A run that was stopped between making the user and remembering it has left the user behind.
  const left = users.find((user) => user.email === email) ?? users.find((user) => user.email === plain);
  // Git takes for a name or an address what the server does not. What else is wrong fails again, and is told.
  const add = () => addUser(data, gitConfig('user.name') ?? login, email).catch(() => addUser(data, login, plain));
  const { token, ...user } = left ? { ...left, token: undefined } : await add();
  writeFileSync(stateFile, `${JSON.stringify({ user: user.id })}\n`);
  const unused = token === undefined ? [] : [token];
  return {
    story: `${left ? 'Found' : 'Made'} the user ${user.name} <${user.email}>.`,
    newToken: async () => unused.pop() ?? newToken(user.id),
  };
}

/** The id in a state file; undefined where there is none, or nothing that can be read. */
function remembered(stateFile: string): string | undefined {
  try {
    return state.parse(JSON.parse(readFileSync(stateFile, 'utf8'))).user;
  } catch {
    return undefined;
  }
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
