/** A replica store in memory, for tests of what is built on one: as many windows as wanted share one place. */
import { mergeUpdates } from 'yjs';
import type {
  Compaction,
  OpenedReplica,
  Replica,
  ReplicaOwner,
  ReplicaStore,
  SpaceIds,
  StoreFailure,
  WrittenUpdate,
} from '../../extension/app/replica-store';

/** What outlives the windows. */
export class MemoryPlace {
  readonly kept = new Map<string, Uint8Array[]>();
  readonly open = new Set<MemoryReplica>();
  /** While set, nothing can be written, and this is why. What is written meanwhile waits until `recover`. */
  failure: StoreFailure | undefined;

  /** Lets writing work again, as when there is room on the disk again. */
  recover(): void {
    this.failure = undefined;
    for (const replica of this.open) replica.write();
  }
}

/** One window's store. */
export class MemoryReplicaStore implements ReplicaStore {
  private readonly mine = new Set<MemoryReplica>();
  private closed = false;

  constructor(private readonly place = new MemoryPlace()) {}

  async open(space: string, owner: ReplicaOwner): Promise<OpenedReplica | StoreFailure> {
    await Promise.resolve();
    if (this.closed) return CLOSED;
    const replica = new MemoryReplica(space, owner, this.place);
    this.mine.add(replica);
    this.place.open.add(replica);
    const updates = this.place.kept.get(space) ?? [];
    if (updates.length > 0) owner.receive([...updates], 'disk');
    return { kind: 'opened', replica };
  }

  async spaces(): Promise<SpaceIds | StoreFailure> {
    return this.closed ? CLOSED : { kind: 'spaces', ids: [...this.place.kept.keys()] };
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.mine].map((replica) => replica.close()));
  }
}

class MemoryReplica implements Replica {
  readonly problems = [];
  private readonly line: Uint8Array[] = [];
  private failing = false;

  constructor(
    readonly space: string,
    private readonly owner: ReplicaOwner,
    private readonly place: MemoryPlace,
  ) {}

  get unwritten(): number {
    return this.line.length;
  }

  async append(update: Uint8Array): Promise<WrittenUpdate | StoreFailure> {
    if (!this.place.open.has(this)) return CLOSED;
    this.line.push(update);
    // The owner is never called from within its own call.
    await Promise.resolve();
    return this.write();
  }

  write(): WrittenUpdate | StoreFailure {
    const { failure } = this.place;
    if (failure !== undefined) {
      if (!this.failing) this.owner.writing(failure);
      this.failing = true;
      return failure;
    }
    const updates = this.line.splice(0);
    if (updates.length > 0) {
      this.place.kept.set(this.space, [...(this.place.kept.get(this.space) ?? []), ...updates]);
      for (const other of this.place.open) if (other !== this && other.space === this.space) other.hear(updates);
    }
    if (this.failing) this.owner.writing({ kind: 'written' });
    this.failing = false;
    return { kind: 'written' };
  }

  async compact(): Promise<Compaction | StoreFailure> {
    if (!this.place.open.has(this)) return CLOSED;
    const updates = this.place.kept.get(this.space) ?? [];
    if (updates.length < 2) return { kind: 'nothing-to-do' };
    this.place.kept.set(this.space, [mergeUpdates(updates)]);
    return { kind: 'compacted', pieces: updates.length };
  }

  async close(): Promise<void> {
    if (this.place.open.has(this)) this.write();
    this.place.open.delete(this);
  }

  private hear(updates: readonly Uint8Array[]): void {
    queueMicrotask(() => {
      if (this.place.open.has(this)) this.owner.receive(updates, 'window');
    });
  }
}

const CLOSED: StoreFailure = { kind: 'closed', message: 'the store is closed' };
