/** Replicas that were set aside: what they hold is refused by the server, and kept on this machine until someone decides. */
import { applyUpdate, type Doc, encodeStateAsUpdate } from 'yjs';
import * as z from 'zod';
import { asId, isId, type SpaceId } from '../../../shared/ids';
import { Emitter } from '../event';
import { LiveReplica, type ReplicaEnvironment, TAKEN_BACK } from '../live-replica';
import type { ReplicaStore } from '../replica-store';

/** The replica that names them, beside those of the spaces, whose ids are UUIDs. All windows share it and follow it live. */
const REPLICA = asId<SpaceId>('set-aside');

/** `read-only`: one may no longer write the space; `lost`: it was deleted, or one was taken out of it. */
export type AsideReason = 'read-only' | 'lost';

const entry = z.object({
  space: z.string().refine((value) => isId(value)),
  generation: z.number().int().min(0),
  name: z.string(),
  why: z.enum(['read-only', 'lost']),
});

/** A space of which something is set aside: by the last reason, with all generations of its replica that hold it. */
export interface AsideSpace {
  readonly id: SpaceId;
  readonly name: string;
  readonly why: AsideReason;
  readonly generations: readonly number[];
}

/**
 * A space's replica has generations: the first lies under the space's id, and a further one begins with what the server has whenever
 * one is set aside. A window writes to no generation once it knows of a later one.
 *
 * None is ever removed, though one that is settled or taken back is of no use any more. To remove it, it would have to be certain that
 * what it holds is elsewhere for good, and that no window that sleeps since before still writes to it: a store cannot tell that of a
 * process which is stopped, nor of another tab or another folder's shelf, which would bring the removed one back as it was. What is
 * gained is the size of one document for each time that a server refuses for good, which is seldom; what could be lost is somebody's work.
 */
export class SetAside {
  readonly #store: ReplicaStore;
  readonly #environment: ReplicaEnvironment;
  readonly #replica: LiveReplica;
  readonly #changed = new Emitter<void>();

  private constructor(store: ReplicaStore, environment: ReplicaEnvironment, replica: LiveReplica) {
    this.#store = store;
    this.#environment = environment;
    this.#replica = replica;
    replica.doc.on('update', () => this.#changed.fire());
  }

  /** Reads what an account has set aside; where the store cannot be used it is known in this window only, until it can. */
  static async open(store: ReplicaStore, environment: ReplicaEnvironment): Promise<SetAside> {
    return new SetAside(store, environment, await LiveReplica.open(store, REPLICA, environment));
  }

  /** Tells that there is more or less, or another generation, also by another window. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  get spaces(): readonly AsideSpace[] {
    const found = new Map<string, AsideSpace>();
    for (const kept of this.#entries.values()) {
      const { data } = entry.safeParse(kept);
      if (!data) continue;
      const { space, generation, name, why } = data;
      const others = found.get(space);
      const generations = [...(others?.generations ?? []), generation].sort((a, b) => a - b);
      const newest = generations.at(-1) === generation;
      found.set(space, {
        id: asId(space),
        generations,
        name: newest || !others ? name : others.name,
        why: newest || !others ? why : others.why,
      });
    }
    return [...found.values()];
  }

  of(space: SpaceId): AsideSpace | undefined {
    return this.spaces.find(({ id }) => id === space);
  }

  /** The generation of a space's replica that windows work with. */
  generation(space: SpaceId): number {
    const kept = this.#generations.get(space);
    return typeof kept === 'number' && Number.isInteger(kept) && kept > 0 ? kept : 0;
  }

  /** Opens a generation of a space's replica. */
  openGeneration(space: SpaceId, generation: number): Promise<LiveReplica> {
    return LiveReplica.open(this.#store, space, this.#environment, generation === 0 ? space : `${space}~${generation}`);
  }

  /** Sets the generation that windows work with aside and begins the next one, which holds what the server has by now. */
  replace(space: SpaceId, generation: number, name: string): void {
    // Another window was quicker.
    if (this.generation(space) !== generation) return;
    this.#replica.doc.transact(() => {
      this.#put({ space, generation, name, why: 'read-only' });
      this.#generations.set(space, generation + 1);
    });
  }

  /** Notes that a space is gone while its replica holds what was not sent. */
  lose(space: SpaceId, name: string): void {
    const generation = this.generation(space);
    if (!this.#entries.has(keyOf(space, generation))) this.#put({ space, generation, name, why: 'lost' });
  }

  /** A space that was lost is there again, and its replica with it. */
  regain(space: SpaceId): void {
    this.#entries.delete(keyOf(space, this.generation(space)));
  }

  /** Puts all that is set aside of a space into its document again, from where it is sent, now that one may write it. */
  async takeBack(space: SpaceId, doc: Doc): Promise<void> {
    for (const generation of this.of(space)?.generations ?? []) {
      await this.read(space, [generation], (from) => applyUpdate(doc, encodeStateAsUpdate(from), TAKEN_BACK));
      this.#entries.delete(keyOf(space, generation));
    }
  }

  /** Hands over the documents of generations, one after the other. */
  async read(space: SpaceId, generations: readonly number[], take: (doc: Doc) => void): Promise<void> {
    for (const generation of generations) {
      const replica = await this.openGeneration(space, generation);
      try {
        take(replica.doc);
      } finally {
        await replica.close();
      }
    }
  }

  /** Nothing is to be decided about a space any more. What is in the old replicas stays there, and is sent no more. */
  settle({ id, generations }: AsideSpace): void {
    this.#replica.doc.transact(() => {
      for (const generation of generations) {
        this.#entries.delete(keyOf(id, generation));
        // A replica that was lost with its space would be worked with again if that came back.
        if (generation === this.generation(id)) this.#generations.set(id, generation + 1);
      }
    });
  }

  async kept(): Promise<void> {
    await this.#replica.kept();
  }

  async close(): Promise<void> {
    this.#changed.dispose();
    await this.#replica.close();
  }

  #put(one: z.infer<typeof entry>): void {
    this.#entries.set(keyOf(one.space, one.generation), one);
  }

  get #entries() {
    return this.#replica.doc.getMap('spaces');
  }

  get #generations() {
    return this.#replica.doc.getMap('generations');
  }
}

function keyOf(space: string, generation: number): string {
  return JSON.stringify([space, generation]);
}
