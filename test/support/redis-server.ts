/** A real Redis that keeps nothing, ended with whoever has started it. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installByApt } from './apt';
import { type ChildGroup, startGroup } from './child-group';
import { freePort } from './free-port';
import { tempFolder } from './temp-folder';

/** A running Redis. `await using` ends it. */
export interface RedisServer extends AsyncDisposable {
  /** like `redis://127.0.0.1:6379` */
  readonly address: string;
  /** undefined while it does not run */
  readonly pid: number | undefined;
  /** Stops it for a while (SIGSTOP), or has it go on (SIGCONT). */
  signal(signal: NodeJS.Signals): void;
  /** Ends it as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again after that, on the same port. */
  start(): Promise<void>;
}

/** The program: `TACKBOARD_REDIS`, else a redis-server or valkey-server on the PATH. */
export function findRedis(): string | undefined {
  if (process.env.TACKBOARD_REDIS) return process.env.TACKBOARD_REDIS;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Installs Debian's Redis if there is none (`installByApt`). @returns the program */
export function installRedis(): Promise<string> {
  return installByApt({
    name: 'Redis',
    package: 'redis-server',
    instead: 'the program in TACKBOARD_REDIS',
    find: findRedis,
  });
}

/**
 * Starts a Redis on a free port; it answers when this settles.
 * @throws if there is none, or with what it said when it did not start
 */
export async function startRedis(): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error('There is no Redis; `npm test` installs it.');
  const folder = tempFolder('redis');
  const port = await freePort();
  let child: ChildGroup | undefined;
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = await startGroup({ command: program, args: [...args, '--dir', folder.path], cwd: '/' });
    await child.line(/Ready to accept connections/);
  };
  const kill = async (): Promise<void> => {
    child?.signal('SIGKILL');
    await child?.stop();
    child = undefined;
  };
  const end = async (): Promise<void> => {
    await kill();
    await folder.remove();
  };
  try {
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    address: `redis://127.0.0.1:${port}`,
    get pid() {
      return child?.pid;
    },
    signal: (signal) => child?.signal(signal),
    kill,
    start,
    [Symbol.asyncDispose]: end,
  };
}
