/** A place in the browser's databases for one test (in Chromium, or in memory where there is no browser), with as many tabs on it as wanted. */
import type { Environment } from '../../extension/app/environment';
import { BrowserReplicaStore } from '../../extension/web/browser-replica-store';
import { databaseName } from '../../extension/web/database-names';

// The same tests run in Chromium, and on a twin in memory where there is no browser.
if (!('indexedDB' in globalThis)) Object.assign(globalThis, await import('fake-indexeddb'));

export interface BrowserPlace {
  /** The key of the account whose replicas are there. */
  readonly account: string;
  /** The name of a space's database. */
  database(space?: string): string;
  /** All that is in the table of updates, or in the table beside it. */
  values(table: 'updates' | 'custom', space?: string): Promise<unknown[]>;
  /** Puts something into the table of updates, as only a damage or another program would. */
  put(value: unknown, space?: string): Promise<void>;
  /** A new tab's store. It is closed with the place. @param time decides when something is tried again; the browser's timers if left out */
  window(time?: Pick<Environment, 'after' | 'random'>): BrowserReplicaStore;
  /** Closes the tabs and removes the databases. */
  remove(): Promise<void>;
}

const browserTime: Pick<Environment, 'after' | 'random'> = {
  random: Math.random,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Makes an empty place. */
export function browserPlace(): BrowserPlace {
  const account = crypto.randomUUID();
  const windows: BrowserReplicaStore[] = [];
  const database = (space = 'space') => databaseName(account, space);
  async function onTable<T>(table: string, space: string | undefined, act: (table: IDBObjectStore) => IDBRequest<T>) {
    const connection = await answerOf(indexedDB.open(database(space)));
    try {
      return await answerOf(act(connection.transaction(table, 'readwrite').objectStore(table)));
    } finally {
      connection.close();
    }
  }
  return {
    account,
    database,
    values: (table, space) => onTable<unknown[]>(table, space, (rows) => rows.getAll()),
    put: async (value, space) => void (await onTable('updates', space, (rows) => rows.add(value))),
    window(time = browserTime) {
      const window = new BrowserReplicaStore({ account, time });
      windows.push(window);
      return window;
    },
    async remove() {
      await Promise.all(windows.map((window) => window.close()));
      for (const { name } of await indexedDB.databases())
        if (name?.includes(account)) await answerOf(indexedDB.deleteDatabase(name));
    },
  };
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
