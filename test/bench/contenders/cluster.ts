/** Tackboard's server alone on its embedded store, alone on PostgreSQL, and several of it on PostgreSQL and Redis. */
import { join } from 'node:path';
import { SYNC_PATH } from '../../../shared/wire';
import { type Caller, caller } from '../../support/rest';
import { addUser, type SyncServer, startSyncServer } from '../../support/sync-server';
import { waitFor } from '../../support/wait';
import type { Contender, RunningContender } from './contender';
import type { Engines } from './engines';

/** Running servers, each with a caller of its REST. */
export interface RunningCluster extends RunningContender {
  readonly calls: readonly Caller[];
}

/** The name of the one that the others are shown beside. */
export const EMBEDDED = '1 server, SQLite';

/** All of them, the embedded one first. @param engines started before any of them is */
export function clusters(engines: Engines): readonly Contender<RunningCluster>[] {
  const shared = [1, 2, 3].map((count) =>
    contender(
      `${count} server${count > 1 ? 's' : ''}, PostgreSQL and Redis`,
      `\`serve --store … --bus …\`${count > 1 ? ', clients spread evenly over them' : ''}`,
      async () => startOn(engines, count, true),
    ),
  );
  return [
    contender(
      EMBEDDED,
      'the embedded store; a commit is in the file, flushed to the device at checkpoints',
      startEmbedded,
    ),
    contender('1 server, PostgreSQL', '`serve --store …`, alone on its database', () => startOn(engines, 1, false)),
    ...shared,
  ];
}

function contender(name: string, about: string, start: Contender<RunningCluster>['start']): Contender<RunningCluster> {
  return { name, about, keeps: true, settle: 0, start };
}

async function startEmbedded(folder: string): Promise<RunningCluster> {
  const data = join(folder, 'data');
  const { token } = await addUser(data, 'Ada', 'ada@example.com');
  return running([await serve({ data })], token);
}

async function startOn(engines: Engines, count: number, shared: boolean): Promise<RunningCluster> {
  const store = await engines.newDatabase();
  const { token } = await addUser(store, 'Ada', 'ada@example.com');
  const env = shared ? { TACKBOARD_BUS: engines.bus } : {};
  const servers = await Promise.all(Array.from({ length: count }, () => serve({ data: 'none', store, env })));
  if (shared) await waitFor('the servers to hear each other', () => allHeard(servers));
  const beside = engines.processes.filter(({ name }) => shared || name === 'PostgreSQL');
  return { ...running(servers, token), engines: beside };
}

function serve(choice: Parameters<typeof startSyncServer>[0]): Promise<SyncServer> {
  const env = { NODE_ENV: 'production', ...choice.env };
  return startSyncServer({ ...choice, options: ['--rate-limit', '0'], env });
}

async function allHeard(servers: readonly SyncServer[]): Promise<boolean> {
  const answers = servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).json() as Promise<{ bus?: string }>);
  return (await Promise.all(answers)).every(({ bus }) => bus === 'ok');
}

function running(servers: readonly SyncServer[], token: string): RunningCluster {
  const [first, ...others] = servers;
  if (!first) throw new Error('There is no server.');
  const calls = servers.map(({ url }) => caller(url, token));
  let entered = 0;
  return {
    process: first.process,
    others: others.map((server) => server.process),
    calls,
    makeRoom: async (room) => {
      const made = await calls[0]?.('PUT', `/v1/sync/spaces/${room}`, { kind: 'workspace' });
      if (!made || made.status >= 300)
        throw new Error(`The space was refused with ${made?.status}: ${JSON.stringify(made?.body)}`);
    },
    door: (room) => ({
      port: servers[entered++ % servers.length]?.port ?? first.port,
      path: `${SYNC_PATH}/${room}`,
      headers: { authorization: `Bearer ${token}` },
      prefix: new Uint8Array(),
    }),
  };
}
