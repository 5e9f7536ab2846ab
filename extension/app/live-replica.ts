/** A space's replica, live in this window: its document, what it reads as, and every change kept in the store as it is made. */
import * as Y from 'yjs';
import type { SpaceId } from '../../shared/ids';
import type { Space } from '../../shared/operations/space';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { Log } from './environment';
import { Emitter } from './event';
import type { Replica, ReplicaProblem, ReplicaStore, StoreFailure } from './replica-store';
import { applyScattered } from './scattered-updates';

/** The origin of changes that come out of the store: they are kept already. */
const FROM_STORE = Symbol('from the replica store');

/** The origin of what comes back out of a replica that was set aside: as edits it is counted already. */
export const TAKEN_BACK = Symbol('taken back');

/** A live replica. Reading and writing it needs no server; a connection joins its document when there is one. */
export class LiveReplica implements Space {
  readonly id: SpaceId;
  readonly doc: Y.Doc;
  readonly view: SpaceReader;
  readonly #problem: Emitter<ReplicaProblem>;
  readonly #writing: Emitter<StoreFailure | undefined>;
  readonly #replica: Replica | undefined;
  #failure: StoreFailure | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(id: SpaceId, doc: Y.Doc, opening: Opening) {
    this.id = id;
    this.doc = doc;
    this.#replica = opening.replica;
    this.#failure = opening.failure;
    this.#problem = opening.problem;
    this.#writing = opening.writing;
    opening.writing.event((failure) => {
      this.#failure = failure;
    });
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_STORE && this.#replica) this.#lastWrite = this.#replica.append(update);
    });
    this.view = new SpaceReader(doc);
  }

  /**
   * Opens a space's replica and reads all that is kept of it.
   * Where the store cannot be used the replica is live all the same, in memory only; `failure` says so.
   * @param name what the store knows it by, where that is not the space's id
   */
  static async open(store: ReplicaStore, id: SpaceId, log: Log, name: string = id): Promise<LiveReplica> {
    const doc = new Y.Doc();
    const problem = new Emitter<ReplicaProblem>();
    const writing = new Emitter<StoreFailure | undefined>();
    const opened = await store.open(name, {
      // One change of the document, however many updates: each of its own would be tidied up after, and told to who follows it.
      receive: (updates) => doc.transact(() => takeKept(doc, updates, log), FROM_STORE),
      wholeState: () => Y.encodeStateAsUpdate(doc),
      problem: (found) => problem.fire(found),
      writing: (state) => writing.fire(state.kind === 'written' ? undefined : state),
    });
    return opened.kind === 'opened'
      ? new LiveReplica(id, doc, { problem, writing, replica: opened.replica, failure: undefined })
      : new LiveReplica(id, doc, { problem, writing, replica: undefined, failure: opened });
  }

  /** Whether an update of this origin was made by who uses this window: not one that the store brought, nor a seed, nor counted before. */
  static isEdit(origin: unknown): boolean {
    return origin !== FROM_STORE && origin !== 'seed' && origin !== TAKEN_BACK;
  }

  /** Why changes are not being kept on this machine now; undefined when they are. */
  get failure(): StoreFailure | undefined {
    return this.#failure;
  }

  /** What was found damaged when the replica was read, and since. */
  get problems(): readonly ReplicaProblem[] {
    return this.#replica?.problems ?? [];
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
  async kept(): Promise<void> {
    await this.#lastWrite;
  }

  /** Keeps what waits and lets go of the store. */
  async close(): Promise<void> {
    this.view.dispose();
    await this.#replica?.close();
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
  readonly replica: Replica | undefined;
  readonly failure: StoreFailure | undefined;
}
