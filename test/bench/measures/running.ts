/** A contender for the length of a round: ended with all its replicas, however the round ends. */
import type { Contender, RunningContender } from '../contenders/contender';
import { Replica, type ReplicaChoice } from '../load/replica';

/** A running contender with the replicas that were opened on it. */
export interface Running<R extends RunningContender> extends AsyncDisposable {
  readonly server: R;
  readonly pid: number;
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
  const replicas: Replica[] = [];
  const leave = (): void => {
    for (const replica of replicas.splice(0)) replica.end();
  };
  const kill = async (): Promise<void> => {
    server.process.signal('SIGKILL');
    await server.process.stop();
    leave();
  };
  return {
    server,
    pid: server.process.pid,
    startedAt,
    replica: (room, choice = {}) => {
      const replica = new Replica({ ...choice, door: server.door(room) });
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      leave();
      await server.process.stop(GRACE);
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Those that have their documents again after a restart. */
export function keepers<R extends RunningContender>(contenders: readonly Contender<R>[]): Contender<R>[] {
  return contenders.filter(({ keeps }) => keeps);
}
