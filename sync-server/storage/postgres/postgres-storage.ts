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
}

/** A store that this process alone serves. */
export interface ServedPostgres {
  readonly storage: Storage;
  /** Settles when another server has taken over while our line was broken. */
  readonly lost: Promise<void>;
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

/**
 * Opens the store of a database for the one server that serves it. Where the database goes away, reads and writes fail with
 * `StoreUnavailable` until it is there again.
 * @returns undefined where another server has it
 * @throws as the database does not answer, or cannot be used
 */
export async function servePostgres({ address, fsync = false }: PostgresChoice): Promise<ServedPostgres | undefined> {
  const choice = { address, fsync, answerMs: SERVER_ANSWER_MS };
  const session = await ServerSession.open(choice);
  if (!session) return undefined;
  const storage = storageOn(new Connections(choice), session);
  const close = async (): Promise<void> => {
    await storage.close();
    await session.close();
  };
  return { storage: { ...storage, close }, lost: session.lost };
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
