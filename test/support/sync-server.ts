/** The real sync server as a process of its own, with the commands that make its users and tokens. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { inRoot } from '../../scripts/root';
import { type ChildGroup, startGroup } from './child-group';

const MAIN = inRoot('dist', 'sync-server', 'main.js');
/** The Node whose ABI the server's native module was made for; inside VS Code our own executable is another. */
const NODE = process.env.TACKBOARD_TEST_NODE ?? process.execPath;
const run = promisify(execFile);

/** Where and how a server runs. */
export interface SyncServerChoice {
  /** its data folder; made if absent */
  readonly data: string;
  /** the address of a database, instead of the folder; it is handed over in the environment */
  readonly store?: string;
  /** 0 (the default) takes a free one */
  readonly port?: number;
  /** more options of `serve`, such as `['--rate-limit', '0']` */
  readonly options?: readonly string[];
  /** a file that its log is appended to */
  readonly log?: string;
  /** a file that the id of its process is written to, as soon as it has one */
  readonly pidFile?: string;
  /** variables beside ours */
  readonly env?: NodeJS.ProcessEnv;
}

/** A running sync server. */
export interface SyncServer {
  /** like `http://127.0.0.1:4455` */
  readonly url: string;
  readonly port: number;
  readonly data: string;
  readonly process: ChildGroup;
  /** Ends it as an operator would (SIGTERM); gives the exit code. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Ends it as a crash would (SIGKILL), and waits until it is gone. */
  kill(): Promise<void>;
  /**
   * Starts it again, after `stop` or `kill`, on the same folder and port.
   * @param unseen what is to happen on the server before anyone who was connected finds it again: it is given the address of one
   * on the same folder and another port, which ends before that on the old port starts
   */
  restart(unseen?: (url: string) => Promise<unknown>): Promise<SyncServer>;
}

const listening = /^Tackboard sync server listening on (http:\/\/\S+:(\d+))$/;

/**
 * Starts `dist/sync-server/main.js` (built before) and waits until it accepts connections.
 * @throws if it ends before it listens, with what it said
 */
export async function startSyncServer(choice: SyncServerChoice): Promise<SyncServer> {
  const { data, store, port = 0, options = [], log, pidFile, env } = choice;
  const child = await startGroup({
    command: NODE,
    args: [MAIN, 'serve', ...(store ? [] : ['--data', data]), '--port', String(port), ...options],
    ...(log ? { log } : {}),
    ...(pidFile ? { pidFile } : {}),
    env: { ...process.env, ...(store ? { TACKBOARD_STORE: store } : {}), ...env },
  });
  const [, url = '', taken = ''] = await child.line(listening).catch(async (error: unknown) => {
    await child.stop();
    // It says itself why, in one line.
    throw new Error(`The sync server did not start: ${child.output()}`, { cause: error });
  });
  return {
    url,
    port: Number(taken),
    data,
    process: child,
    stop: () => child.stop(),
    kill: async () => {
      child.signal('SIGKILL');
      await child.stop();
    },
    restart: async (unseen) => {
      if (unseen) {
        const elsewhere = await startSyncServer({ ...choice, port: 0 });
        await unseen(elsewhere.url).finally(() => elsewhere.stop());
      }
      return startSyncServer({ ...choice, port: Number(taken) });
    },
  };
}

const user = z.object({ id: z.string(), name: z.string(), email: z.string() });
const newUser = user.extend({ token: z.string() });
const newToken = z.object({ id: z.string(), token: z.string() });

/** A user as `user list` prints it. */
export type User = z.infer<typeof user>;
/** A user as `user add` prints it; the token is shown this once. */
export type NewUser = z.infer<typeof newUser>;
/** A token as `token add` prints it; it is shown this once. */
export type NewToken = z.infer<typeof newToken>;

/**
 * Makes a user; works beside a running server.
 * @param data the server's data folder
 * @throws if the e-mail is in use, with what the command said
 */
export async function addUser(data: string, name: string, email: string): Promise<NewUser> {
  const [made] = await command(data, ['user', 'add', `--name=${name}`, `--email=${email}`]);
  return newUser.parse(made);
}

/**
 * The users of a server; works beside a running one.
 * @throws with what the command said if the folder cannot be read
 */
export async function listUsers(data: string): Promise<User[]> {
  return (await command(data, ['user', 'list'])).map((line) => user.parse(line));
}

/**
 * Makes a token for a user; works beside a running server.
 * @param expires how long it is good for, like `30d`, or an ISO time; for ever unless told
 * @throws if there is no such user, with what the command said
 */
export async function addToken(
  data: string,
  userId: string,
  choice: { readonly readOnly?: boolean; readonly expires?: string } = {},
): Promise<NewToken> {
  const flags = [...(choice.readOnly ? ['--read-only'] : []), ...(choice.expires ? ['--expires', choice.expires] : [])];
  const [made] = await command(data, ['token', 'add', '--user', userId, ...flags]);
  return newToken.parse(made);
}

/** Ends a token; its sockets are closed within a second, also those of a running server. */
export async function revokeToken(data: string, id: string): Promise<void> {
  await command(data, ['token', 'revoke', '--id', id]);
}

/** Runs a command of the server; gives the JSON lines that it prints. @param data a data folder, or the address of a database */
async function command(data: string, args: readonly string[]): Promise<unknown[]> {
  try {
    const place = data.startsWith('postgres:') ? '--store' : '--data';
    const { stdout } = await run(NODE, [MAIN, ...args, place, data]);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  } catch (error) {
    // The output of a command that failed half way could hold a token: only what it complained of is told.
    const complaint =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : 'what it printed is not JSON';
    throw new Error(`tackboard-server ${args.slice(0, 2).join(' ')} failed: ${complaint}`);
  }
}
