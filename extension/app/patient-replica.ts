/** A replica of the store that is opened again and again until it can be: its folder can be away when a window starts, and come back. */
import type { Environment } from './environment';
import type { Replica, ReplicaOwner, ReplicaProblem, ReplicaStore, StoreFailure } from './replica-store';

/** How long it is waited before a replica that could not be opened is tried again, in milliseconds. */
export const OPEN_AGAIN = 3_000;

/** Why changes are not being kept, and whether what was kept before could not be read either. */
export interface KeepFailure extends StoreFailure {
  readonly isUnread: boolean;
}

/** While it cannot be opened, what is appended waits in line in memory; what is kept comes to the owner as soon as it can be read. */
export class PatientReplica {
  readonly #store: ReplicaStore;
  readonly #name: string;
  readonly #owner: ReplicaOwner;
  readonly #after: Environment['after'];
  readonly #line: Uint8Array[] = [];
  #replica: Replica | undefined;
  #failure: KeepFailure | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #opening: Promise<void> = Promise.resolve();
  #cancelOpening = () => {};
  #isClosing = false;

  private constructor(store: ReplicaStore, name: string, owner: ReplicaOwner, after: Environment['after']) {
    this.#store = store;
    this.#name = name;
    this.#after = after;
    this.#owner = {
      receive: (updates, source) => owner.receive(updates, source),
      wholeState: () => owner.wholeState(),
      problem: (problem) => owner.problem(problem),
      writing: (state) => {
        this.#failure = state.kind === 'written' ? undefined : { ...state, isUnread: this.#replica === undefined };
        owner.writing(state);
      },
    };
  }

  /**
   * Opens a replica. Where it cannot be opened now, `failure` says why, and the owner is told when that has passed.
   * @param name what the store knows it by
   * @param after the timer of the environment
   */
  static async open(
    store: ReplicaStore,
    name: string,
    owner: ReplicaOwner,
    after: Environment['after'],
  ): Promise<PatientReplica> {
    const replica = new PatientReplica(store, name, owner, after);
    await replica.#open();
    return replica;
  }

  /** Why changes are not being kept now; undefined when they are. */
  get failure(): KeepFailure | undefined {
    return this.#failure;
  }

  /** What was found damaged, oldest first. */
  get problems(): readonly ReplicaProblem[] {
    return this.#replica?.problems ?? [];
  }

  /** Keeps an update, after all that came before it. */
  append(update: Uint8Array): void {
    if (this.#replica) this.#lastWrite = this.#replica.append(update);
    else this.#line.push(update);
  }

  /** Resolves when all that was appended is kept, or could not be (`failure` says why). */
  async kept(): Promise<void> {
    await this.#lastWrite;
  }

  /** Keeps what waits, where it can be kept, and lets go of the store. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelOpening();
    await this.#opening;
    await this.#replica?.close();
  }

  #open(): Promise<void> {
    this.#opening = this.#openOnce();
    return this.#opening;
  }

  async #openOnce(): Promise<void> {
    const opened = await this.#store.open(this.#name, this.#owner);
    if (opened.kind === 'opened') {
      this.#replica = opened.replica;
      const writes = this.#line.splice(0).map((update) => opened.replica.append(update));
      if (writes.length > 0) this.#lastWrite = Promise.all(writes);
      if (this.#failure) this.#owner.writing((await writes.at(-1)) ?? { kind: 'written' });
      return;
    }
    const isNew = opened.kind !== this.#failure?.kind || opened.message !== this.#failure.message;
    if (isNew) this.#owner.writing(opened);
    // A store that is closed stays so.
    if (opened.kind === 'closed' || this.#isClosing) return;
    this.#cancelOpening = this.#after(OPEN_AGAIN, () => void this.#open());
  }
}
