/** The replica store on files: one folder an account, in it one folder a space, shared by all windows on this machine. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { OpenedReplica, ReplicaOwner, ReplicaStore, SpaceIds, StoreFailure } from '../app/replica-store';
import { type Disk, diskFailure } from './disk';
import { FileReplica } from './file-replica';
import { Heartbeat } from './heartbeat';
import { nodeDisk } from './node-disk';
import { PieceReader } from './piece-reader';
import { FORMAT, formatFolder, formatOf, logName, replicaFile, spaceFolder, spaceOfFolder } from './replica-names';
import { LOOK_EVERY, machineTime, type ReplicaTime } from './replica-time';

export interface FileReplicaStoreOptions {
  /** The folder of the account's replicas, an absolute path. It is made when it is first needed. */
  readonly folder: string;
  /** The file operations; this machine's if left out. */
  readonly disk?: Disk;
  /** Time and chance; this machine's if left out. */
  readonly time?: ReplicaTime;
}

export class FileReplicaStore implements ReplicaStore {
  private readonly root: string;
  private readonly disk: Disk;
  private readonly time: ReplicaTime;
  private readonly window = newId();
  private readonly heartbeat: Heartbeat;
  private readonly opened = new Set<FileReplica>();
  private logs = 0;
  private cancelTick: (() => void) | undefined;
  private ticking: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: FileReplicaStoreOptions) {
    this.root = options.folder;
    this.disk = options.disk ?? nodeDisk();
    this.time = options.time ?? machineTime;
    this.heartbeat = new Heartbeat(this.disk, this.time, join(this.root, formatFolder(FORMAT), 'windows'), this.window);
  }

  async open(space: string, owner: ReplicaOwner): Promise<OpenedReplica | StoreFailure> {
    const refused = await this.refusal();
    if (refused !== undefined) return refused;
    const folder = join(this.spacesFolder, spaceFolder(space));
    const replica = new FileReplica(space, owner, {
      disk: this.disk,
      time: this.time,
      heartbeat: this.heartbeat,
      folder,
      nextLogName: () => logName(this.window, this.logs++),
      newId,
      closed: (it) => this.opened.delete(it),
    });
    try {
      await this.heartbeat.beat();
      await replica.start();
    } catch (error) {
      return diskFailure(error, `reading the replica in ${folder}`);
    }
    if (this.closing !== undefined) {
      await replica.close();
      return CLOSED;
    }
    this.opened.add(replica);
    this.planTick();
    return { kind: 'opened', replica };
  }

  async spaces(): Promise<SpaceIds | StoreFailure> {
    const refused = await this.refusal();
    if (refused !== undefined) return refused;
    try {
      const ids: string[] = [];
      for (const name of await this.disk.list(this.spacesFolder)) {
        const id = await this.spaceIn(name);
        if (id !== undefined) ids.push(id);
      }
      return { kind: 'spaces', ids };
    } catch (error) {
      return diskFailure(error, `listing the replicas in ${this.root}`);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    this.cancelTick?.();
    await this.ticking;
    await Promise.all([...this.opened].map((replica) => replica.close()));
    await this.heartbeat.stop();
  }

  private get spacesFolder(): string {
    return join(this.root, formatFolder(FORMAT), 'spaces');
  }

  /** Why this store may not be used: it is closed, or the folder is in a format of a newer version. */
  private async refusal(): Promise<StoreFailure | undefined> {
    if (this.closing !== undefined) return CLOSED;
    try {
      const newer = (await this.disk.list(this.root)).find((name) => (formatOf(name) ?? 0) > FORMAT);
      if (newer === undefined) return undefined;
      const message = `the replicas in ${this.root} were made by a newer version of Tackboard (${newer}; this version knows ${formatFolder(FORMAT)})`;
      return { kind: 'newer-format', message };
    } catch (error) {
      return diskFailure(error, `reading ${this.root}`);
    }
  }

  /** The id of the space that a folder holds something of. */
  private async spaceIn(folder: string): Promise<string | undefined> {
    const space = spaceOfFolder(folder);
    if (space === undefined) return undefined;
    const path = join(this.spacesFolder, folder);
    for (const name of await this.disk.list(path)) {
      const file = replicaFile(name);
      if (file === undefined || file.kind === 'temporary') continue;
      if (space !== 'hashed') return space.id;
      const status = await this.disk.status(join(path, name));
      const reader = new PieceReader(this.disk, path, name, '');
      await reader.read(Math.min(status?.size ?? 0, 2 ** 16), 'lives');
      const id = reader.header?.space;
      if (id !== undefined && spaceFolder(id) === folder) return id;
    }
    return undefined;
  }

  private planTick(): void {
    if (this.cancelTick !== undefined || this.closing !== undefined) return;
    this.cancelTick = this.time.after(LOOK_EVERY, () => {
      this.ticking = this.tick().finally(() => {
        this.cancelTick = undefined;
        this.planTick();
      });
    });
  }

  private async tick(): Promise<void> {
    if (this.opened.size === 0) return;
    await this.heartbeat.beat();
    await Promise.all(
      [...this.opened].map(async (replica) => {
        await replica.look();
        await replica.save();
      }),
    );
  }
}

const CLOSED: StoreFailure = { kind: 'closed', message: 'the replica store is closed' };

function newId(): string {
  return randomBytes(8).toString('hex');
}
