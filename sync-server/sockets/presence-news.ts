/** Brings what a room's clients show of themselves to the others: the newest of each, so many times a second and no more (rule W8). */
import { type AwarenessEntry, awarenessFrame } from './frames';

/** Who is told. */
export interface Audience {
  /** @param frame the same as a message */
  show(entries: readonly AwarenessEntry[], frame: Uint8Array): void;
}

/** Between two messages: faster than anyone sees, and an end to floods. */
const PACE_MS = 20;
/** Above so many speakers at once everyone gets all of it, also what they said themselves: leaving it out would cost the square. */
const APART_MAX = 8;

export class PresenceNews<Listener extends Audience> {
  readonly #listeners: () => Iterable<Listener>;
  readonly #abroad: ((entries: readonly AwarenessEntry[]) => void) | undefined;
  /** A speaker is undefined where another server has said it. */
  #news = new Map<number, { readonly entry: AwarenessEntry; readonly speaker: Listener | undefined }>();
  #last = 0;
  #scheduled = false;

  /** @param abroad tells the other servers of what was said here */
  constructor(listeners: () => Iterable<Listener>, abroad?: (entries: readonly AwarenessEntry[]) => void) {
    this.#listeners = listeners;
    this.#abroad = abroad;
  }

  /** Takes what one has said; the others are told soon. @param speaker undefined where another server has said it */
  tell(speaker: Listener | undefined, entries: readonly AwarenessEntry[]): void {
    for (const entry of entries) this.#news.set(entry.client, { entry, speaker });
    if (this.#scheduled || entries.length === 0) return;
    this.#scheduled = true;
    const wait = this.#last + PACE_MS - performance.now();
    if (wait > 0) setTimeout(() => this.#flush(), wait);
    else setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    this.#last = performance.now();
    const news = [...this.#news.values()];
    this.#news = new Map();
    const speakers = new Set(news.map(({ speaker }) => speaker));
    const all = news.map(({ entry }) => entry);
    const frame = awarenessFrame(all);
    const own = news.flatMap(({ entry, speaker }) => (speaker === undefined ? [] : [entry]));
    if (own.length > 0) this.#abroad?.(own);
    for (const listener of this.#listeners()) {
      if (speakers.size > APART_MAX || !speakers.has(listener)) listener.show(all, frame);
      else if (speakers.size > 1) {
        const others = news.flatMap(({ entry, speaker }) => (speaker === listener ? [] : [entry]));
        listener.show(others, awarenessFrame(others));
      }
    }
  }
}
