/** What a room does when there is time: it saves when its records were made and changed, and folds its log into a snapshot where that has grown. */
import { encodeStateAsUpdate } from 'yjs';
import type { SpaceId } from '../../shared/ids';
import type { LogEntry, Storage, StoredAmount, StoredDocument } from '../storage/storage';
import type { Known } from './known';
import type { LiveSpace } from './live-space';
import { LogSize } from './log-size';
import type { RoomDocument } from './room-document';
import type { StoredUpdates } from './stored-updates';

/** What others appended is theirs to tidy, unless they are gone by then. */
const OTHERS_MS = 5_000;

/** What is tidied. */
export interface TidyRoom {
  readonly id: SpaceId;
  readonly storage: Storage;
  /** Whether other servers append, and tidy, too. */
  readonly isShared: boolean;
  readonly known: Known;
  readonly document: RoomDocument;
  readonly stored: StoredUpdates;
  /** Has everything that any server has appended. */
  catchUp(): Promise<void>;
  /** Whether what is known is all that a document holds, and nothing is on its way. */
  isSettled(live: LiveSpace): boolean;
}

export class Tidying {
  readonly #room: TidyRoom;
  readonly #logSize: LogSize;
  /** Not before then, by `performance.now()`. */
  #after = 0;

  constructor(room: TidyRoom, stored: StoredDocument) {
    this.#room = room;
    this.#logSize = new LogSize(stored);
  }

  /** Counts entries that came. @param isOurs whether this server has appended one of them */
  count(entries: readonly LogEntry[], isOurs: boolean): void {
    if (isOurs || !this.#room.document.unsaved) this.#after = performance.now() + (isOurs ? 0 : OTHERS_MS);
    this.#logSize.add(entries);
  }

  /** Says what is stored, where another server has folded it. */
  set(amount: StoredAmount): void {
    this.#logSize.set(amount);
  }

  /** Does what is due. Nothing where something is on its way to the disk, or another server is at it. */
  async tidy(): Promise<void> {
    const { id, storage, stored, document, isShared } = this.#room;
    stored.rest();
    if (!this.#logSize.isDue && !document.unsaved) return;
    if (isShared && performance.now() < this.#after) return;
    await storage.alone(`tidy ${id}`, () => this.#tidyAlone());
  }

  async #tidyAlone(): Promise<void> {
    const { id, storage, known, document, stored, isShared } = this.#room;
    const live = await document.opened();
    // Another server may have done it a moment ago.
    const saved = isShared ? await storage.records.through(id) : undefined;
    if (isShared) {
      this.#logSize.set(await storage.documents.amount(id));
      // A document that was opened just now has what others have appended and nobody has told of.
      await this.#room.catchUp();
    }
    if (live !== document.open || !this.#room.isSettled(live)) return;
    if (saved !== undefined) live.savedElsewhere(saved);
    const folding = this.#logSize.isDue && {
      amount: this.#logSize.begin(),
      snapshot: { through: live.through, update: encodeStateAsUpdate(live.doc), coverage: known.encode() },
    };
    await document.saveTimes(live);
    if (!folding) return;
    await storage.documents.compact(id, folding.snapshot);
    // In one message from now on.
    stored.forget();
    this.#logSize.folded(folding.amount, folding.snapshot.update.length);
    document.dropUnneeded(folding.snapshot.update.length);
  }
}
