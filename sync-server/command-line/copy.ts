/** The command `copy`: takes a team over from a data folder or a database into empty databases, while no server runs on either. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresAddress } from '../storage/postgres/address';
import type { Filling } from '../storage/postgres/fill-database';
import { lockFolder } from '../storage/sqlite/folder-lock';
import { STORE_FILE } from '../storage/sqlite/sqlite-storage';
import { openTables } from '../storage/sqlite/table-rows';
import type { ReadRows } from '../storage/tables';
import { CommandFailure, printLine } from './command';
import { checkStore } from './safekeeping';
import { addressesOf, type StorePlace, shownPlace, unusable } from './store-place';

/** Where from and where to, as given: a data folder or addresses of databases, and addresses of databases. */
export interface CopyChoice {
  readonly from: string;
  readonly to: string;
}

const IS_ADDRESS = /^\s*postgres(ql)?:/;

/**
 * Copies all there is, reads every row again and holds it against the first, and prints how many there were.
 * @throws CommandFailure where one of the two cannot be used, is served, or is not as it should be; the databases are as empty then as they were
 */
export async function copyStore({ from, to }: CopyChoice): Promise<void> {
  const source: StorePlace = IS_ADDRESS.test(from)
    ? { kind: 'database', ...addressesOf(from, '--from') }
    : { kind: 'folder', folder: from };
  const target: StorePlace = { kind: 'database', ...addressesOf(to, '--to') };
  refuseTwice(source, target);
  const { fillDatabases } = await import('../storage/postgres/fill-database');
  const filling = await withTables(source, async (rows) => {
    const { ok, faults } = await checkStore(source);
    if (!ok) {
      throw new CommandFailure(
        `${shownPlace(source, 'The')} ${isOne(source) ? 'is' : 'are'} damaged (${faults.length} faults, the first: ${faults[0]?.fault}); nothing was copied.`,
      );
    }
    return fillDatabases(target, rows).catch((error: unknown) => Promise.reject(unusable(target, error)));
  });
  tell(filling);
}

/** Reads a store that nobody serves meanwhile. */
async function withTables<T>(source: StorePlace, use: (rows: ReadRows) => Promise<T>): Promise<T> {
  if (source.kind === 'database') {
    const { withDatabaseTables } = await import('../storage/postgres/table-rows');
    const read = await withDatabaseTables(source, use).catch((error: unknown) =>
      Promise.reject(error instanceof CommandFailure ? error : unusable(source, error)),
    );
    if (read.kind === 'served') throw served(shownDatabase(read.address, 'the'));
    return read.value;
  }
  const { folder } = source;
  if (!existsSync(join(folder, STORE_FILE))) throw new CommandFailure(`There is no store in the folder ${folder}.`);
  const lock = lockFolder(folder);
  if (!lock) throw served(shownPlace(source, 'the'));
  try {
    let tables: ReturnType<typeof openTables> | undefined;
    // Opened when they are read: what is damaged is found out before.
    const rows: ReadRows = (table) => {
      tables ??= openTables(folder);
      return tables.rows(table);
    };
    return await use(rows).finally(() => tables?.close());
  } finally {
    lock.release();
  }
}

/** Whoever names a database twice would be told that a server runs on it: its lock is our own then. */
function refuseTwice(...places: readonly StorePlace[]): void {
  const all = places.flatMap((place) => (place.kind === 'database' ? [place.address, ...place.others] : []));
  const shown = all.map((one) => one.shown);
  const twice = all.find((one, at) => shown.indexOf(one.shown) < at);
  if (twice) throw new CommandFailure(`${shownDatabase(twice, 'The')} is named twice; a copy is made into others.`);
}

function tell(filling: Filling): void {
  switch (filling.kind) {
    case 'done':
      printLine({ ok: true, copied: filling.rows, compared: 'every row' });
      return;
    case 'served':
      throw served(shownDatabase(filling.address, 'the'));
    case 'not-empty':
      throw new CommandFailure(
        `${shownDatabase(filling.address, 'The')} is not empty (there are rows in the table ${filling.table}); a team is only copied into an empty one.`,
      );
    case 'differs':
      throw new CommandFailure(
        `In the table ${filling.table} of ${shownDatabase(filling.address, 'the')} was read something else than was written (${filling.key}); nothing was kept.`,
      );
  }
}

function isOne(place: StorePlace): boolean {
  return place.kind === 'folder' || place.others.length === 0;
}

function served(shown: string): CommandFailure {
  return new CommandFailure(`A server runs on ${shown}; end it first.`);
}

function shownDatabase(address: PostgresAddress, article: 'The' | 'the'): string {
  return shownPlace({ kind: 'database', address, others: [] }, article);
}
