/** Opens the replicas of an account's spaces in the generation that counts (SetAside). */
import type { SpaceId } from '../../shared/ids';
import type { SetAside } from './connection/set-aside';
import { LiveReplica, type ReplicaEnvironment } from './live-replica';
import type { OpenSpace } from './open-space';
import type { ReplicaStore } from './replica-store';

/** Where a session's replicas come from. */
export class SpaceReplicas {
  readonly #store: ReplicaStore;
  readonly #aside: SetAside | undefined;
  readonly #environment: ReplicaEnvironment;
  readonly #generations = new WeakMap<LiveReplica, number>();

  /** @param aside what has been set aside; undefined where nothing ever is, since there is no server */
  constructor(store: ReplicaStore, aside: SetAside | undefined, environment: ReplicaEnvironment) {
    this.#store = store;
    this.#aside = aside;
    this.#environment = environment;
  }

  /** Opens the replica that windows work with. */
  async open(id: SpaceId): Promise<LiveReplica> {
    const generation = this.#generation(id);
    const replica = await (this.#aside?.openGeneration(id, generation) ??
      LiveReplica.open(this.#store, id, this.#environment));
    this.#generations.set(replica, generation);
    return replica;
  }

  /** Whether an open space's replica has been set aside since it was opened. */
  isReplaced({ known, replica }: OpenSpace): boolean {
    return (this.#generations.get(replica) ?? 0) !== this.#generation(known.id);
  }

  #generation(id: SpaceId): number {
    return this.#aside?.generation(id) ?? 0;
  }
}
