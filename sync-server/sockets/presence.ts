/**
 * Who is in a room and what they show of themselves (awareness): each socket speaks for one client, and is cleaned up after (rule W8). So
 * does each of the other servers of the store, for its own sockets.
 */
import { AWARENESS_MAX } from '../../shared/wire';
import type { AwarenessEntry } from './frames';

/** The states of a room's clients. A holder is the socket that speaks for one. */
export class Presence<Holder> {
  readonly #shown = new Map<number, AwarenessEntry>();
  readonly #clientOf = new Map<Holder, number>();
  /** The clients that a socket speaks for, be it that nothing of them is shown. */
  readonly #held = new Set<number>();
  /** The id that a socket named first, while another still holds it: who comes back before the server knows that they were gone. */
  readonly #wanted = new Map<Holder, number>();
  /** What clients show that are on other servers. */
  readonly #elsewhere = new Map<number, { readonly server: string; readonly entry: AwarenessEntry }>();

  /**
   * Takes what a socket says. Its own client is the first id in its first message that no other socket holds; what it says of
   * others is passed over, since vanilla clients repeat everyone's states, and so is a state over the bound.
   * @returns what the other sockets are to be told
   */
  take(holder: Holder, entries: readonly AwarenessEntry[]): AwarenessEntry[] {
    const own = this.#clientOf.get(holder) ?? this.#claim(holder, entries);
    if (own === undefined) return [];
    const news: AwarenessEntry[] = [];
    for (const entry of entries) {
      if (entry.client !== own || Buffer.byteLength(entry.state) > AWARENESS_MAX) continue;
      const before = this.#shown.get(own);
      const newer = !before || entry.clock > before.clock || (entry.clock === before.clock && entry.state === GONE);
      if (!newer) continue;
      this.#shown.set(own, entry);
      news.push(entry);
    }
    return news;
  }

  /** What everyone shows now. */
  all(): AwarenessEntry[] {
    const elsewhere = [...this.#elsewhere].flatMap(([client, { entry }]) => (this.#held.has(client) ? [] : [entry]));
    return [...this.own(), ...elsewhere];
  }

  /** What those on this server show now. */
  own(): AwarenessEntry[] {
    return [...this.#shown.values()].filter(({ state }) => state !== GONE);
  }

  /**
   * Takes what another server says of its clients. Of one that has a socket here too it is passed over: it has moved, and the other does
   * not know yet that its old socket is gone.
   * @param all whether that is all that they show
   * @returns what the sockets here are to be told
   */
  hear(server: string, entries: readonly AwarenessEntry[], all: boolean): AwarenessEntry[] {
    const news: AwarenessEntry[] = [];
    for (const entry of entries) {
      const known = this.#elsewhere.get(entry.client);
      // One that has moved on to another server is no longer this one's to take away.
      if (entry.state === GONE ? known?.server !== server : known && entry.clock < known.entry.clock) continue;
      if (entry.state === GONE) this.#elsewhere.delete(entry.client);
      else this.#elsewhere.set(entry.client, { server, entry });
      if (!this.#held.has(entry.client)) news.push(entry);
    }
    if (!all) return news;
    const shown = new Set(entries.map(({ client }) => client));
    return [...news, ...this.#forget((client, of) => of === server && !shown.has(client))];
  }

  /** Forgets the clients of a server that is gone. @returns what the sockets here are to be told */
  forgetServer(server: string): AwarenessEntry[] {
    return this.#forget((_client, of) => of === server);
  }

  #forget(isGone: (client: number, server: string) => boolean): AwarenessEntry[] {
    const news: AwarenessEntry[] = [];
    for (const [client, { server, entry }] of this.#elsewhere) {
      if (!isGone(client, server)) continue;
      this.#elsewhere.delete(client);
      if (!this.#held.has(client)) news.push({ client, clock: entry.clock + 1, state: GONE });
    }
    return news;
  }

  /** Forgets a socket. @returns what the others are to be told: that its client is gone */
  leave(holder: Holder): AwarenessEntry[] {
    this.#wanted.delete(holder);
    const client = this.#clientOf.get(holder);
    if (client === undefined) return [];
    this.#clientOf.delete(holder);
    this.#held.delete(client);
    const entry = this.#shown.get(client);
    this.#shown.delete(client);
    // It is on another server by now, which says itself when it is gone.
    if (this.#elsewhere.has(client)) return [];
    return !entry || entry.state === GONE ? [] : [{ client, clock: entry.clock + 1, state: GONE }];
  }

  /**
   * Makes a client a socket's own. Its first message is the first that shows something: what only says that others are gone names
   * nobody's own. Where others hold all that it names, it waits for the first of them, and gets no other.
   */
  #claim(holder: Holder, entries: readonly AwarenessEntry[]): number | undefined {
    const named = entries.filter(({ state }) => state !== GONE);
    const wanted = this.#wanted.get(holder);
    const own = named.find(({ client }) => !this.#held.has(client) && client === (wanted ?? client))?.client;
    if (own === undefined) {
      const first = named[0]?.client;
      if (wanted === undefined && first !== undefined) this.#wanted.set(holder, first);
      return undefined;
    }
    this.#wanted.delete(holder);
    this.#held.add(own);
    this.#clientOf.set(holder, own);
    return own;
  }
}

const GONE = 'null';
