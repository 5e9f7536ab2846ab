/**
 * The replica store in the browser where each folder has an origin of its own, and so databases of its own, as on vscode.dev: what one
 * of them keeps is carried over to the others by way of a shelf that all of them share.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Environment, Log } from '../app/environment';
import type { Disposable } from '../app/event';
import type { OpenedReplica, ReplicaOwner, ReplicaStore, SpaceIds, StoreFailure } from '../app/replica-store';
import type { Shelf } from '../app/shelf';
import { CarriedReplica } from './carried-replica';

/** Where the host tells of no change, the shelf is looked at so often, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface CarriedReplicaStoreOptions {
  /** The store of this origin. It is closed with this one. */
  readonly store: ReplicaStore;
  readonly shelf: Shelf;
  /** The account's key: letters, digits and `-`. */
  readonly account: string;
  /** The origin whose databases the store has, such as `https://v--abc.vscode-cdn.net`. */
  readonly origin: string;
  readonly after: Environment['after'];
  readonly log: Log;
}

export class CarriedReplicaStore implements ReplicaStore {
  readonly #options: CarriedReplicaStoreOptions;
  readonly #opened = new Set<CarriedReplica>();
  readonly #changes: Disposable;
  #cancelLook: () => void = () => {};
  #closing: Promise<void> | undefined;

  constructor(options: CarriedReplicaStoreOptions) {
    this.#options = options;
    this.#changes = options.shelf.onChange(() => this.#look());
    this.#lookLater();
  }

  async open(space: string, owner: ReplicaOwner): Promise<OpenedReplica | StoreFailure> {
    const { store, shelf, account, origin, after, log } = this.#options;
    let replica: CarriedReplica | undefined;
    const opened = await store.open(space, {
      receive: (updates, source) => {
        const refused = owner.receive(updates, source);
        // What is heard before there is a replica is among what it starts with.
        if (source === 'window') replica?.heard();
        return refused;
      },
      wholeState: () => owner.wholeState(),
      problem: (problem) => owner.problem(problem),
      writing: (state) => owner.writing(state),
    });
    if (opened.kind !== 'opened') return opened;
    replica = new CarriedReplica(opened.replica, owner, {
      shelf,
      folder: `${account}.${uuidv5(JSON.stringify(space), uuidv5.URL)}`,
      own: uuidv5(origin, uuidv5.URL),
      after,
      log,
      closed: (it) => this.#opened.delete(it),
    });
    this.#opened.add(replica);
    await replica.start();
    return { kind: 'opened', replica };
  }

  spaces(): Promise<SpaceIds | StoreFailure> {
    return this.#options.store.spaces();
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    this.#changes.dispose();
    this.#cancelLook();
    await Promise.all([...this.#opened].map((replica) => replica.close()));
    await this.#options.store.close();
  }

  #look(): void {
    for (const replica of this.#opened) replica.look();
  }

  #lookLater(): void {
    this.#cancelLook = this.#options.after(LOOK_EVERY_MS, () => {
      this.#look();
      this.#lookLater();
    });
  }
}
