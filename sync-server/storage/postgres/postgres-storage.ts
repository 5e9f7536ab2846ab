/** The store in a PostgreSQL database, for who has outgrown one file or keeps all their data in one place. */
import type { Storage } from '../storage';
import { PostgresAccounts } from './accounts';
import type { PostgresAddress } from './address';
import { PostgresAdmissions } from './admissions';
import { Connections } from './connections';
import { type Appender, PostgresDocuments } from './documents';
import { OutsideChanges } from './outside-changes';
import { PostgresRecordIndex } from './record-index';
import { ServerSession } from './server-session';
import { PostgresSpaces } from './spaces';
import { sql } from './statement';
import { PostgresUpkeep } from './upkeep';

/** How to open a store. */
export interface PostgresChoice {
  readonly address: PostgresAddress;
  /** That every commit is on the device, also where the database is set up to be quicker than that. */
  readonly fsync?: boolean;
  /** That other servers serve it too. */
  readonly shared?: boolean;
}

/** A store that this process serves, alone or with others. */
export interface ServedPostgres {
  readonly storage: Storage;
  /** Settles when another server has served it alone while our line was broken. */
  readonly lost: Promise<void>;
  /** Tells this database from all others, copies of it too. */
  readonly identity: string;
}

/** A server's statements are short; those of a command may read whole tables. */
const SERVER_ANSWER_MS = 20_000;
const COMMAND_ANSWER_MS = 10 * 60_000;
/** Who asks whether the store can be written to does not wait for longer. */
const PROBE_MS = 2_000;

const PROBE = sql('UPDATE store SET term = term');

/**
 * Opens the store of a database, made or brought up to date where need be. Several processes may have it open.
 * @throws as the database does not answer, or cannot be used
 */
export async function openPostgres({ address, fsync = false }: PostgresChoice): Promise<Storage> {
  const connections = new Connections({ address, fsync, answerMs: COMMAND_ANSWER_MS });
  try {
    await connections.migrate();
  } catch (error) {
    await connections.close();
    throw error;
  }
  return storageOn(connections, {
    append: (work, transaction) => (transaction ? connections.write(work) : work(connections)),
  });
}

const IDENTITY = sql(
  `SELECT (SELECT system_identifier FROM pg_control_system()) || '-' || oid AS identity
   FROM pg_database WHERE datname = current_database()`,
);
const TIME = sql('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS time');

/**
 * Opens the store of a database for a server. Where the database goes away, reads and writes fail with
 * `StoreUnavailable` until it is there again.
 * @returns undefined where another server has it: any, or one that has it alone where it is to be shared
 * @throws as the database does not answer, or cannot be used
 */
export async function servePostgres(choice: PostgresChoice): Promise<ServedPostgres | undefined> {
  const { address, fsync = false, shared = false } = choice;
  const connecting = { address, fsync, answerMs: SERVER_ANSWER_MS };
  const connections = new Connections(connecting);
  const session = await ServerSession.open(connecting, shared ? connections : undefined);
  if (!session) {
    await connections.close();
    return undefined;
  }
  const storage = storageOn(connections, session);
  const close = async (): Promise<void> => {
    await storage.close();
    await session.close();
  };
  const [found] = await connections.rows<{ identity: string }>(IDENTITY);
  return {
    storage: { ...storage, close, ...(shared && { alone: (task, work) => connections.alone(task, work) }) },
    lost: session.lost,
    identity: found?.identity ?? '',
  };
}

function storageOn(connections: Connections, appender: Appender): Storage {
  const outside = new OutsideChanges(connections);
  return {
    documents: new PostgresDocuments(connections, appender),
    accounts: new PostgresAccounts(connections),
    spaces: new PostgresSpaces(connections),
    admissions: new PostgresAdmissions(connections),
    records: new PostgresRecordIndex(connections),
    upkeep: new PostgresUpkeep(connections),
    onOutsideChange: (listener) => outside.watch(listener),
    outsideVersion: () => outside.version(),
    alone: (_task, work) => work(),
    time: async () => (await connections.rows<{ time: number }>(TIME))[0]?.time ?? 0,
    writable: () => within(PROBE_MS, isWritten(appender)),
    close: async () => {
      await outside.close();
      await connections.close();
    },
  };
}

async function isWritten(appender: Appender): Promise<boolean> {
  try {
    await appender.append((queries) => queries.run(PROBE), false);
    return true;
  } catch {
    return false;
  }
}

async function within(ms: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
