/** The replica store in the browser: one database a space, shared by all tabs of one origin. */
import type { Environment } from '../app/environment';
import type { OpenedReplica, ReplicaOwner, ReplicaStore, SpaceIds, StoreFailure } from '../app/replica-store';
import { browserFailure } from './browser-failure';
import { BrowserReplica } from './browser-replica';
import { databaseName, newerFormat, spacesAmong } from './database-names';
import { UpdateDatabase } from './update-database';

export interface BrowserReplicaStoreOptions {
  /** The account's key: letters, digits and `-`. */
  readonly account: string;
  readonly time: Pick<Environment, 'after' | 'random'>;
}

export class BrowserReplicaStore implements ReplicaStore {
  readonly #options: BrowserReplicaStoreOptions;
  readonly #opened = new Set<BrowserReplica>();
  #closing: Promise<void> | undefined;

  constructor(options: BrowserReplicaStoreOptions) {
    this.#options = options;
  }

  async open(space: string, owner: ReplicaOwner): Promise<OpenedReplica | StoreFailure> {
    if (this.#closing !== undefined) return CLOSED;
    const { account, time } = this.#options;
    try {
      const newer = newerFormat(await databases(), account);
      if (newer !== undefined) return newer;
      const replica = await BrowserReplica.open(space, owner, {
        name: databaseName(account, space),
        time,
        closed: (it) => this.#opened.delete(it),
      });
      this.#opened.add(replica);
      if (this.#closing === undefined) return { kind: 'opened', replica };
      await replica.close();
      return CLOSED;
    } catch (error) {
      return browserFailure(error, `opening the replica of space ${space}`);
    }
  }

  async spaces(): Promise<SpaceIds | StoreFailure> {
    if (this.#closing !== undefined) return CLOSED;
    const { account } = this.#options;
    try {
      const names = await databases();
      const newer = newerFormat(names, account);
      if (newer !== undefined) return newer;
      const ids: string[] = [];
      for (const space of spacesAmong(names, account))
        if (await holdsAnything(databaseName(account, space))) ids.push(space);
      return { kind: 'spaces', ids };
    } catch (error) {
      return browserFailure(error, 'listing the replicas of this browser');
    }
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all([...this.#opened].map((replica) => replica.close())).then(() => undefined);
    return this.#closing;
  }
}

/** The names of all databases of this origin. */
async function databases(): Promise<readonly string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
}

async function holdsAnything(name: string): Promise<boolean> {
  const database = await UpdateDatabase.open(name);
  try {
    return (await database.last()) > 0;
  } finally {
    database.close();
  }
}

const CLOSED: StoreFailure = { kind: 'closed', message: 'the replica store is closed' };
