/** Opens the store in a PostgreSQL database, or in several, for who has outgrown one file or keeps all their data in one place. */
import type { Storage } from '../storage';
import type { PostgresAddress } from './address';
import { Connections } from './connections';
import { named } from './database-failure';
import { joinDatabases, sameDatabase } from './database-set';
import type { Appender } from './documents';
import { type LossReason, ServerSession } from './server-session';
import { singleStorage } from './single-storage';
import { type OpenDatabase, spreadStorage } from './spread-storage';
import { type Queries, sql } from './statement';

/** How to open a store. */
export interface PostgresChoice {
  /** the directory of users and spaces or, without others, all of it */
  readonly address: PostgresAddress;
  /** further databases, in which content of spaces lies, too */
  readonly others?: readonly PostgresAddress[];
  /** That every commit is on the device, also where the database is set up to be quicker than that. */
  readonly fsync?: boolean;
  /** That other servers serve it too. */
  readonly shared?: boolean;
}

/** A store that this process serves, alone or with others. */
export interface ServedPostgres {
  readonly storage: Storage;
  /** Settles when it is no more what we know, since our line was broken meanwhile. */
  readonly lost: Promise<LossReason>;
  /** Tells this database from all others, copies of it too. */
  readonly identity: string;
}

/** A server's statements are short; those of a command may read whole tables. */
const SERVER_ANSWER_MS = 20_000;
const COMMAND_ANSWER_MS = 10 * 60_000;

/**
 * Opens the store of a database or of several, made or brought up to date where need be. Several processes may have it open.
 * @throws as a database does not answer, or cannot be used, or the databases are not those of one store
 */
export async function openPostgres({ address, others = [], fsync = false }: PostgresChoice): Promise<Storage> {
  const beside = ({ connections }: Connected): Appender => ({
    append: (work, transaction) => (transaction ? connections.write(work) : work(connections)),
  });
  const connect = (one: PostgresAddress): Connected => {
    const connections = new Connections({ address: one, fsync, answerMs: COMMAND_ANSWER_MS });
    return { address: one, connections };
  };
  const directory = connect(address);
  const all = [directory, ...others.map(connect)];
  try {
    await Promise.all(all.map((one) => named(one.address, all.length, one.connections.migrate())));
    return await storageOf(all.map((one) => ({ ...one, appender: beside(one) })));
  } catch (error) {
    await Promise.all(all.map(({ connections }) => connections.close()));
    throw error;
  }
}

const ID = sql('SELECT id FROM store');
const IDENTITY = sql(
  `SELECT (SELECT system_identifier FROM pg_control_system()) || '-' || oid AS identity
   FROM pg_database WHERE datname = current_database()`,
);

/**
 * Opens the store of a database, or of several, for a server. Where a database goes away, reads and writes of what lies there fail with
 * `StoreUnavailable` until it is there again.
 * @returns undefined where another server has it: any, or one that has it alone where it is to be shared
 * @throws as a database does not answer, or cannot be used, or the databases are not those of one store
 */
export async function servePostgres(choice: PostgresChoice): Promise<ServedPostgres | undefined> {
  const { address, others = [], fsync = false, shared = false } = choice;
  const opened: (Connected & { readonly appender: ServerSession })[] = [];
  // The directory last: who finds it free finds the others free, too.
  const endSessions = async (): Promise<void> => {
    for (const { appender } of opened.toReversed()) await appender.close();
  };
  const undo = async (): Promise<undefined> => {
    await endSessions();
    await Promise.all(opened.map(({ connections }) => connections.close()));
  };
  try {
    for (const one of [address, ...others]) {
      const connecting = { address: one, fsync, answerMs: SERVER_ANSWER_MS };
      const connections = new Connections(connecting);
      const how = { pool: shared ? connections : undefined, above: opened[0]?.appender };
      const opening = ServerSession.open(connecting, how);
      const session = await named(one, others.length + 1, opening).catch(async (error: unknown) => {
        await connections.close();
        throw error;
      });
      if (!session) {
        await refuseOwn(one, connections, opened).finally(() => connections.close());
        return await undo();
      }
      opened.push({ address: one, connections, appender: session });
    }
    const storage = await storageOf(opened);
    for (const { appender } of opened) await appender.begin();
    const [directory] = opened;
    if (!directory) throw new Error('no database was opened');
    const [found] = await directory.connections.rows<{ identity: string }>(IDENTITY);
    const close = async (): Promise<void> => {
      await storage.close();
      await endSessions();
    };
    const alone: Storage['alone'] = (task, work) => directory.connections.alone(task, work);
    return {
      storage: { ...storage, close, ...(shared && { alone }) },
      lost: Promise.race(opened.map(({ appender }) => appender.lost)),
      identity: found?.identity ?? '',
    };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Tells a database whose lock we have ourselves, since it was named twice, from one that another server has. */
async function refuseOwn(
  address: PostgresAddress,
  connections: Connections,
  opened: readonly Connected[],
): Promise<void> {
  const idOf = async (queries: Queries) => (await queries.rows<{ id: string }>(ID))[0]?.id;
  const id = await idOf(connections).catch(() => undefined);
  for (const one of opened)
    if (id !== undefined && id === (await idOf(one.connections))) throw sameDatabase(one.address.shown, address.shown);
}

/** A database that we have connections to. */
interface Connected {
  readonly address: PostgresAddress;
  readonly connections: Connections;
}

/** The store on databases, once it is known that they are those of one. */
async function storageOf(opened: readonly (Connected & { readonly appender: Appender })[]): Promise<Storage> {
  const [directory, ...others] = opened;
  if (!directory) throw new Error('no database was opened');
  const ids = await joinDatabases([directory, ...others]);
  if (others.length === 0) return singleStorage(directory.connections, directory.appender);
  const withId = (one: (typeof opened)[number], at: number): OpenDatabase => ({ ...one, id: ids[at] ?? '' });
  return spreadStorage([withId(directory, 0), ...others.map((one, at) => withId(one, at + 1))]);
}
