/** The store of a running server, which it alone serves. */
import { clockFault, clockOffset } from '../cluster/clock-watch';
import type { LossReason } from '../storage/postgres/server-session';
import { lockFolder } from '../storage/sqlite/folder-lock';
import { openSqlite } from '../storage/sqlite/sqlite-storage';
import type { Storage } from '../storage/storage';
import { CommandFailure } from './command';
import { type StorePlace, shownPlace, unusable } from './store-place';

/** A store that no other server has open, or that several share. */
export interface ServedStore {
  readonly storage: Storage;
  /** Tells a database from all others; empty for a folder. */
  readonly identity: string;
  /** Settles when we must serve no more, against our will: another server has had it, or a newer version has changed its tables. */
  readonly lost: Promise<LossReason>;
  /** To be called once the storage is closed. */
  release(): void;
}

/**
 * Opens a store to serve it.
 * @param fsync that every commit is flushed to the device
 * @param shared that other servers serve it too, which only a database bears
 * @throws CommandFailure where it cannot be used, or another server has it
 */
export async function openToServe(place: StorePlace, fsync: boolean, shared: boolean): Promise<ServedStore> {
  if (place.kind === 'folder' && shared)
    throw new CommandFailure(
      'Several servers (--bus) need a database: name one with --store. A data folder is served by one.',
    );
  const open = place.kind === 'folder' ? openFolder(place.folder, fsync) : openDatabase(place, fsync, shared);
  const store = await open.catch((error: unknown) => Promise.reject(unusable(place, error)));
  if (!store && shared)
    throw new CommandFailure(
      `A server runs on ${shownPlace(place, 'the')} that shares it with no other: end it, and start it with --bus too.`,
    );
  const or = place.kind === 'database' ? ', or have both share it (--bus)' : '';
  if (!store) throw new CommandFailure(`Another server runs on ${shownPlace(place, 'the')}; end it first${or}.`);
  if (!shared) return store;
  try {
    const fault = clockFault(await clockOffset(store.storage, Date.now));
    if (fault === undefined) return store;
    throw new CommandFailure(`${fault[0]?.toUpperCase()}${fault.slice(1)}; with several servers it has to be right.`);
  } catch (error) {
    await store.storage.close();
    throw error instanceof CommandFailure ? error : unusable(place, error);
  }
}

/** @returns undefined where another server has it */
async function openFolder(folder: string, fsync: boolean): Promise<ServedStore | undefined> {
  const storage = openSqlite({ folder, fsync });
  try {
    const lock = lockFolder(folder);
    // The operating system keeps the lock for us.
    if (lock) return { storage, identity: '', lost: new Promise(() => undefined), release: () => lock.release() };
  } catch (error) {
    await storage.close();
    throw error;
  }
  await storage.close();
  return undefined;
}

async function openDatabase(
  { address, others }: Extract<StorePlace, { kind: 'database' }>,
  fsync: boolean,
  shared: boolean,
): Promise<ServedStore | undefined> {
  const { servePostgres } = await import('../storage/postgres/postgres-storage');
  const served = await servePostgres({ address, others, fsync, shared });
  // Its lock is its session's, which ends when the storage is closed.
  return served && { ...served, release: () => undefined };
}
