/** The command `serve`: runs the server until it is told to end. */
import pino from 'pino';
import { type FolderLock, lockFolder } from '../storage/sqlite/folder-lock';
import { type RunningServer, startServer } from '../sync-server';
import { CommandFailure, openStore, reason } from './data-folder';

export interface ServeOptions {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly organization: string;
  readonly rateLimit: number;
  readonly allowOrigin: readonly string[];
  readonly fsync: boolean;
  readonly trashDays: number;
  readonly logLevel: string;
}

/** It has to be gone within 5 s of the signal. */
const STOP_MS = 4_500;

/**
 * Starts the server, prints the line that it listens, and ends the process when a signal has come.
 * @throws CommandFailure where the folder or the port cannot be used
 */
export async function serve(options: ServeOptions): Promise<void> {
  const storage = openStore(options.data, options.fsync);
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(options.data);
    if (!lock) throw new CommandFailure(`Another server runs on the data folder ${options.data}.`);
  } catch (error) {
    await storage.close();
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`The data folder ${options.data} cannot be used: ${reason(error)}.`);
  }
  const log = pino({ level: options.logLevel }, pino.destination({ fd: 2, sync: true }));
  const { host, port } = options;
  let server: RunningServer;
  try {
    const { organization, rateLimit, allowOrigin, trashDays } = options;
    const now = () => performance.now();
    const choice = { storage, log, host, port, organization, rateLimit, trashDays, now };
    server = await startServer({ ...choice, allowOrigins: allowOrigin });
  } catch (error) {
    lock.release();
    throw new CommandFailure(`Cannot listen on ${host}:${port}: ${listenReason(error)}.`);
  }
  const stopped = untilSignal();
  process.stdout.write(`Tackboard sync server listening on ${server.url}\n`);
  log.info({ signal: await stopped }, 'stopping');
  const late = setTimeout(() => {
    log.error('stopping took too long; everything merged is on disk');
    process.exit(0);
  }, STOP_MS);
  await server.stop();
  clearTimeout(late);
  lock.release();
}

/** Why an address cannot be listened on, in a few words. */
export function listenReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return LISTEN_REASONS[code] ?? reason(error);
}

const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use',
  EACCES: 'this system lets nobody but its administrator listen there; take a port above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
};

function untilSignal(): Promise<string> {
  return new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => done(signal));
  });
}
