/** The edits that the server has not confirmed, of all spaces of an account: kept on this machine, shared by its windows. */
import * as Y from 'yjs';
import * as z from 'zod';
import { asId, type SpaceId } from '../../../shared/ids';
import { type Disposable, Emitter } from '../event';
import { LiveReplica, type ReplicaEnvironment } from '../live-replica';
import type { ReplicaStore } from '../replica-store';

/** The replica that holds them, beside those of the spaces, whose ids are UUIDs. */
const REPLICA = asId<SpaceId>('unsent-edits');

const point = z.tuple([z.number(), z.number()]);
const entry = z.object({
  space: z.string(),
  /** Up to which clock of which client it writes. */
  reach: z.array(point),
  /** From which clock of which client on; what an older version kept does not say. */
  from: z.array(point).optional(),
  /** Something that it deletes, where it does nothing else. */
  deletes: point.optional(),
});

/** One edit: what a document must hold to have it. */
export type UnsentEdit = z.infer<typeof entry>;

/**
 * One entry an edit in a Yjs array: written when the edit is made, by the window that makes it, and removed by whichever window hears
 * from the server that it is on disk there. What two windows do to it at once merges like everything else. It is written right after
 * the edit: a window that is killed between the two sends an edit that was not counted, and never counts one that is not there.
 */
export class UnsentEdits {
  readonly #replica: LiveReplica;
  readonly #entries: Y.Array<unknown>;
  readonly #changed = new Emitter<void>();
  readonly #read = new WeakMap<object, UnsentEdit | undefined>();
  #bySpace: ReadonlyMap<string, readonly UnsentEdit[]> | undefined;

  private constructor(replica: LiveReplica) {
    this.#replica = replica;
    this.#entries = replica.doc.getArray('edits');
    this.#entries.observe(() => {
      this.#bySpace = undefined;
      this.#changed.fire();
    });
  }

  /** Reads what an account has not sent; where the store cannot be used it is counted in memory until it can. */
  static async open(store: ReplicaStore, environment: ReplicaEnvironment): Promise<UnsentEdits> {
    return new UnsentEdits(await LiveReplica.open(store, REPLICA, environment));
  }

  /** Tells that there are more or fewer, also by another window. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** The edits of a space, oldest first. */
  of(space: SpaceId): readonly UnsentEdit[] {
    this.#bySpace ??= this.#grouped();
    return this.#bySpace.get(space) ?? [];
  }

  /** Takes down every edit of a document from now on. @param isEdit whether an update of this origin was made here and now */
  follow(space: SpaceId, doc: Y.Doc, isEdit: (origin: unknown) => boolean): Disposable {
    const take = (_update: Uint8Array, origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (isEdit(origin)) this.#entries.push([editOf(space, transaction)]);
    };
    doc.on('update', take);
    return { dispose: () => doc.off('update', take) };
  }

  /** Forgets edits that are on the server. */
  settle(edits: readonly UnsentEdit[]): void {
    const settled = new Set<unknown>(edits);
    this.#replica.doc.transact(() => {
      const all = this.#entries.toArray();
      for (let end = all.length; end > 0; ) {
        let start = end;
        while (start > 0 && settled.has(this.#parse(all[start - 1]))) start--;
        if (start < end) this.#entries.delete(start, end - start);
        end = start < end ? start : end - 1;
      }
    });
  }

  /** Resolves when all that was taken down is kept. */
  kept(): Promise<void> {
    return this.#replica.kept();
  }

  async close(): Promise<void> {
    this.#changed.dispose();
    await this.#replica.close();
  }

  #grouped(): ReadonlyMap<string, readonly UnsentEdit[]> {
    const bySpace = new Map<string, UnsentEdit[]>();
    for (const kept of this.#entries.toArray()) {
      const edit = this.#parse(kept);
      const others = edit && bySpace.get(edit.space);
      if (others) others.push(edit);
      else if (edit) bySpace.set(edit.space, [edit]);
    }
    return bySpace;
  }

  /** What an entry says; undefined for one of another form, which is left alone. The same entry is the same object each time. */
  #parse(kept: unknown): UnsentEdit | undefined {
    if (typeof kept !== 'object' || kept === null) return undefined;
    if (!this.#read.has(kept)) this.#read.set(kept, entry.safeParse(kept).data);
    return this.#read.get(kept);
  }
}

/** Whether a document has an edit: another window's may be counted here before it has come. */
export function holdsEdit({ store }: Y.Doc, { reach, deletes }: UnsentEdit): boolean {
  if (reach.some(([client, clock]) => Y.getState(store, client) < clock)) return false;
  if (!deletes) return true;
  const [client, clock] = deletes;
  return Y.getState(store, client) > clock && Y.getItem(store, Y.createID(client, clock)).deleted;
}

/** Says of an item of a document, by client and clock, whether one of some edits wrote it. */
export function writtenBy(edits: readonly UnsentEdit[]): (client: number, clock: number) => boolean {
  const first = new Map<number, number>();
  for (const { from, reach } of edits) {
    for (const [client, clock] of from ?? reach.map(([id, end]): [number, number] => [id, end - 1]))
      first.set(client, Math.min(first.get(client) ?? clock, clock));
  }
  // What a line has sent it has sent in order: from the first that is not confirmed on, nothing is.
  return (client, clock) => clock >= (first.get(client) ?? Number.POSITIVE_INFINITY);
}

function editOf(space: SpaceId, { beforeState, afterState, deleteSet }: Y.Transaction): UnsentEdit {
  const reach = [...afterState].filter(([client, clock]) => (beforeState.get(client) ?? 0) < clock);
  const from = reach.map(([client]): [number, number] => [client, beforeState.get(client) ?? 0]);
  if (reach.length > 0) return { space, reach, from };
  for (const [client, [first]] of deleteSet.clients) if (first) return { space, reach, deletes: [client, first.clock] };
  return { space, reach };
}
