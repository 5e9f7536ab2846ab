/** The store of a running server, which it alone serves. */
import { lockFolder } from '../storage/sqlite/folder-lock';
import { openSqlite } from '../storage/sqlite/sqlite-storage';
import type { Storage } from '../storage/storage';
import { CommandFailure } from './command';
import { type StorePlace, shownPlace, unusable } from './store-place';

/** A store that no other server has open. */
export interface ServedStore {
  readonly storage: Storage;
  /** Settles when another server has had it, against our will: we must serve no more. */
  readonly lost: Promise<void>;
  /** To be called once the storage is closed. */
  release(): void;
}

/**
 * Opens a store to serve it.
 * @param fsync that every commit is flushed to the device
 * @throws CommandFailure where it cannot be used, or another server has it
 */
export async function openToServe(place: StorePlace, fsync: boolean): Promise<ServedStore> {
  const open = place.kind === 'folder' ? openFolder(place.folder, fsync) : openDatabase(place, fsync);
  const store = await open.catch((error: unknown) => Promise.reject(unusable(place, error)));
  if (!store) throw new CommandFailure(`Another server runs on ${shownPlace(place, 'the')}.`);
  return store;
}

/** @returns undefined where another server has it */
async function openFolder(folder: string, fsync: boolean): Promise<ServedStore | undefined> {
  const storage = openSqlite({ folder, fsync });
  try {
    const lock = lockFolder(folder);
    // The operating system keeps the lock for us.
    if (lock) return { storage, lost: new Promise(() => undefined), release: () => lock.release() };
  } catch (error) {
    await storage.close();
    throw error;
  }
  await storage.close();
  return undefined;
}

async function openDatabase(
  { address }: Extract<StorePlace, { kind: 'database' }>,
  fsync: boolean,
): Promise<ServedStore | undefined> {
  const { servePostgres } = await import('../storage/postgres/postgres-storage');
  const served = await servePostgres({ address, fsync });
  // Its lock is its session's, which ends when the storage is closed.
  return served && { ...served, release: () => undefined };
}
