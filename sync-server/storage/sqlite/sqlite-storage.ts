/** The embedded store: one SQLite file in the data folder, shared by the server and the commands that run beside it. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateFolder } from '../private-folder';
import type { DocumentStore, Storage } from '../storage';
import { isFull } from '../storage-failures';
import { SqliteAccounts } from './accounts';
import { SqliteAdmissions } from './admissions';
import { AllSpaces } from './all-spaces';
import { SqliteDocuments } from './documents';
import { KeptReads } from './kept-reads';
import { migrate } from './migrations';
import { SqliteRecordIndex } from './record-index';
import { SqliteSpaces } from './spaces';
import { SqliteUpkeep } from './upkeep';

/** How to open a store. */
export interface SqliteChoice {
  /** The data folder; made if absent. */
  readonly folder: string;
  /** Flush every commit to the device, so that a power cut loses nothing either. */
  readonly fsync?: boolean;
}

/** The store of a data folder. */
export const STORE_FILE = 'tackboard.sqlite';

const LOOK_MS = 250;
/** Without so much room a disk counts as full: the store needs it to write anything at all. */
const ROOM_MIN = 1024 * 1024;

/**
 * Opens the store of a folder, made or brought up to date where need be. Several processes may have it open.
 * @throws if the folder or the file cannot be used
 */
export function openSqlite({ folder, fsync = false }: SqliteChoice): Storage {
  const file = join(folder, STORE_FILE);
  makePrivate(folder, file);
  const db = new Database(file, { timeout: 5_000 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${fsync ? 'FULL' : 'NORMAL'}`);
    db.pragma('wal_autocheckpoint = 1000');
    db.pragma('foreign_keys = ON');
    migrate(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const timers = new Set<NodeJS.Timeout>();
  // Changes with every commit of another connection, never with one of ours.
  const version = () => Number(db.pragma('data_version', { simple: true }));
  const disk = { full: false };
  const reads = new KeptReads(db);
  const all = new AllSpaces(db);
  return {
    documents: watched(new SqliteDocuments(db), disk),
    accounts: new SqliteAccounts(db, reads),
    spaces: new SqliteSpaces(db, reads),
    admissions: new SqliteAdmissions(db),
    records: new SqliteRecordIndex(db, reads, all),
    upkeep: new SqliteUpkeep(db, all),
    onOutsideChange: (listener) => {
      let seen = version();
      const timer = setInterval(() => {
        const now = version();
        if (now === seen) return;
        seen = now;
        listener();
      }, LOOK_MS);
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    outsideVersion: async () => version(),
    // The folder's lock is one server's.
    alone: (_task, work) => work(),
    time: async () => Date.now(),
    // A folder is locked by the one that serves it.
    servers: async () => 1,
    partlyAway: async () => undefined,
    writable: async () => {
      try {
        // A small write may still find a place where a larger one has failed.
        const { bavail, bsize } = await statfs(folder);
        if (bavail * bsize < ROOM_MIN && disk.full) return false;
        db.transaction(() =>
          db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true }))}`),
        ).immediate();
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      db.close();
    },
  };
}

/** Makes the folder and the file where need be, for nobody else to read. */
function makePrivate(folder: string, file: string): void {
  makePrivateFolder(folder);
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  // On a disk that knows no modes nothing can be done about them.
  if (process.platform !== 'win32') chmodSync(file, 0o600);
}

/** Notes whether the last append found the disk full. */
function watched(documents: SqliteDocuments, disk: { full: boolean }): DocumentStore {
  return {
    partOf: () => documents.partOf(),
    load: (space, after) => documents.load(space, after),
    lastEntries: (of) => documents.lastEntries(of),
    amount: (space) => documents.amount(space),
    compact: (space, snapshot) => documents.compact(space, snapshot),
    quarantine: (space, sequence) => documents.quarantine(space, sequence),
    append: async (entries) => {
      try {
        const sequences = await documents.append(entries);
        disk.full = false;
        return sequences;
      } catch (error) {
        disk.full = isFull(error);
        throw error;
      }
    },
  };
}
