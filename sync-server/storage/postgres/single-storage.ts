/** The store in one PostgreSQL database. */
import type { Storage } from '../storage';
import { PostgresAccounts } from './accounts';
import { PostgresAdmissions } from './admissions';
import type { Connections } from './connections';
import { type Appender, PostgresDocuments } from './documents';
import { LOCK } from './migrations';
import { OutsideChanges } from './outside-changes';
import { PostgresRecordIndex } from './record-index';
import { PostgresSpaces } from './spaces';
import { sql } from './statement';
import { PostgresUpkeep } from './upkeep';

/** Who asks whether the store can be written to does not wait for longer. */
const PROBE_MS = 2_000;

const PROBE = sql('UPDATE store SET term = term');
const TIME = sql('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS time');

/** Those that hold the lock of servers, which each has on a session of its own. */
const SERVERS = sql(
  `SELECT count(*) AS servers FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::BIGINT << 32) + objid::BIGINT = ${LOCK.server} AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);

/** Puts a store together. @param connections closed with it */
export function singleStorage(connections: Connections, appender: Appender): Storage {
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
    servers: async () => (await connections.rows<{ servers: number }>(SERVERS))[0]?.servers ?? 0,
    writable: () => canWrite(appender),
    partlyAway: async () => undefined,
    close: async () => {
      await outside.close();
      await connections.close();
    },
  };
}

/** Whether a database can be written to now; what does not answer soon cannot. */
export function canWrite(appender: Appender): Promise<boolean> {
  return within(PROBE_MS, isWritten(appender));
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
