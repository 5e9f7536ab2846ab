/** Who is in a room and what they show of themselves (awareness): each socket speaks for one client, and is cleaned up after (rule W8). */
import { AWARENESS_MAX } from '../../shared/wire';
import type { AwarenessEntry } from './frames';

interface Shown<Holder> {
  entry: AwarenessEntry;
  readonly holder: Holder;
}

/** The states of a room's clients. A holder is the socket that speaks for one. */
export class Presence<Holder> {
  readonly #shown = new Map<number, Shown<Holder>>();
  readonly #clientOf = new Map<Holder, number>();

  /**
   * Takes what a socket says. Its own client is the first id in its first message that no other socket holds; what it says of
   * others is passed over, since vanilla clients repeat everyone's states, and so is a state over the bound.
   * @returns what the other sockets are to be told
   */
  take(holder: Holder, entries: readonly AwarenessEntry[]): AwarenessEntry[] {
    const own = this.#clientOf.get(holder) ?? entries.find(({ client }) => !this.#shown.has(client))?.client;
    if (own === undefined) return [];
    this.#clientOf.set(holder, own);
    const news: AwarenessEntry[] = [];
    for (const entry of entries) {
      if (entry.client !== own || Buffer.byteLength(entry.state) > AWARENESS_MAX) continue;
      const before = this.#shown.get(own)?.entry;
      const newer = !before || entry.clock > before.clock || (entry.clock === before.clock && entry.state === GONE);
      if (!newer) continue;
      this.#shown.set(own, { entry, holder });
      news.push(entry);
    }
    return news;
  }

  /** What everyone shows now. */
  all(): AwarenessEntry[] {
    return [...this.#shown.values()].flatMap(({ entry }) => (entry.state === GONE ? [] : [entry]));
  }

  /** Forgets a socket. @returns what the others are to be told: that its client is gone */
  leave(holder: Holder): AwarenessEntry[] {
    const client = this.#clientOf.get(holder);
    if (client === undefined) return [];
    this.#clientOf.delete(holder);
    const entry = this.#shown.get(client)?.entry;
    this.#shown.delete(client);
    return !entry || entry.state === GONE ? [] : [{ client, clock: entry.clock + 1, state: GONE }];
  }
}

const GONE = 'null';
