/** A contender for the length of a round: ended with all its replicas, however the round ends. */
import type { Contender, RunningContender } from '../contenders/contender';
import { Replica, type ReplicaChoice } from '../load/replica';
import type { Figure } from './measure';

/** A running contender with the replicas that were opened on it. */
export interface Running<R extends RunningContender> extends AsyncDisposable {
  readonly server: R;
  readonly pid: number;
  /** of all its servers */
  readonly pids: readonly number[];
  readonly engines: NonNullable<RunningContender['engines']>;
  /** `performance.now()` at the moment before it was started */
  readonly startedAt: number;
  /** Opens a replica of a room; it ends with the round. */
  replica(room: string, choice?: Omit<ReplicaChoice, 'door'>): Replica;
  /** Ends the replicas, then the server as an operator would, and waits until it has saved what it keeps. */
  stop(): Promise<void>;
  /** Ends the server as a crash would. */
  kill(): Promise<void>;
}

/** How long a planned stop may take before it is a kill, in ms. */
const GRACE = 30_000;

/** Starts a contender on a folder. */
export async function run<R extends RunningContender>(contender: Contender<R>, folder: string): Promise<Running<R>> {
  const startedAt = performance.now();
  const server = await contender.start(folder);
  const servers = [server.process, ...(server.others ?? [])];
  const replicas: Replica[] = [];
  const leave = (): void => {
    for (const replica of replicas.splice(0)) replica.end();
  };
  const kill = async (): Promise<void> => {
    for (const one of servers) one.signal('SIGKILL');
    for (const one of servers) await one.stop();
    leave();
  };
  return {
    server,
    pid: server.process.pid,
    pids: servers.map(({ pid }) => pid),
    engines: server.engines ?? [],
    startedAt,
    replica: (room, choice = {}) => {
      const replica = new Replica({ ...choice, door: server.door(room) });
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      leave();
      for (const one of servers) await one.stop(GRACE);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** What each engine beside the servers cost a delivery. @param measure what the figures' names begin with */
export function besideFigures(
  measure: string,
  beside: readonly { readonly name: string; readonly cpu: number }[],
  deliveries: number,
): Figure[] {
  return beside.map(({ name, cpu }) => ({
    name: `${measure}: CPU of ${name} per delivery`,
    unit: 'µs',
    value: (cpu * 1e6) / deliveries,
  }));
}

/** Those that have their documents again after a restart. */
export function keepers<R extends RunningContender>(contenders: readonly Contender<R>[]): Contender<R>[] {
  return contenders.filter(({ keeps }) => keeps);
}
