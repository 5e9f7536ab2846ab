/** The compaction of a replica's folder: many files become one snapshot. Killed at any step, or two at once, all that there was remains. */
import { join } from 'node:path';
import type { Compaction } from '../app/replica-store';
import type { Disk } from './disk';
import type { FoundUpdates } from './found-updates';
import type { Heartbeat } from './heartbeat';
import { encodeHeader } from './piece-header';
import { PieceReader } from './piece-reader';
import { encodeEntry } from './replica-entry';
import { type ReplicaFile, replicaFile, retiredName, setAsideName, snapshotName, temporaryName } from './replica-names';
import { type ReplicaTime, STALE_AFTER } from './replica-time';
import { mergeAll } from './update-merge';

/** What a compaction needs of the replica that it is made for. */
export interface CompactionNeeds {
  readonly disk: Disk;
  readonly time: ReplicaTime;
  readonly heartbeat: Heartbeat;
  readonly folder: string;
  readonly space: string;
  /** An id that no other file has, of digits and small letters. */
  newId(): string;
  /** Whether a log is one that this window still writes. */
  isCurrent(key: string): boolean;
  /** Told of the snapshot's key and of the keys of what went into it, before it is there under its name. */
  snapshot(key: string, sources: readonly string[]): void;
}

type Log = Extract<ReplicaFile, { kind: 'log' }>;
type Snapshot = Extract<ReplicaFile, { kind: 'snapshot' }>;

interface Source {
  readonly file: Log | Snapshot;
  /** Up to where it was read for updates, in bytes. */
  readonly end: number;
  readonly updates: FoundUpdates;
  readonly damaged: boolean;
}

/**
 * Makes a snapshot of all snapshots, of the logs that were ended and of those whose window is long gone, then removes these.
 * @throws the disk's error; what is in the folder then is all that there was
 */
export async function compactFolder(needs: CompactionNeeds): Promise<Compaction> {
  const { disk, folder } = needs;
  await retireGone(needs);
  const files = (await disk.list(folder)).map(replicaFile).filter((file) => file !== undefined);
  const sources: Source[] = [];
  for (const file of files) {
    const source = file.kind === 'temporary' ? undefined : await readSource(needs, file);
    if (source !== undefined) sources.push(source);
  }
  await removeStale(needs, files);
  if (sources.length < 2 && !sources.some(({ file, damaged }) => file.kind === 'log' || damaged))
    return { kind: 'nothing-to-do' };

  const number = 1 + Math.max(0, ...files.map((file) => (file.kind === 'snapshot' ? file.number : 0)));
  const name = snapshotName(number, needs.newId());
  await writeSnapshot(needs, name, sources);
  for (const source of sources) await removeSource(needs, source, number);
  return { kind: 'compacted', pieces: sources.length };
}

/**
 * Takes the logs of long gone windows out of their places before they are read: should such a window be alive after all, it sees,
 * after each write, that its file is not in its place, and writes anew what it knows; what it wrote before is read here.
 */
async function retireGone({ disk, folder, heartbeat, isCurrent }: CompactionNeeds): Promise<void> {
  for (const name of await disk.list(folder)) {
    const file = replicaFile(name);
    if (file?.kind !== 'log' || file.retired || isCurrent(file.key)) continue;
    const status = await disk.status(join(folder, name));
    if (status === undefined || (await heartbeat.of(file.window, status.modified)) !== 'gone') continue;
    await unlessTaken(disk, join(folder, name), () => disk.rename(join(folder, name), join(folder, retiredName(name))));
  }
}

/** Reads a file to the end, if nobody writes to it any more and it is of this space. */
async function readSource(needs: CompactionNeeds, file: Log | Snapshot): Promise<Source | undefined> {
  const { disk, folder, space } = needs;
  if (file.kind === 'log' && needs.isCurrent(file.key)) return undefined;
  const status = await disk.status(join(folder, file.name));
  if (status === undefined) return undefined;
  const reader = new PieceReader(disk, folder, file.name, space);
  const settled = file.kind === 'snapshot' || file.retired;
  const updates = await reader.read(status.size, settled ? 'nobody' : 'lives');
  if (reader.foreign || (!settled && !reader.ended)) return undefined;
  // What the system cannot read now, it may read later.
  if (reader.problems.some(({ kind }) => kind === 'unreadable')) return undefined;
  if ((await disk.status(join(folder, file.name))) === undefined) return undefined;
  return { file, end: reader.updatesEnd, updates, damaged: reader.problems.length > 0 };
}

async function writeSnapshot(needs: CompactionNeeds, name: string, sources: readonly Source[]): Promise<void> {
  const { disk, folder, space } = needs;
  const keys = new Map(sources.map(({ file, end }) => [file.key, end]));
  const merged = await mergeAll(sources.flatMap(({ updates }) => [...updates]));
  const entries = [
    encodeEntry('header', encodeHeader({ space, sources: keys })),
    ...merged.map((update) => encodeEntry('update', update)),
    encodeEntry('end', new Uint8Array(0)),
  ];
  const temporary = join(folder, temporaryName(needs.newId()));
  const file = await disk.create(temporary);
  try {
    await file.write(Buffer.concat(entries), 0);
    await file.flush();
  } catch (error) {
    await file.close();
    await disk.remove(temporary);
    throw error;
  }
  await file.close();
  needs.snapshot(name, [...keys.keys()]);
  await disk.rename(temporary, join(folder, name));
  await disk.flushFolder(folder);
}

/** Removes what is in the snapshot now, and only that. A damaged file is kept under a name that is not read, for people to look at. */
async function removeSource(
  { disk, folder }: CompactionNeeds,
  { file, damaged }: Source,
  number: number,
): Promise<void> {
  if (file.kind === 'snapshot' && file.number >= number) return;
  const path = join(folder, file.name);
  if (!damaged) await disk.remove(path);
  else await unlessTaken(disk, path, () => disk.rename(path, join(folder, setAsideName(file.name))));
}

/** Removes what windows left behind that were killed while they made a snapshot. */
async function removeStale({ disk, folder, time }: CompactionNeeds, files: readonly ReplicaFile[]): Promise<void> {
  for (const file of files) {
    if (file.kind !== 'temporary') continue;
    const status = await disk.status(join(folder, file.name));
    if (status !== undefined && time.now() - status.modified > STALE_AFTER) await disk.remove(join(folder, file.name));
  }
}

/** Renames, unless another window's compaction was quicker with the same file. */
async function unlessTaken(disk: Disk, path: string, rename: () => Promise<void>): Promise<void> {
  try {
    await rename();
  } catch (error) {
    if ((await disk.status(path)) !== undefined) throw error;
  }
}
