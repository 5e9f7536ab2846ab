/** Where a command finds the store: in a data folder or in a database. Opens it, and says in one line why it cannot. */
import { type PostgresAddress, readAddress } from '../storage/postgres/address';
import { DatabaseFailure } from '../storage/postgres/database-failure';
import { openSqlite } from '../storage/sqlite/sqlite-storage';
import type { Storage } from '../storage/storage';
import { CommandFailure, isOutside, isReadOnly, reason } from './command';

/** A store, as the options of a command name it. */
export type StorePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `others` hold content of spaces, too */
  | ({ readonly kind: 'database' } & DatabaseAddresses);

/** The databases of a store, the first by itself: it is the directory. */
export interface DatabaseAddresses {
  readonly address: PostgresAddress;
  readonly others: readonly PostgresAddress[];
}

/** What the options say, and where from: the command line, the environment, or nowhere. */
export interface PlaceOptions {
  readonly data: string;
  readonly dataFrom: string | undefined;
  readonly store: string | undefined;
  readonly storeFrom: string | undefined;
}

/**
 * The place that options name. What is on the command line goes before what is in the environment.
 * @throws CommandFailure where both are on the command line, or the address is none
 */
export function placeOf({ data, dataFrom, store = '', storeFrom }: PlaceOptions): StorePlace {
  if (dataFrom === 'cli' && storeFrom === 'cli')
    throw new CommandFailure('Name a data folder (--data) or a database (--store), not both.');
  if (store === '' || dataFrom === 'cli') return { kind: 'folder', folder: data };
  return { kind: 'database', ...addressesOf(store, storeFrom === 'cli' ? '--store' : 'TACKBOARD_STORE') };
}

/** Reads addresses with commas between. @param name where they were given @throws CommandFailure where one is none; it is not repeated, as it may hold a password */
export function addressesOf(text: string, name: string): DatabaseAddresses {
  const [address, ...others] = text.split(',').flatMap((one) => readAddress(one.trim()) ?? []);
  if (address && others.length === text.split(',').length - 1) return { address, others };
  throw new CommandFailure(
    `${name} has to name a PostgreSQL database, like postgres://user@host:5432/database, or several with commas between (in a password a comma is %2C); what it says now is not shown, since there may be a password in it.`,
  );
}

/**
 * Opens a store.
 * @throws CommandFailure where it cannot be used
 */
export async function openStore(place: StorePlace): Promise<Storage> {
  try {
    if (place.kind === 'folder') return openSqlite({ folder: place.folder });
    // Whoever keeps their data in a folder need not wait for what talks to databases.
    const { openPostgres } = await import('../storage/postgres/postgres-storage');
    return await openPostgres(place);
  } catch (error) {
    throw unusable(place, error);
  }
}

/** Runs something with a store, which is closed afterwards. @throws CommandFailure where it cannot be used, also when it goes away or its disk is full meanwhile */
export async function withStore<T>(place: StorePlace, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStore(place);
  try {
    return await use(storage);
  } catch (error) {
    throw isOutside(error) ? unusable(place, error) : error;
  } finally {
    await storage.close();
  }
}

/** What is said of a store that cannot be used. */
export function unusable(place: StorePlace, error: unknown): CommandFailure {
  if (error instanceof DatabaseFailure)
    return unusable({ kind: 'database', address: error.address, others: [] }, error.cause);
  // Its log lies beside the store, and is written to by readers too.
  const needed =
    place.kind === 'folder' && isReadOnly(error)
      ? ', which SQLite has to do even to read a store; nothing is damaged by that, and a copy of the folder elsewhere can be read'
      : '';
  return new CommandFailure(`${shownPlace(place, 'The')} cannot be used: ${reason(error)}${needed}.`, { cause: error });
}

/** A place in words, without secrets. */
export function shownPlace(place: StorePlace, article: 'The' | 'the'): string {
  if (place.kind === 'folder') return `${article} data folder ${place.folder}`;
  const shown = [place.address, ...place.others].map((one) => one.shown);
  return `${article} database${shown.length === 1 ? '' : 's'} at ${shown.join(', ')}`;
}
