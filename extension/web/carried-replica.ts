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

/** How long after an edit its state is put on the shelf, in milliseconds: what is typed in a burst is put there at once. */
const PUT_AFTER_MS = 1_000;

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
 */
export class CarriedReplica implements Replica {
  readonly #replica: Replica;
  readonly #owner: ReplicaOwner;
  readonly #needs: CarriedReplicaNeeds;
  /** The marks of others' states that were taken. */
  readonly #taken = new Map<string, string>();
  #steps: Promise<void> = Promise.resolve();
  #waits = false;
  #cancelPut: (() => void) | undefined;
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
      const { shelf, folder, own } = this.#needs;
      let isCovered = await this.#take('disk');
      const mine = await shelf.read(folder, own);
      const state = this.#owner.wholeState();
      isCovered ||= mine !== undefined && compareStates(state, mine).covers;
      if (!isCovered && !isEmpty(state)) this.#putSoon();
    });
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
    if (this.#closing === undefined) this.#putSoon();
    return this.#replica.append(update);
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
    if (this.#cancelPut !== undefined) {
      this.#cancelPut();
      void this.#step(() => this.#put());
    }
    await Promise.all([kept, this.#steps]);
    this.#needs.closed(this);
  }

  #putSoon(): void {
    this.#cancelPut ??= this.#needs.after(PUT_AFTER_MS, () => {
      this.#cancelPut = undefined;
      void this.#step(() => this.#put());
    });
  }

  async #put(): Promise<void> {
    const { shelf, folder, own } = this.#needs;
    await shelf.write(folder, own, this.#owner.wholeState());
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
