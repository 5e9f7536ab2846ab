/** A replica that windows of other origins see too: its state lies on the shelf, and what theirs has is taken from there. */
import type { Environment, Log } from '../app/environment';
import type {
  Compaction,
  Replica,
  ReplicaOwner,
  ReplicaProblem,
  StoreFailure,
  UpdateSource,
  WrittenUpdate,
} from '../app/replica-store';
import type { Shelf } from '../app/shelf';
import { compareStates } from './replica-comparison';

/** The pause after a put, in milliseconds, in which nothing more is put: what is typed meanwhile is put together at its end. */
const PAUSE_MS = 1_000;
/** So many bytes that were put make the pause longer by a millisecond: a large space costs its window no more of its time than a small one. */
const BYTES_A_MS = 1_000;

/** What the end of a pause brings: a put, or one only where the shelf lacks something, as after a tab that puts its edits itself. */
type Due = 'put' | 'check';

export interface CarriedReplicaNeeds {
  readonly shelf: Shelf;
  /** The folder of this space on the shelf. */
  readonly folder: string;
  /** The name of what this origin puts there. */
  readonly own: string;
  readonly after: Environment['after'];
  readonly log: Log;
  /** Told when the replica is closed. */
  closed(replica: CarriedReplica): void;
}

/**
 * Each origin puts its whole state under a name of its own, so none can spoil another's. Whoever has taken another's state and put its
 * own, which holds it now, takes the other's away: what remains together is everything, and it is one state as a rule.
 *
 * A tab ends without a word, so an edit is put as it is made, and what a tab of the same origin is heard to have written is put by
 * those that stay. What remains: an edit within the pause after another, or while a large state is on its way to the shelf, that is
 * made in the only tab of its origin, which then ends. It is in that origin's database, and is put when a folder of it is opened again.
 */
export class CarriedReplica implements Replica {
  readonly #replica: Replica;
  readonly #owner: ReplicaOwner;
  readonly #needs: CarriedReplicaNeeds;
  /** The marks of others' states that were taken. */
  readonly #taken = new Map<string, string>();
  #steps: Promise<void> = Promise.resolve();
  #waits = false;
  #due: Due | undefined;
  /** Whether a put is on its way, or the pause after it lasts. */
  #busy = false;
  #cancelPause: () => void = () => {};
  #closing: Promise<void> | undefined;

  constructor(replica: Replica, owner: ReplicaOwner, needs: CarriedReplicaNeeds) {
    this.#replica = replica;
    this.#owner = owner;
    this.#needs = needs;
  }

  get space(): string {
    return this.#replica.space;
  }

  get problems(): readonly ReplicaProblem[] {
    return this.#replica.problems;
  }

  get unwritten(): number {
    return this.#replica.unwritten;
  }

  /** Takes what other origins have put, and puts what none of them has. */
  start(): Promise<void> {
    return this.#step(async () => {
      const isCovered = await this.#take('disk');
      const state = this.#owner.wholeState();
      if (!isCovered && !isEmpty(state) && !(await this.#isOnShelf(state))) this.#want('put');
    });
  }

  /** To be told when another tab of this origin has written something, and the owner has it: that tab may be gone before it has put it. */
  heard(): void {
    this.#want('check');
  }

  /** Takes what other origins have put since. */
  look(): void {
    if (this.#waits || this.#closing !== undefined) return;
    this.#waits = true;
    void this.#step(async () => {
      this.#waits = false;
      await this.#take('window');
    });
  }

  append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    const written = this.#replica.append(update);
    this.#want('put');
    return written;
  }

  compact(): Promise<Compaction | StoreFailure> {
    return this.#replica.compact();
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    // The edits first: the shelf can be put right at the next start.
    const kept = this.#replica.close();
    this.#cancelPause();
    if (this.#due !== undefined) void this.#putIf(this.#due);
    await Promise.all([kept, this.#steps]);
    this.#needs.closed(this);
  }

  #want(due: Due): void {
    if (this.#closing !== undefined) return;
    if (this.#due !== 'put') this.#due = due;
    if (this.#busy) return;
    if (due === 'put') void this.#putDue();
    else this.#pause(PAUSE_MS);
  }

  async #putDue(): Promise<void> {
    const due = this.#due;
    this.#due = undefined;
    this.#busy = due !== undefined;
    if (due !== undefined) this.#pause(PAUSE_MS + (await this.#putIf(due)) / BYTES_A_MS);
  }

  #pause(ms: number): void {
    if (this.#closing !== undefined) return;
    this.#busy = true;
    this.#cancelPause = this.#needs.after(ms, () => void this.#putDue());
  }

  /** @returns how many bytes were put, or compared to see that nothing was to be put */
  async #putIf(due: Due): Promise<number> {
    let bytes = 0;
    await this.#step(async () => {
      const state = this.#owner.wholeState();
      bytes = state.length;
      if (due === 'put' || !(await this.#isOnShelf(state))) await this.#put(state);
    });
    return bytes;
  }

  /** Whether what this origin has put has all of a state. */
  async #isOnShelf(state: Uint8Array): Promise<boolean> {
    const { shelf, folder, own } = this.#needs;
    const mine = await shelf.read(folder, own);
    return mine !== undefined && compareStates(state, mine).covers;
  }

  async #put(state: Uint8Array): Promise<void> {
    const { shelf, folder, own } = this.#needs;
    await shelf.write(folder, own, state);
    for (const { name, mark } of await shelf.list(folder))
      if (name !== own && this.#taken.get(name) === mark) await shelf.remove(folder, name);
  }

  /** @returns whether one of the others has all that is here */
  async #take(source: UpdateSource): Promise<boolean> {
    const { shelf, folder, own } = this.#needs;
    let isCovered = false;
    for (const { name, mark } of await shelf.list(folder)) {
      if (name === own || this.#taken.get(name) === mark) continue;
      const theirs = await shelf.read(folder, name);
      if (theirs === undefined) continue;
      const { news, covers } = compareStates(this.#owner.wholeState(), theirs);
      isCovered ||= covers;
      if (news.length > 0) this.#owner.receive(news, source);
      await Promise.all(news.map((update) => this.#replica.append(update)));
      this.#taken.set(name, mark);
    }
    return isCovered;
  }

  /** One step after the other. One that the host cannot make is made up for by the next edit, or the next start. */
  #step(make: () => Promise<void>): Promise<void> {
    this.#steps = this.#steps.then(make).catch((error: unknown) => {
      this.#needs.log.warn(
        `What windows of other folders share of space ${this.space} cannot be used: ${String(error)}`,
      );
    });
    return this.#steps;
  }
}

/** Whether a state holds nothing: no structs, no deletions. */
function isEmpty(state: Uint8Array): boolean {
  return state.length <= 2;
}
