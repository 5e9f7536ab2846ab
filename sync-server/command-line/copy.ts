/** The command `copy`: takes a team over from a data folder into a database, while no server runs on either. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../storage/sqlite/folder-lock';
import { STORE_FILE } from '../storage/sqlite/sqlite-storage';
import { openTables } from '../storage/sqlite/table-rows';
import { CommandFailure, printLine } from './command';
import { checkStore } from './safekeeping';
import { addressOf, shownPlace, unusable } from './store-place';

/** Where from and where to, as given: a data folder, and the address of a database. */
export interface CopyChoice {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies all there is, reads every row again and holds it against the first, and prints how many there were.
 * @throws CommandFailure where one of the two cannot be used, is served, or is not as it should be; the database is as empty then as it was
 */
export async function copyStore({ from, to }: CopyChoice): Promise<void> {
  const source = { kind: 'folder', folder: from } as const;
  const target = { kind: 'database', address: addressOf(to, '--to') } as const;
  if (!existsSync(join(from, STORE_FILE))) throw new CommandFailure(`There is no store in the folder ${from}.`);
  const lock = lockFolder(from);
  if (!lock) throw new CommandFailure(`A server runs on ${shownPlace(source, 'the')}; end it first.`);
  try {
    const { ok, faults } = await checkStore(source);
    if (!ok) {
      throw new CommandFailure(
        `${shownPlace(source, 'The')} is damaged (${faults.length} faults, the first: ${faults[0]?.fault}); nothing was copied.`,
      );
    }
    const { fillDatabase } = await import('../storage/postgres/fill-database');
    const tables = openTables(from);
    const filling = await fillDatabase(target.address, tables.rows)
      .catch((error: unknown) => Promise.reject(unusable(target, error)))
      .finally(() => tables.close());
    switch (filling.kind) {
      case 'done':
        printLine({ ok: true, copied: filling.rows, compared: 'every row' });
        return;
      case 'served':
        throw new CommandFailure(`A server runs on ${shownPlace(target, 'the')}; end it first.`);
      case 'not-empty':
        throw new CommandFailure(
          `${shownPlace(target, 'The')} is not empty (there are rows in the table ${filling.table}); a team is only copied into an empty one.`,
        );
      case 'differs':
        throw new CommandFailure(
          `In the table ${filling.table} of ${shownPlace(target, 'the')} was read something else than was written (${filling.key}); nothing was kept.`,
        );
    }
  } finally {
    lock.release();
  }
}
