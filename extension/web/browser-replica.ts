/** A space's replica in the browser's database, open in one window: what it writes, what it reads of other tabs, and when it is made smaller. */
import { PREFERRED_TRIM_SIZE } from 'y-indexeddb';
import type { Environment } from '../app/environment';
import { mergeIntoDocument } from '../app/merged-document';
import type {
  Compaction,
  Replica,
  ReplicaOwner,
  ReplicaProblem,
  StoreFailure,
  UpdateSource,
  WrittenUpdate,
} from '../app/replica-store';
import { browserFailure } from './browser-failure';
import { trimDatabase } from './database-trim';
import { isSound } from './sound-update';
import { UpdateDatabase, type UpdateEntry } from './update-database';
import { UpdateLine } from './update-line';

/** When there is enough to compact, it happens after a time between these two (milliseconds), by chance, so that seldom two tabs do it. */
const COMPACT_BETWEEN = [30_000, 120_000] as const;

/** What a replica needs of the store that it belongs to. */
export interface BrowserReplicaNeeds {
  /** The name of its database, and of the channel on which tabs tell each other that there is something new in it. */
  readonly name: string;
  readonly time: Pick<Environment, 'after' | 'random'>;
  /** Told when the replica is closed. */
  closed(replica: BrowserReplica): void;
}

