/** What a room sends to who has nothing: what is stored, without anything being decoded. However many ask at about the same time, it is read once. */
import type { SpaceId } from '../../shared/ids';
import type { DocumentStore, StoredDocument } from '../storage/storage';
import { mergeRuns } from './merge-runs';

export class StoredUpdates {
  readonly #documents: DocumentStore;
  readonly #space: SpaceId;
  /** What the room was loaded with, for whom it was loaded for: who asks next, and most have nothing. */
  #loaded: { readonly through: number; readonly stored: StoredDocument } | undefined;
  /** What was read last, and up to which entry of the log it is all there is. */
  #read: { readonly through: number; readonly updates: Promise<Uint8Array[]> } | undefined;
  #used = false;

  /** @param stored what is on disk @param last the last entry of its log */
  constructor(documents: DocumentStore, space: SpaceId, stored: StoredDocument, last: number) {
    this.#documents = documents;
    this.#space = space;
    this.#loaded = { through: last, stored };
  }

  /** Everything on disk, to be sent in order. @param last the last entry of the log */
  read(last: number): Promise<Uint8Array[]> {
    this.#used = true;
    if (this.#read?.through === last) return this.#read.updates;
    const updates = this.#load(last);
    this.#read = { through: last, updates };
    // A failure is for who has asked, and not kept.
    updates.catch(() => this.forget());
    return updates;
  }

  /** To be called now and then: what nobody has asked for since the last time is not kept. */
  rest(): void {
    if (!this.#used) this.forget();
    this.#used = false;
  }

  forget(): void {
    this.#read = undefined;
    this.#loaded = undefined;
  }

  async #load(last: number): Promise<Uint8Array[]> {
    const loaded = this.#loaded?.through === last ? this.#loaded.stored : undefined;
    this.#loaded = undefined;
    const { snapshot, log } = loaded ?? (await this.#documents.load(this.#space));
    const rest = mergeRuns(log.map(({ update }) => update));
    return snapshot ? [snapshot.update, ...rest] : rest;
  }
}
