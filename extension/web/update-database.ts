/**
 * The database of one replica, in y-indexeddb's form: its table of updates, and its table `custom` beside it, where y-indexeddb never looks.
 * It is written here and not by y-indexeddb because that says neither when an update is kept nor that it could not be.
 */

const UPDATES = 'updates';
const CUSTOM = 'custom';

/** An update with the number that the database has given it. Later ones have higher numbers, whichever window wrote them. */
export interface UpdateEntry {
  readonly key: number;
  /** The bytes as they were written; anything else where the database holds what is no update. */
  readonly value: unknown;
}

/** An open connection. Every function fails with the database's error (a `DOMException`) where a step cannot be made. */
export class UpdateDatabase {
  readonly #database: IDBDatabase;
  #gone = false;

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // Another window, or the person in the browser's settings, removes the database: it would wait for us.
    database.onversionchange = () => this.close();
    database.onclose = () => {
      this.#gone = true;
    };
  }

  /** Opens the database of that name, and makes it where there is none. */
  static async open(name: string): Promise<UpdateDatabase> {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(UPDATES, { autoIncrement: true });
      request.result.createObjectStore(CUSTOM);
    };
    return new UpdateDatabase(await answerOf(request));
  }

  /** Whether the connection has ended: this one can do nothing more. */
  get isGone(): boolean {
    return this.#gone;
  }

  /**
   * Adds updates, all or none, in their order. Starts before it returns.
   * @returns their numbers, when the browser has them for good
   */
  async add(updates: readonly Uint8Array[]): Promise<readonly number[]> {
    const transaction = this.#database.transaction(UPDATES, 'readwrite');
    const table = transaction.objectStore(UPDATES);
    const requests = updates.map((update) => table.add(update));
    await endOf(transaction);
    return requests.map(({ result }) => Number(result));
  }

  /** The entries with numbers above one, in their order; 0 for all. */
  async after(key: number): Promise<readonly UpdateEntry[]> {
    const table = this.#database.transaction(UPDATES, 'readonly').objectStore(UPDATES);
    const range = IDBKeyRange.lowerBound(key, true);
    const [keys, values] = await Promise.all([answerOf(table.getAllKeys(range)), answerOf(table.getAll(range))]);
    return values.map((value, index) => ({ key: Number(keys[index]), value }));
  }

  /** The highest number that is in use; 0 where there is none. */
  async last(): Promise<number> {
    const table = this.#database.transaction(UPDATES, 'readonly').objectStore(UPDATES);
    return Number((await answerOf(table.openKeyCursor(null, 'prev')))?.key ?? 0);
  }

  /** Puts entries where nobody reads them as updates any more, so that none of them keeps y-indexeddb from reading the others. */
  async setAside(entries: readonly UpdateEntry[]): Promise<void> {
    const transaction = this.#database.transaction([UPDATES, CUSTOM], 'readwrite');
    for (const { key, value } of entries) {
      transaction.objectStore(CUSTOM).put(value, `set aside ${key}`);
      transaction.objectStore(UPDATES).delete(key);
    }
    await endOf(transaction);
  }

  /** Ends the connection after what is on its way. Closing twice is fine. */
  close(): void {
    this.#gone = true;
    this.#database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
