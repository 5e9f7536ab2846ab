/** The store in several PostgreSQL databases: the first is the directory of users and spaces, the content of a space lies where its id says. */
import type { Storage } from '../storage';
import { PostgresAccounts } from './accounts';
import type { PostgresAddress } from './address';
import type { Connections } from './connections';
import { type Appender, appendEntries, type FirstEntries, PostgresDocuments } from './documents';
import { PostgresRecordIndex } from './record-index';
import { canWrite, singleStorage } from './single-storage';
import { SpaceRouting } from './space-routing';
import { PostgresSpaces } from './spaces';
import { SpreadDocuments } from './spread-documents';
import { SpreadRecords } from './spread-records';
import { type KeptDatabase, SpreadUpkeep } from './spread-upkeep';
import { sql } from './statement';

/** A database of the store, as it was opened. */
export interface OpenDatabase {
  /** its lasting name */
  readonly id: string;
  readonly address: PostgresAddress;
  readonly connections: Connections;
  readonly appender: Appender;
}

const IS_THERE = sql('SELECT');

/** Puts a store together. @param opened its databases, the directory first; closed with it */
export function spreadStorage(opened: readonly [OpenDatabase, ...OpenDatabase[]]): Storage {
  const [directory, ...others] = opened;
  const routing = new SpaceRouting([databaseOf(directory), ...others.map(databaseOf)]);
  const first = firstEntries(routing, directory.id);
  const own = singleStorage(directory.connections, directory.appender);
  return {
    ...own,
    documents: new SpreadDocuments(routing),
    accounts: new PostgresAccounts(directory.connections, first),
    spaces: new PostgresSpaces(directory.connections, first),
    records: new SpreadRecords(routing),
    upkeep: new SpreadUpkeep(routing, directory.connections),
    partlyAway: async () => {
      const writable = await Promise.all(others.map(({ appender }) => canWrite(appender)));
      const away = writable.filter((one) => !one).length;
      return away === 0 ? undefined : `${away} of ${opened.length} away; the spaces in them cannot be used now`;
    },
    close: async () => {
      await own.close();
      await Promise.all(others.map(({ connections }) => connections.close()));
    },
  };
}

type SpreadDatabase = KeptDatabase & { readonly records: PostgresRecordIndex };

function databaseOf({ id, address, connections, appender }: OpenDatabase): SpreadDatabase {
  const documents = new PostgresDocuments(connections, appender);
  return { id, address, connections, documents, records: new PostgresRecordIndex(connections) };
}

/**
 * A first entry is in its database before its space is committed: so every space that there is has it. Where the commit fails after
 * all, there is an entry that nobody asks for.
 */
function firstEntries(routing: SpaceRouting<SpreadDatabase>, directory: string): FirstEntries {
  return {
    // Before the lock on rights is taken: who waits for a database that is away holds nobody up.
    ready: async (space) => {
      const { id, connections } = routing.of(space);
      if (id !== directory) await connections.rows(IS_THERE);
    },
    append: async (queries, entry) => {
      const { id, connections } = routing.of(entry.space);
      await appendEntries(id === directory ? queries : connections, [entry]);
    },
  };
}
