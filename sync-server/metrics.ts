/** What the server measures, in Prometheus' words; nothing of it names a user, a space or a token. */
import type { Registry } from 'prom-client';
import type { Cluster } from './cluster/cluster';

/** What is looked at when someone asks. */
export interface Measured {
  readonly rooms: () => number;
  readonly sockets: () => number;
  /** The other servers of the store; undefined where there can be none. */
  readonly cluster: Cluster | undefined;
  /** How often the store had entries of theirs that nobody had told of. */
  readonly missed: () => number;
  /** Since the start: transactions, and the updates and bytes in them. */
  readonly written: () => { readonly commits: number; readonly updates: number; readonly bytes: number };
}

/** What a server measures now: text of a media type. */
export type Metrics = () => Promise<{ readonly type: string; readonly text: string }>;

/**
 * The numbers of one server: the process's own (memory, event-loop delay) and ours. Nothing is kept before someone asks: ours are counted
 * anyway, the event loop is watched from then on.
 */
export function metricsOf(measured: Measured): Metrics {
  let made: Promise<Registry> | undefined;
  return async () => {
    made ??= buildRegistry(measured);
    const registry = await made;
    return { type: registry.contentType, text: await registry.metrics() };
  };
}

async function buildRegistry({ rooms, sockets, written, cluster, missed }: Measured): Promise<Registry> {
  const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  gauge('tackboard_rooms', 'Spaces that are open', rooms);
  gauge('tackboard_sockets', 'Open websockets', sockets);
  counter('tackboard_commits_total', 'Transactions of updates', () => written().commits);
  counter('tackboard_updates_total', 'Updates written', () => written().updates);
  counter('tackboard_update_bytes_total', 'Bytes of updates written', () => written().bytes);
  if (!cluster) return registry;
  gauge('tackboard_bus_up', 'Whether the news of the other servers come over the bus', () =>
    cluster.areHeard ? 1 : 0,
  );
  gauge('tackboard_other_servers', 'Other servers of the store that are heard', () => cluster.others);
  counter('tackboard_bus_sent_total', 'Messages sent to the bus', () => cluster.counts.sent);
  counter('tackboard_bus_received_total', 'Messages of other servers', () => cluster.counts.received);
  counter('tackboard_bus_unread_total', 'Messages that could not be read', () => cluster.counts.unread);
  counter('tackboard_missed_total', 'Spaces found in the store to have entries that nobody had told of', missed);
  return registry;
}
