/** What a room sends to who has nothing: what is stored, without anything being decoded. However many ask at once, they share the snapshot. */
import type { SpaceId } from '../../shared/ids';
import type { DocumentStore } from '../storage/storage';
import { mergeRuns } from './merge-runs';

export class StoredUpdates {
  readonly #documents: DocumentStore;
  readonly #space: SpaceId;
  /** The snapshot as it was read last, as long as someone is still being sent it. */
  #snapshot: { readonly through: number; readonly update: WeakRef<Uint8Array> } | undefined;

  constructor(documents: DocumentStore, space: SpaceId) {
    this.#documents = documents;
    this.#space = space;
  }

  /** Everything on disk, to be sent in order. */
  async read(): Promise<Uint8Array[]> {
    const { snapshot, log } = await this.#documents.load(this.#space);
    const rest = mergeRuns(log.map(({ update }) => update));
    return snapshot ? [this.#shared(snapshot.through, snapshot.update), ...rest] : rest;
  }

  #shared(through: number, update: Uint8Array): Uint8Array {
    const known = this.#snapshot?.through === through ? this.#snapshot.update.deref() : undefined;
    if (known) return known;
    this.#snapshot = { through, update: new WeakRef(update) };
    return update;
  }
}
