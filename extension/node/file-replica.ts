/** A space's replica in a folder, open in one window: what it writes, what it reads of the others, and when it compacts. */
import type {
  Compaction,
  Replica,
  ReplicaOwner,
  ReplicaProblem,
  StoreFailure,
  UpdateSource,
  WrittenUpdate,
} from '../app/replica-store';
import { compactFolder } from './compaction';
import { type Disk, diskFailure } from './disk';
import { type Foldable, FolderReader } from './folder-reader';
import type { Heartbeat } from './heartbeat';
import { LogWriter } from './log-writer';
import { COMPACT_BETWEEN, LOOK_AFTER_HINT, type ReplicaTime } from './replica-time';

/** More files than this that could be one are made one. */
const MANY_FILES = 12;

/**
 * So many bytes in logs are made a snapshot, if they are not little beside the snapshot that there is: a window that starts takes in some
 * 15 edits a kilobyte of them, each by itself, which takes it several times as long as a kilobyte of a snapshot.
 */
const MANY_BYTES = 128 * 2 ** 10;

/** Logs are little beside a snapshot that is so many times as long. */
const TIMES_AS_LONG = 8;

/** What a replica needs of the store that it belongs to. */
export interface FileReplicaNeeds {
  readonly disk: Disk;
  readonly time: ReplicaTime;
  readonly heartbeat: Heartbeat;
  /** The folder of the space. */
  readonly folder: string;
  /** A new name for a log of this window. */
  nextLogName(): string;
  /** An id that nothing else has, of digits and small letters. */
  newId(): string;
  /** Told when the replica is closed. */
  closed(replica: FileReplica): void;
}

export class FileReplica implements Replica {
  readonly problems: ReplicaProblem[] = [];
  private readonly reader: FolderReader;
  private readonly writer: LogWriter;
  private readonly current = new Set<string>();
  private stopWatching = () => {};
  private cancelCompaction: (() => void) | undefined;
  private cancelLook: (() => void) | undefined;
  private looking: Promise<void> | undefined;
  private lookAgain = false;
  private compacting: Promise<Compaction | StoreFailure> | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    readonly space: string,
    private readonly owner: ReplicaOwner,
    private readonly needs: FileReplicaNeeds,
  ) {
    const { disk, heartbeat, folder } = needs;
    this.reader = new FolderReader(disk, heartbeat, folder, space, (problem) => {
      this.problems.push(problem);
      owner.problem(problem);
    });
    this.writer = new LogWriter({
      disk,
      folder,
      space,
      nextName: needs.nextLogName,
      wholeState: () => owner.wholeState(),
      file: (name, ended) => this.noteFile(name, ended),
      writing: (state) => owner.writing(state),
    });
  }

  get unwritten(): number {
    return this.writer.waiting;
  }

  /**
   * Hands all that is in the folder to the owner, and starts to watch it.
   * @throws the disk's error if the folder cannot be read
   */
  async start(): Promise<void> {
    const { disk, folder } = this.needs;
    // A folder that cannot be made is no reason not to open: edits wait in line, and the writer says why.
    await disk.makeFolder(folder).catch((error) => diskFailure(error, ''));
    this.stopWatching = disk.watch(folder, (name) => {
      if (name === undefined || !this.current.has(name)) this.lookSoon();
    });
    try {
      await this.read('disk');
    } catch (error) {
      this.stopWatching();
      throw error;
    }
  }

  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    if (this.closing !== undefined) return Promise.resolve(closed(this.space));
    return this.writer.append(update);
  }

  /** Looks at the folder for what other windows have written. Resolves when that was handed on. */
  look(): Promise<void> {
    if (this.closing !== undefined) return this.looking ?? Promise.resolve();
    this.lookAgain = true;
    this.looking ??= this.lookUntilQuiet().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  /** A burst of changes is looked at as one. */
  private lookSoon(): void {
    this.cancelLook ??= this.needs.time.after(LOOK_AFTER_HINT, () => {
      this.cancelLook = undefined;
      void this.look();
    });
  }

  /** Tries again what could not be written, and sees to it that what was written stays. */
  async save(): Promise<void> {
    await this.writer.write();
    await this.writer.check();
    await this.writer.flush();
  }

  compact(): Promise<Compaction | StoreFailure> {
    if (this.closing !== undefined) return Promise.resolve(closed(this.space));
    this.compacting ??= this.compactOnce().finally(() => {
      this.compacting = undefined;
    });
    return this.compacting;
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    this.stopWatching();
    this.cancelLook?.();
    this.cancelCompaction?.();
    await this.looking;
    // The edits first: whoever ends the process may not wait for a compaction.
    await this.writer.close();
    await this.compacting;
    this.needs.closed(this);
  }

  private async lookUntilQuiet(): Promise<void> {
    while (this.lookAgain && this.closing === undefined) {
      this.lookAgain = false;
      try {
        await this.read('window');
      } catch (error) {
        // A folder that is away for a while is looked at again by and by; what cannot be written is said by the writer.
        diskFailure(error, '');
      }
    }
  }

  private async read(source: UpdateSource): Promise<void> {
    const { updates, lost } = await this.reader.look();
    if (updates.length > 0) this.owner.receive(updates, source);
    if (lost) await this.writer.writeAnew();
    this.planCompaction();
  }

  private noteFile(name: string, ended: boolean): void {
    if (ended) this.current.delete(name);
    else this.current.add(name);
    this.reader.knows(name, { ended, sources: [] });
  }

  private planCompaction(): void {
    if (this.cancelCompaction !== undefined || !isDue(this.reader.foldable)) return;
    const [soonest, latest] = COMPACT_BETWEEN;
    const wait = soonest + this.needs.time.chance() * (latest - soonest);
    this.cancelCompaction = this.needs.time.after(wait, () => {
      this.cancelCompaction = undefined;
      void this.compactIfStillDue();
    });
  }

  /** Another window may have done it in the meantime: the folder is looked at first. */
  private async compactIfStillDue(): Promise<void> {
    await this.look();
    if (isDue(this.reader.foldable)) await this.compact();
  }

  private async compactOnce(): Promise<Compaction | StoreFailure> {
    const { disk, time, heartbeat, folder, newId } = this.needs;
    try {
      return await compactFolder({
        disk,
        time,
        heartbeat,
        folder,
        space: this.space,
        newId,
        isCurrent: (key) => this.current.has(key),
        snapshot: (key, sources) => this.reader.knows(key, { ended: true, sources }),
      });
    } catch (error) {
      return diskFailure(error, `compacting the replica in ${folder}`);
    }
  }
}

/** Damaged files too, so that they are set aside. */
function isDue({ files, logBytes, snapshotBytes, damaged }: Foldable): boolean {
  return damaged || files > MANY_FILES || logBytes > Math.max(MANY_BYTES, snapshotBytes / TIMES_AS_LONG);
}

function closed(space: string): StoreFailure {
  return { kind: 'closed', message: `the replica of space ${space} is closed` };
}
