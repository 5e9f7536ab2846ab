/** A real PostgreSQL in a folder of its own, ended and removed with whoever has started it. */
import { execFile } from 'node:child_process';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ChildGroup, startGroup } from './child-group';
import { databaseUser, findPostgres } from './postgres-programs';
import { tempFolder } from './temp-folder';

const run = promisify(execFile);

const USER = 'tackboard';

/** Where it listens, and who may in. */
export interface PostgresPlace {
  readonly port: number;
  readonly password: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** where the PostgreSQL of this run will answer (shared-postgres.ts) */
    readonly postgres: PostgresPlace;
  }
}

/** A running PostgreSQL. `await using` ends it and removes its folder. */
export interface PostgresServer extends AsyncDisposable {
  readonly place: PostgresPlace;
  /** of its first process, whose children do the work; undefined while it does not run */
  readonly pid: number | undefined;
  /** Falls silent: nothing of it answers, and nobody is told that it does not. @returns lets it go on */
  freeze(): () => void;
  /** Ends it as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again after that, on the same port. */
  start(): Promise<void>;
}

/** The address of a database. */
export function addressOf({ port, password }: PostgresPlace, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Each of its sessions is a process, and a group by itself. */
function childrenOf(pid: number): number[] {
  const task = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return task.split(' ').filter(Boolean).map(Number);
}

/** What is lost when the machine stops is of no use to a test; what is lost when a process is killed is looked at, and that is nothing. */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', shared_buffers: '32MB' };

/**
 * Makes a database server and starts it; it accepts connections when this settles.
 * @param settings what is set otherwise than PostgreSQL has it; quick and forgetful unless told
 * @throws if there is no PostgreSQL, or with what it said when it did not start
 */
export async function startPostgres(
  place: PostgresPlace,
  settings: Readonly<Record<string, string>> = FORGETFUL,
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('There is no PostgreSQL; `npm test` installs it.');
  const folder = tempFolder('postgres');
  const as = databaseUser();
  if (as) chownSync(folder.path, as.uid, as.gid);
  const data = join(folder.path, 'data');
  const secret = join(folder.path, 'password');
  let child: ChildGroup | undefined;
  const kill = async (): Promise<void> => {
    child?.signal('SIGQUIT');
    await child?.stop();
    child = undefined;
  };
  const start = async (): Promise<void> => {
    const ours = { listen_addresses: '127.0.0.1', port: String(place.port), unix_socket_directories: '' };
    const flags = Object.entries({ ...settings, ...ours }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    child = await startGroup({ command: join(programs, 'postgres'), args: ['-D', data, ...flags], env, cwd: '/', as });
    await child.line(/database system is ready to accept connections/);
  };
  const end = async (): Promise<void> => {
    await kill();
    await folder.remove();
  };
  try {
    writeFileSync(secret, place.password);
    if (as) chownSync(secret, as.uid, as.gid);
    const made = ['-D', data, '-U', USER, '-A', 'password', `--pwfile=${secret}`, '-E', 'UTF8', '--no-locale'];
    await run(join(programs, 'initdb'), [...made, '--no-sync', '--no-instructions'], { cwd: '/', ...as });
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    place,
    get pid() {
      return child?.pid;
    },
    freeze: () => {
      const all = [child?.pid ?? 0, ...childrenOf(child?.pid ?? 0)];
      for (const pid of all) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of all) process.kill(pid, 'SIGCONT');
      };
    },
    kill,
    start,
    [Symbol.asyncDispose]: end,
  };
}
