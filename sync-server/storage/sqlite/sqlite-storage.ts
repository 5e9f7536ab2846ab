/** The embedded store: one SQLite file in the data folder, shared by the server and the commands that run beside it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Storage } from '../storage';
import { SqliteAccounts } from './accounts';
import { SqliteAdmissions } from './admissions';
import { SqliteDocuments } from './documents';
import { migrate } from './migrations';
import { SqliteRecordIndex } from './record-index';
import { SqliteSpaces } from './spaces';

/** How to open a store. */
export interface SqliteChoice {
  /** The data folder; made if absent. */
  readonly folder: string;
  /** Flush every commit to the device, so that a power cut loses nothing either. */
  readonly fsync?: boolean;
}

const LOOK_MS = 250;

/**
 * Opens the store of a folder, made or brought up to date where need be. Several processes may have it open.
 * @throws if the folder or the file cannot be used
 */
export function openSqlite({ folder, fsync = false }: SqliteChoice): Storage {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, 'tackboard.sqlite'), { timeout: 5_000 });
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
  return {
    documents: new SqliteDocuments(db),
    accounts: new SqliteAccounts(db),
    spaces: new SqliteSpaces(db),
    admissions: new SqliteAdmissions(db),
    records: new SqliteRecordIndex(db),
    onOutsideChange: (listener) => {
      // Changes with every commit of another connection, never with one of ours.
      const version = () => db.pragma('data_version', { simple: true });
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
    writable: async () => {
      try {
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
