/** The commands that keep the data safe: a copy while the server runs, putting it back, and looking whether all is as it was written. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { SpaceId } from '../../shared/ids';
import { checkUpdate } from '../rooms/check-update';
import { Known } from '../rooms/known';
import { LiveSpace } from '../rooms/live-space';
import { makePrivateFolder } from '../storage/private-folder';
import { backUpSqlite } from '../storage/sqlite/backup';
import { isCorrupt } from '../storage/sqlite/documents';
import { STORE_FILE } from '../storage/sqlite/sqlite-storage';
import { logFault } from '../storage/sqlite/write-ahead-log';
import type { Storage } from '../storage/storage';
import { isFull, StoreUnavailable } from '../storage/storage-failures';
import { CommandFailure, isOutside, isReadOnly, printLine, reason } from './command';
import { openStore, type StorePlace, unusable, withStore } from './store-place';

/** Writes a consistent copy into a new file, while the server runs. */
export async function backUp(place: StorePlace, to: string): Promise<void> {
  if (place.kind === 'database') {
    throw new CommandFailure(
      'A database is copied with the tools of PostgreSQL, while the server runs: pg_dump --format=custom --schema=tackboard --file=FILE DATABASE.',
    );
  }
  // SQLite would only say that it cannot open the file.
  const into = dirname(to);
  if (!existsSync(into)) throw new CommandFailure(`The copy cannot be written to ${to}: there is no folder ${into}.`);
  await withStore(place, async () => {
    try {
      backUpSqlite(place.folder, to);
      await chmod(to, 0o600);
    } catch (error) {
      throw new CommandFailure(`The copy cannot be written to ${to}: ${reason(error)}.`);
    }
  });
}

/** Puts a copy into an empty data folder; nothing is there before all of it is. */
export async function restoreBackup(place: StorePlace, from: string): Promise<void> {
  if (place.kind === 'database') {
    throw new CommandFailure(
      'A copy that pg_dump made is put into an empty database with pg_restore; one that backup made is put into a folder first, and taken over from there with copy.',
    );
  }
  const { folder } = place;
  try {
    makePrivateFolder(folder);
    if ((await readdir(folder)).length > 0) {
      throw new CommandFailure(`The data folder ${folder} is not empty; a copy is only put into an empty one.`);
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`The data folder ${folder} cannot be used: ${reason(error)}.`);
  }
  const partial = join(folder, `${STORE_FILE}.partial`);
  try {
    await copyFile(from, partial);
    await chmod(partial, 0o600);
    refuseStrange(partial);
    const file = await open(partial, 'r+');
    await file.sync();
    await file.close();
    await rename(partial, join(folder, STORE_FILE));
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) await rm(`${partial}${end}`, { force: true });
    throw new CommandFailure(`${from} cannot be restored: ${reason(error)}.`);
  }
}

/** Throws where a file is no store of ours, or a damaged one. */
function refuseStrange(file: string): void {
  const db = new Database(file, { readonly: true });
  try {
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('it is damaged');
    const found = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('users', 'log', 'snapshots')").pluck();
    if (found.get() !== 3) throw new Error('it is no copy of a data folder of Tackboard');
  } finally {
    db.close();
  }
}

/** What is in a store, and what is wrong with it. */
export interface Summary {
  ok: boolean;
  users: number;
  tokens: number;
  spaces: number;
  entries: number;
  bytes: number;
  /** Documents of spaces that were never made to the end, which nobody asks for; only where there are some. */
  unfinished?: number;
  faults: { space?: string; fault: string }[];
}

/** Reads every document and row, and prints a summary. @throws CommandFailure where something is damaged, or the store cannot be looked at */
export async function checkAll(place: StorePlace): Promise<void> {
  // Every command makes the folder that is not there; whoever mistyped its name is told, rather than that all is well.
  if (place.kind === 'folder' && !existsSync(join(place.folder, STORE_FILE)))
    console.error(`There was no store in the folder ${place.folder}: an empty one is made.`);
  const summary = await checkStore(place);
  printLine(summary);
  if (!summary.ok) throw new CommandFailure(`${summary.faults.length} faults were found.`);
}

/** Reads every document and row of a store. @throws CommandFailure where it cannot be looked at, which says nothing of damage */
export async function checkStore(place: StorePlace): Promise<Summary> {
  const summary: Summary = { ok: true, users: 0, tokens: 0, spaces: 0, entries: 0, bytes: 0, faults: [] };
  try {
    const fault = place.kind === 'folder' ? logFault(join(place.folder, `${STORE_FILE}-wal`)) : undefined;
    // Opened, the store would go without what cannot be read, and nobody could look at it any more.
    if (fault !== undefined) throw new CommandFailure(fault);
    const storage = await openStore(place);
    try {
      await readAll(storage, summary);
    } finally {
      await storage.close();
    }
  } catch (error) {
    const isFault = error instanceof CommandFailure || error instanceof StoreUnavailable || isCorrupt(error);
    if (!isFault) throw isOutside(error) ? unusable(place, error) : error;
    if (error instanceof CommandFailure && (isReadOnly(error.cause) || isFull(error.cause))) throw error;
    summary.faults.push({ fault: reason(error) });
  }
  summary.ok = summary.faults.length === 0;
  return summary;
}

async function readAll(storage: Storage, summary: Summary): Promise<void> {
  summary.faults.push(...(await storage.upkeep.faults()).map((fault) => ({ fault })));
  summary.users = (await storage.accounts.users()).length;
  summary.tokens = (await storage.accounts.tokens()).length;
  // Before the spaces: of one that is made meanwhile the document alone would be seen.
  const last = await storage.documents.lastEntries();
  const rows = await storage.upkeep.spaces();
  summary.spaces = rows.length;
  const known = new Set(rows.map(({ id }) => id));
  for (const id of new Set<SpaceId>([...known, ...last.keys()])) {
    try {
      // In another database than its space's, a first entry is there before the space is; who was killed between has left it.
      if (!known.has(id) && last.get(id) === 1 && storage.documents.partOf(id) !== 0) {
        summary.unfinished = (summary.unfinished ?? 0) + 1;
        continue;
      }
      if (!known.has(id)) throw new Error('there is a document, but no space');
      await readDocument(storage, id, summary);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      summary.faults.push({ space: id, fault: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Reads a document as the server does, and as a replica does. */
async function readDocument(storage: Storage, id: SpaceId, summary: Summary): Promise<void> {
  const stored = await storage.documents.load(id);
  const { snapshot, log } = stored;
  summary.entries += log.length;
  summary.bytes += log.reduce((sum, { update }) => sum + update.length, snapshot?.update.length ?? 0);
  if (snapshot) {
    Known.read(snapshot.coverage);
    const checked = checkUpdate(snapshot.update, undefined, Number.POSITIVE_INFINITY);
    if (checked.kind !== 'done') throw new Error(`its snapshot cannot be read: ${checked.reason}`);
  }
  let next = snapshot?.through ?? 0;
  for (const { sequence, update } of log) {
    if (sequence <= next) throw new Error(`entry ${sequence} of its log is out of order`);
    next = sequence;
    const checked = checkUpdate(update);
    if (checked.kind !== 'done') throw new Error(`entry ${sequence} of its log cannot be read: ${checked.reason}`);
  }
  (await LiveSpace.open(id, stored, await storage.records.load(id))).dispose();
}
