/** The running server: its store, rooms, sockets and REST, put together; started and stopped as one. */
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus } from './cluster/bus';
import { watchClock } from './cluster/clock-watch';
import { Cluster } from './cluster/cluster';
import { watchCompany } from './cluster/company-watch';
import { metricsOf } from './metrics';
import { KeptAnswers } from './rest/kept-answers';
import { buildRest, type Health } from './rest/rest-server';
import { Rooms } from './rooms/rooms';
import { Corks } from './sockets/corks';
import { Gateway } from './sockets/gateway';
import { untilNobodyComes } from './sockets/last-connections';
import type { Storage } from './storage/storage';
import { TrashPurge } from './trash-purge';

export interface SyncServerChoice {
  readonly storage: Storage;
  /** what carries the news between the servers of the store; undefined on the only one */
  readonly bus?: Bus | undefined;
  readonly log: Logger;
  readonly host: string;
  /** 0 takes a free one */
  readonly port: number;
  readonly organization: string;
  /** requests a minute per token, 0 for no bound */
  readonly rateLimit: number;
  readonly allowOrigins: readonly string[];
  /** how long what was deleted is kept */
  readonly trashDays: number;
  /** milliseconds since some moment, never going back: by it silence and slow readers are judged */
  readonly now: () => number;
}

export interface RunningServer {
  /** like `http://127.0.0.1:4455` */
  readonly url: string;
  /** No new connections, everything merged on disk, sockets told to come back; the store is closed last. */
  stop(): Promise<void>;
}

/** How long a socket may take to close, or a request to end, before it is cut off. */
const CLOSE_MS = 2_000;
/** What is said of a bus that cannot be reached. */
const AWAY = 'away; news come from the database, later';
/** What is taken is on disk by then, or the store does not answer. */
const SETTLE_MS = 500;

/**
 * Starts a server; it accepts connections when this settles.
 * @throws if the port cannot be listened on (`EADDRINUSE`, `EACCES` and the like); the store is closed then
 */
export async function startServer(choice: SyncServerChoice): Promise<RunningServer> {
  const { storage, bus, log, host, port, rateLimit, allowOrigins, now } = choice;
  const corks = new Corks();
  const cluster = bus && new Cluster(bus);
  const opening = Rooms.open({ storage, log, afterFlush: () => corks.open(), neighbours: cluster });
  const rooms = await opening.catch(async (error: unknown) => {
    await cluster?.close();
    throw error;
  });
  const clock = cluster && watchClock(storage, log);
  const company = cluster && watchCompany(storage, cluster, log);
  const gateway = new Gateway({ storage, rooms, corks, log, cluster, allowOrigins, now });
  const rightsChanged = () => {
    cluster?.rightsChanged();
    return gateway.recheck();
  };
  let stopping = false;
  const health: Health = {
    isStopping: () => stopping,
    notReady: () => (stopping ? 'it goes down' : clock?.fault),
    details: () => (cluster ? { bus: cluster.areHeard ? (company?.fault ?? 'ok') : AWAY } : {}),
  };
  const app = await buildRest({
    services: {
      storage,
      rooms,
      answers: new KeptAnswers(),
      organization: { id: ORGANIZATION, name: choice.organization },
      rightsChanged,
    },
    log,
    rateLimit,
    allowOrigins,
    metrics: metricsOf({
      rooms: () => rooms.open,
      sockets: () => gateway.sockets,
      written: () => rooms.written,
      cluster,
      missed: () => rooms.missed,
    }),
    health,
  });
  gateway.listen(app.server);
  const purge = new TrashPurge(storage, rooms, log, choice.trashDays);
  const endWatch = storage.onOutsideChange(() => void gateway.recheck());
  const stop = async (): Promise<void> => {
    stopping = true;
    clock?.end();
    company?.end();
    endWatch();
    const purged = purge.end();
    const settled = rooms.settled()?.catch(() => undefined);
    if (settled) await Promise.race([settled, pause(SETTLE_MS, undefined, { ref: false })]);
    // What is under way is answered, also what has been sent to us and not read yet; who takes longer is cut off.
    const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
    const endRequests = async (): Promise<void> => {
      await untilNobodyComes(app.server);
      await app.close();
    };
    await Promise.all([gateway.close(CLOSE_MS), endRequests()]);
    clearTimeout(cut);
    await purged;
    await rooms.close();
    await cluster?.close();
    await storage.close();
  };
  try {
    await app.listen({ host, port });
  } catch (error) {
    await stop();
    throw error;
  }
  const taken = (app.server.address() as AddressInfo).port;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, stop };
}

/** The one organization of a server. */
const ORGANIZATION = 'organization';
