/** An owner of a replica for tests: a document that keeps itself in a store, and notes all that the store says. */
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import type {
  Replica,
  ReplicaOwner,
  ReplicaProblem,
  ReplicaStore,
  StoreFailure,
  UpdateSource,
  WrittenUpdate,
} from '../../extension/app/replica-store';

/** A document as a window would have it open. Its one map holds what the tests write. */
export class TestOwner implements ReplicaOwner {
  readonly document = new Doc();
  readonly received: { readonly updates: readonly Uint8Array[]; readonly source: UpdateSource }[] = [];
  readonly problems: ReplicaProblem[] = [];
  readonly states: (WrittenUpdate | StoreFailure)[] = [];
  private opened: Replica | undefined;
  private results: Promise<WrittenUpdate | StoreFailure>[] = [];

  constructor() {
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.results.push(this.replica.append(update));
    });
  }

  /** The open replica. @throws if it is not open */
  get replica(): Replica {
    if (this.opened === undefined) throw new Error('the replica is not open');
    return this.opened;
  }

  /** @throws if the store does not open it, with what it said */
  async open(store: ReplicaStore, space: string): Promise<this> {
    const answer = await store.open(space, this);
    if (answer.kind !== 'opened') throw new Error(`${answer.kind}: ${answer.message}`);
    this.opened = answer.replica;
    return this;
  }

  /** Sets a key, as an edit of this window, and waits for what the store says of it. */
  async set(key: string, value: unknown): Promise<WrittenUpdate | StoreFailure> {
    this.document.getMap('records').set(key, value);
    return (await this.answers()).at(-1) ?? { kind: 'unavailable', message: 'no update came of it' };
  }

  /** What the store has said of the edits since the last call. */
  async answers(): Promise<(WrittenUpdate | StoreFailure)[]> {
    const results = this.results;
    this.results = [];
    return Promise.all(results);
  }

  /** All that the document holds. */
  get records(): Record<string, unknown> {
    return this.document.getMap('records').toJSON();
  }

  /** How many updates came from other windows or from what was kept. */
  get count(): number {
    return this.received.reduce((sum, { updates }) => sum + updates.length, 0);
  }

  receive(found: Iterable<Uint8Array>, source: UpdateSource): readonly Uint8Array[] {
    const updates = [...found];
    this.received.push({ updates, source });
    return updates.filter((update) => {
      try {
        applyUpdate(this.document, update, this);
        return false;
      } catch {
        return true;
      }
    });
  }

  wholeState(): Uint8Array {
    return encodeStateAsUpdate(this.document);
  }

  problem(problem: ReplicaProblem): void {
    this.problems.push(problem);
  }

  writing(state: WrittenUpdate | StoreFailure): void {
    this.states.push(state);
  }
}

/** Opens a space in a store. @throws if the store does not open it */
export function openOwner(store: ReplicaStore, space = 'space'): Promise<TestOwner> {
  return new TestOwner().open(store, space);
}
