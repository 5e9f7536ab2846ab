/** The command `serve`: runs the server until it is told to end. */
import pino from 'pino';
import type { RedisAddress } from '../cluster/redis-address';
import { codeOf } from '../error-code';
import type { LossReason } from '../storage/postgres/server-session';
import { StoreUnavailable } from '../storage/storage-failures';
import { type RunningServer, startServer } from '../sync-server';
import { CommandFailure, reason } from './command';
import { openToServe, type ServedStore } from './served-store';
import { type StorePlace, shownPlace, unusable } from './store-place';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly organization: string;
  readonly rateLimit: number;
  readonly allowOrigin: readonly string[];
  readonly fsync: boolean;
  /** where the bus is; undefined on the only server of a store */
  readonly bus: RedisAddress | undefined;
  readonly trashDays: number;
  readonly logLevel: string;
}

/** It has to be gone within 5 s of the signal. */
const STOP_MS = 4_500;

/**
 * Starts the server, prints the line that it listens, and ends the process when a signal has come.
 * @throws CommandFailure where the store or the port cannot be used, or another server has taken the store over
 */
export async function serve(place: StorePlace, options: ServeOptions): Promise<void> {
  const store = await openToServe(place, options.fsync, options.bus !== undefined);
  const log = pino(
    { level: options.logLevel, serializers: { err: shownError } },
    pino.destination({ fd: 2, sync: true }),
  );
  const { host, port } = options;
  let server: RunningServer;
  try {
    const { organization, rateLimit, allowOrigin, trashDays } = options;
    const now = () => performance.now();
    const bus = options.bus && new (await import('../cluster/redis-bus')).RedisBus(options.bus, topicsOf(store), log);
    const choice = { storage: store.storage, bus, log, host, port, organization, rateLimit, trashDays, now };
    server = await startServer({ ...choice, allowOrigins: allowOrigin });
  } catch (error) {
    await store.storage.close();
    store.release();
    if (error instanceof StoreUnavailable) throw unusable(place, error);
    throw new CommandFailure(`Cannot listen on ${host}:${port}: ${listenReason(error)}.`);
  }
  const ended = Promise.race([untilSignal(), store.lost]);
  process.stdout.write(`Tackboard sync server listening on ${server.url}\n`);
  const why = await ended;
  log.info({ signal: why }, 'stopping');
  const loss = LOSSES[why];
  const code = loss ? 1 : 0;
  const late = setTimeout(() => {
    log.error('stopping took too long; everything merged is on disk');
    process.exit(code);
  }, STOP_MS);
  await server.stop();
  clearTimeout(late);
  store.release();
  if (loss)
    throw new CommandFailure(
      `${loss} ${shownPlace(place, 'the')} while the line of this one was broken, so this one has ended.`,
    );
}

/** An error as the log has it: that the store is away is said once for each who has missed it, and where in the program is of no use. */
function shownError(error: Error): object {
  return error instanceof StoreUnavailable
    ? { message: error.message, code: error.code }
    : pino.stdSerializers.err(error);
}

/** What the topics of a store begin with on a bus that others use, too. */
function topicsOf({ identity }: ServedStore): string {
  return `tackboard:${identity}:`;
}

/** Why an address cannot be listened on, in a few words. */
export function listenReason(error: unknown): string {
  return LISTEN_REASONS[codeOf(error)] ?? reason(error);
}

const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use',
  EACCES: 'this system lets nobody but its administrator listen there; take a port above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
};

/** What ends a server beside a signal, in words. */
const LOSSES: Readonly<Record<string, string>> = {
  served: 'Another server has served',
  'newer tables': 'A newer version has changed the tables of',
} satisfies Record<LossReason, string>;

function untilSignal(): Promise<string> {
  return new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => done(signal));
  });
}
