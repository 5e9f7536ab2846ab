/** A space's replica, live in this window: its document, what it reads as, and every change kept in the store as it is made. */
import * as Y from 'yjs';
import type { SpaceId } from '../../shared/ids';
import type { Space } from '../../shared/operations/space';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { Environment, Log } from './environment';
import { Emitter } from './event';
import { type KeepFailure, PatientReplica } from './patient-replica';
import type { ReplicaOwner, ReplicaProblem, ReplicaStore, StoreFailure } from './replica-store';
import { applyScattered } from './scattered-updates';

/** The origin of changes that come out of the store: they are kept already. */
const FROM_STORE = Symbol('from the replica store');

/** The origin of what comes back out of a replica that was set aside: as edits it is counted already. */
export const TAKEN_BACK = Symbol('taken back');

/** What a replica needs of the world outside. */
export type ReplicaEnvironment = Pick<Environment, 'after' | 'log'>;

/** A live replica. Reading and writing it needs no server; a connection joins its document when there is one. */
export class LiveReplica implements Space {
  readonly id: SpaceId;
  readonly doc: Y.Doc;
  readonly view: SpaceReader;
  readonly #problem: Emitter<ReplicaProblem>;
  readonly #writing: Emitter<StoreFailure | undefined>;
  readonly #replica: PatientReplica;

  private constructor(id: SpaceId, doc: Y.Doc, { replica, problem, writing }: Opening) {
    this.id = id;
    this.doc = doc;
    this.#replica = replica;
    this.#problem = problem;
    this.#writing = writing;
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_STORE) this.#replica.append(update);
    });
    this.view = new SpaceReader(doc);
  }

  /**
   * Opens a space's replica and reads all that is kept of it.
   * Where the store cannot be used the replica is live all the same, in memory, and `failure` says so; as soon as it can be used what is kept
   * comes into the document, as from another window, and what was done meanwhile is kept.
   * @param environment the log and the timers of this window
   * @param name what the store knows it by, where that is not the space's id
   */
  static async open(
    store: ReplicaStore,
    id: SpaceId,
    environment: ReplicaEnvironment,
    name: string = id,
  ): Promise<LiveReplica> {
    const { log, after } = environment;
    const doc = new Y.Doc();
    const problem = new Emitter<ReplicaProblem>();
    const writing = new Emitter<StoreFailure | undefined>();
    const owner: ReplicaOwner = {
      // One change of the document, however many updates: each of its own would be tidied up after, and told to who follows it.
      receive: (updates) => doc.transact(() => takeKept(doc, updates, log), FROM_STORE),
      wholeState: () => Y.encodeStateAsUpdate(doc),
      problem: (found) => problem.fire(found),
      writing: (state) => {
        const failure = state.kind === 'written' ? undefined : state;
        if (failure) log.warn(failure.message);
        writing.fire(failure);
      },
    };
    return new LiveReplica(id, doc, {
      problem,
      writing,
      replica: await PatientReplica.open(store, name, owner, after),
    });
  }

  /** Whether an update of this origin was made by who uses this window: not one that the store brought, nor a seed, nor counted before. */
  static isEdit(origin: unknown): boolean {
    return origin !== FROM_STORE && origin !== 'seed' && origin !== TAKEN_BACK;
  }

  /** Why changes are not being kept on this machine now; undefined when they are. */
  get failure(): KeepFailure | undefined {
    return this.#replica.failure;
  }

  /** What was found damaged when the replica was read, and since. */
  get problems(): readonly ReplicaProblem[] {
    return this.#replica.problems;
  }

  /** Tells of each damage found from now on. */
  get onProblem(): Emitter<ReplicaProblem>['event'] {
    return this.#problem.event;
  }

  /** Tells when keeping changes starts to fail (why), and when it works again (undefined). */
  get onWriting(): Emitter<StoreFailure | undefined>['event'] {
    return this.#writing.event;
  }

  /** Applies an update that must be in the document, such as the seed; where it is there already nothing happens. */
  apply(update: Uint8Array, origin: unknown): void {
    Y.applyUpdate(this.doc, update, origin);
  }

  /** Resolves when every change made so far is kept, or could not be (`failure` says why). */
  kept(): Promise<void> {
    return this.#replica.kept();
  }

  /** Keeps what waits and lets go of the store. */
  async close(): Promise<void> {
    this.view.dispose();
    await this.#replica.close();
    this.doc.destroy();
  }
}

/** Takes updates out of the store. One that Yjs cannot read keeps no other from being taken. @returns those that could not be read */
function takeKept(doc: Y.Doc, updates: Iterable<Uint8Array>, log: Log): Uint8Array[] {
  const refused: Uint8Array[] = [];
  for (const step of applyScattered(doc, updates, FROM_STORE)) {
    if (!step) continue;
    log.warn(`An update that was kept on this machine cannot be read: ${String(step.error)}`);
    refused.push(step.update);
  }
  return refused;
}

interface Opening {
  readonly problem: Emitter<ReplicaProblem>;
  readonly writing: Emitter<StoreFailure | undefined>;
  readonly replica: PatientReplica;
}
