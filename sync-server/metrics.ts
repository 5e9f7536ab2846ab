/** What the server measures, in Prometheus' words; nothing of it names a user, a space or a token. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What is looked at when someone asks. */
export interface Measured {
  readonly rooms: () => number;
  readonly sockets: () => number;
  /** Since the start: transactions, and the updates and bytes in them. */
  readonly written: () => { readonly commits: number; readonly updates: number; readonly bytes: number };
}

/** Makes the registry of one server: the process's own numbers (memory, event-loop delay) and ours. */
export function buildMetrics({ rooms, sockets, written }: Measured): Registry {
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
  return registry;
}