export class BrowserReplica implements Replica {
  readonly space: string;
  readonly problems: ReplicaProblem[] = [];
  readonly #owner: ReplicaOwner;
  readonly #needs: BrowserReplicaNeeds;
  readonly #line: UpdateLine;
  readonly #channel: BroadcastChannel;
  readonly #own = new Set<number>();
  readonly #told = new Set<number>();
  #database: UpdateDatabase;
  /** Up to which entry everything was handed to the owner, or came from it. */
  #seen = 0;
  /** The last entry that this window knows of. */
  #last = 0;
  /** How many entries there are, as far as this window knows. */
  #entries = 0;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #compacting: Promise<Compaction | StoreFailure> | undefined;
  #cancelCompaction: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  private constructor(space: string, owner: ReplicaOwner, needs: BrowserReplicaNeeds, database: UpdateDatabase) {
    this.space = space;
    this.#owner = owner;
    this.#needs = needs;
    this.#database = database;
    this.#line = new UpdateLine({
      space,
      after: needs.time.after,
      add: (updates) => this.#add(updates),
      writing: (state) => owner.writing(state),
    });
    this.#channel = new BroadcastChannel(needs.name);
    this.#channel.onmessage = () => void this.#look();
  }

  /** Hands all that is in the database to the owner, and begins to listen to other tabs. Fails with the browser's error. */
  static async open(space: string, owner: ReplicaOwner, needs: BrowserReplicaNeeds): Promise<BrowserReplica> {
    const database = await UpdateDatabase.open(needs.name);
    const replica = new BrowserReplica(space, owner, needs, database);
    try {
      await replica.#read('disk');
      return replica;
    } catch (error) {
      await replica.close();
      throw error;
    }
  }

  get unwritten(): number {
    return this.#line.length;
  }

  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    return this.#closing === undefined ? this.#line.append(update) : Promise.resolve(closed(this.space));
  }

  compact(): Promise<Compaction | StoreFailure> {
    if (this.#closing !== undefined) return Promise.resolve(closed(this.space));
    this.#compacting ??= this.#compactOnce().finally(() => {
      this.#compacting = undefined;
    });
    return this.#compacting;
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    this.#cancelCompaction?.();
    // The edits first: whoever ends the tab may not wait for the rest.
    await this.#line.close();
    this.#channel.close();
    await Promise.all([this.#looking, this.#compacting]);
    this.#database.close();
    this.#needs.closed(this);
  }

  async #add(updates: readonly Uint8Array[]): Promise<void> {
    if (this.#database.isGone) await this.#reconnect();
    const keys = await this.#database.add(updates);
    this.#noteOwn(keys);
    this.#channel.postMessage('added');
    this.#noteEntries(this.#entries + keys.length);
  }

  /** Where the browser has ended the connection. What it has removed is written anew. */
  async #reconnect(): Promise<void> {
    this.#database = await UpdateDatabase.open(this.#needs.name);
    if ((await this.#database.last()) >= this.#last) return;
    this.#seen = 0;
    this.#own.clear();
    this.#noteOwn(await this.#database.add([this.#owner.wholeState()]));
  }

  #noteOwn(keys: readonly number[]): void {
    for (const key of keys) this.#own.add(key);
    this.#last = keys.at(-1) ?? this.#last;
  }

  /** Looks for what other tabs have added. What comes in a burst is read at once. */
  #look(): Promise<void> {
    this.#lookAgain = true;
    this.#looking ??= this.#lookUntilQuiet().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookUntilQuiet(): Promise<void> {
    while (this.#lookAgain && this.#closing === undefined) {
      this.#lookAgain = false;
      try {
        if (this.#database.isGone) await this.#reconnect();
        await this.#read('window');
      } catch (error) {
        // What cannot be read now is read with what comes next; what cannot be written is said by the line.
        browserFailure(error, '');
      }
    }
  }

  async #read(source: UpdateSource): Promise<void> {
    const entries = await this.#database.after(this.#seen);
    this.#seen = entries.at(-1)?.key ?? this.#seen;
    this.#last = Math.max(this.#last, this.#seen);
    const others = entries.filter(({ key }) => !this.#own.delete(key));
    const updates = others.map(({ value }) => value).filter(isSound);
    const refused = new Set<unknown>(updates.length > 0 ? this.#owner.receive(updates, source) : []);
    const taken = new Set<unknown>(updates.filter((update) => !refused.has(update)));
    this.#tell(others.filter(({ value }) => !taken.has(value)));
    this.#noteEntries(this.#entries + others.length);
  }

  /** Tells of damaged entries. They stay where they are until the next compaction, which sets them aside. */
  #tell(damaged: readonly UpdateEntry[]): void {
    for (const { key, value } of damaged) {
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      const bytes = value instanceof Uint8Array ? value.length : 0;
      const message = `Entry ${key} of the replica of space ${this.space} (${bytes} bytes) cannot be read and is left out.`;
      const problem: ReplicaProblem = { kind: 'damaged', file: `entry ${key}`, offset: 0, bytes, message };
      this.problems.push(problem);
      this.#owner.problem(problem);
    }
  }

  #noteEntries(entries: number): void {
    this.#entries = entries;
    if (this.#cancelCompaction !== undefined || !this.#isDue || this.#closing !== undefined) return;
    const [soonest, latest] = COMPACT_BETWEEN;
    const { after, random } = this.#needs.time;
    this.#cancelCompaction = after(soonest + random() * (latest - soonest), () => {
      this.#cancelCompaction = undefined;
      void this.#compactIfStillDue();
    });
  }

  /** Damaged entries too, so that they are set aside and not told of at every start. */
  get #isDue(): boolean {
    return this.#entries >= PREFERRED_TRIM_SIZE || this.#told.size > 0;
  }

  /** Another tab may have done it in the meantime: what it left is counted first. */
  async #compactIfStillDue(): Promise<void> {
    try {
      this.#entries = (await this.#database.after(0)).length;
      if (this.#isDue) await this.compact();
    } catch (error) {
      browserFailure(error, '');
    }
  }

  async #compactOnce(): Promise<Compaction | StoreFailure> {
    try {
      const entries = await this.#database.after(0);
      const updates = entries.map(({ value }) => value).filter(isSound);
      // Each of them twice, as y-indexeddb will apply them to the document that holds them already.
      const merged = await mergeIntoDocument([...updates, ...updates], turn);
      if (merged === undefined) return { kind: 'nothing-to-do' };
      const strange = new Set<unknown>(merged.strange);
      const sound = new Set<unknown>(updates.filter((update) => !strange.has(update)));
      const damaged = entries.filter(({ value }) => !sound.has(value));
      if (damaged.length > 0) await this.#database.setAside(damaged);
      this.#tell(damaged);
      this.#told.clear();
      const whole = entries.length - damaged.length;
      if (whole < 2 || !(await trimDatabase(this.#needs.name, merged.document))) {
        merged.document.destroy();
        return { kind: 'nothing-to-do' };
      }
      // Comes after y-indexeddb's last transaction, which it does not wait for itself.
      this.#entries = (await this.#database.after(this.#seen)).length + 1;
      return { kind: 'compacted', pieces: whole };
    } catch (error) {
      return browserFailure(error, `compacting the replica of space ${this.space}`);
    }
  }
}

/** Lets others have their turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function closed(space: string): StoreFailure {
  return { kind: 'closed', message: `the replica of space ${space} is closed` };
}
