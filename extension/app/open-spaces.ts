/** The spaces of a session that are open: opened and closed until they are those that are wanted, one arrangement after the other. */
import type { SpaceId } from '../../shared/ids';
import type { KnownSpace } from './known-spaces';
import type { LiveReplica } from './live-replica';
import type { OpenSpace } from './open-space';
import type { SpaceReplicas } from './space-replicas';

/** What a session wants, and what it does as spaces come and go. */
export interface OpenSpacesOptions {
  readonly replicas: SpaceReplicas;
  /** The spaces to be open, in the order in which they show. */
  readonly wanted: () => readonly KnownSpace[];
  /** A space is wanted no more; its replica is closed after this. */
  readonly gone: (space: OpenSpace) => void;
  /** The replica of a space that stays is about to give way to another one. */
  readonly replaced: (id: SpaceId) => void;
  /** A space is open and wanted, perhaps before the others are. @param isNew whether it has just been opened, or its replica has */
  readonly opened: (space: OpenSpace, isNew: boolean) => void;
  /** All are open that are wanted. @param isReplaced whether a replica gave way to another one */
  readonly arranged: (isReplaced: boolean) => void;
}

export class OpenSpaces {
  readonly #options: OpenSpacesOptions;
  readonly #open = new Map<SpaceId, OpenSpace>();
  /** What is open already of what is being opened: it can be worked with, and shows once all are open. */
  readonly #early = new Map<SpaceId, OpenSpace>();
  #arranging: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: OpenSpacesOptions) {
    this.#options = options;
  }

  /** The spaces to show, in their order. */
  get all(): readonly OpenSpace[] {
    return [...this.#open.values()];
  }

  /** All that are open, also those that do not show yet. */
  get each(): readonly OpenSpace[] {
    return [...this.#open.values(), ...this.#early.values()];
  }

  /** A space that is open, also before it shows. */
  get(id: SpaceId): OpenSpace | undefined {
    return this.#open.get(id) ?? this.#early.get(id);
  }

  /** Whether a replica that is open has been set aside, and is to give way. */
  get isBehind(): boolean {
    return this.all.some((space) => this.#options.replicas.isReplaced(space));
  }

  /** A space with the replica that counts: what was set aside a moment ago may still be the one that is open. */
  async inPlace(id: SpaceId): Promise<OpenSpace | undefined> {
    const space = this.get(id);
    if (space && this.#options.replicas.isReplaced(space)) await this.arrange();
    return this.get(id);
  }

  /** Opens what is new and closes what is gone. Rejects where something cannot be opened. */
  arrange(): Promise<void> {
    const arranged = this.#arranging.then(() => (this.#closed ? undefined : this.#arrangeNow()));
    // One that fails keeps neither the next one nor the end from coming.
    this.#arranging = arranged.catch(() => undefined);
    return arranged;
  }

  /** Resolves when all that was asked for so far is arranged, or could not be. */
  settled(): Promise<void> {
    return this.#arranging;
  }

  /** Nothing is opened from now on, and nobody is told of what is. */
  end(): void {
    this.#closed = true;
  }

  /** Closes all replicas. */
  async close(): Promise<void> {
    this.end();
    await this.#arranging;
    await Promise.all(this.each.map(({ replica }) => replica.close()));
    this.#open.clear();
    this.#early.clear();
  }

  async #arrangeNow(): Promise<void> {
    const { replicas, wanted, gone, replaced, opened, arranged } = this.#options;
    const known = new Map(wanted().map((one) => [one.id, one]));
    for (const space of this.each) {
      if (known.has(space.known.id)) continue;
      this.#open.delete(space.known.id);
      this.#early.delete(space.known.id);
      gone(space);
      await space.replica.close();
    }
    // Where an arrangement failed, what it had opened is there.
    const before = new Map(this.each.map((space) => [space.known.id, space]));
    const told = new Set<OpenSpace>();
    const spaces = await Promise.all(
      [...known.values()].map(async (one): Promise<OpenSpace> => {
        const there = before.get(one.id);
        const replica = there && !replicas.isReplaced(there) ? there.replica : await replicas.open(one.id);
        const space = { known: one, replica };
        if (!there) {
          this.#early.set(one.id, space);
          if (!this.#closed) opened(space, true);
          told.add(space);
        }
        return space;
      }),
    );
    this.#open.clear();
    this.#early.clear();
    const old: LiveReplica[] = [];
    for (const space of spaces) {
      const { id } = space.known;
      const there = before.get(id)?.replica;
      const isNew = there !== space.replica;
      if (there && isNew) {
        replaced(id);
        old.push(there);
      }
      this.#open.set(id, space);
      // Where the session has ended meanwhile it only closes them: nobody would end a line that starts now.
      if (!this.#closed && !told.has(space)) opened(space, isNew);
    }
    arranged(old.length > 0);
    await Promise.all(old.map((replica) => replica.close()));
  }
}
