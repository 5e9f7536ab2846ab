/** Who a room hears from and tells: its sockets, and the other servers. */
import type { LogEntry } from '../storage/storage';
import { mergeRuns } from './merge-runs';

/** A socket, as its room sees it. */
export interface RoomPeer {
  /** Others' updates of one turn, in one message. */
  deliver(update: Uint8Array): void;
  /** The server asks for what it lacks. */
  ask(): void;
  end(why: EndReason): void;
}

/** Why a room ends a socket: what it sent broke the document, there is no room on disk, the store cannot be reached, or everyone has to begin anew. */
export type EndReason = 'bad-message' | 'full' | 'unavailable' | 'restart';

/** Who an update came from: a socket, or undefined for REST. */
export type Source = RoomPeer | undefined;

/** An entry of the log on its way into the room. */
export type Arrival = LogEntry & { readonly source: Source };

/** Who an entry came from that another server has appended. */
export const ELSEWHERE: RoomPeer = { deliver: () => undefined, ask: () => undefined, end: () => undefined };

/** Entries as what another server has appended. */
export function fromElsewhere(entries: readonly LogEntry[]): readonly Arrival[] {
  return entries.map((entry) => ({ ...entry, source: ELSEWHERE }));
}

/** Above so many writers in one turn everyone gets the whole turn, also what they wrote themselves: leaving it out would cost the square. */
const APART_MAX = 8;

/** Tells all sockets of entries, each of what it has not written itself. */
export function forward(peers: Iterable<RoomPeer>, entries: readonly Arrival[]): void {
  const sources = new Set(entries.map(({ source }) => source));
  let all: Uint8Array[] | undefined;
  for (const peer of peers) {
    const apart = sources.size <= APART_MAX && sources.has(peer);
    if (apart && sources.size === 1) continue;
    if (!apart) all ??= mergeRuns(entries.map(({ update }) => update));
    const own = apart ? mergeRuns(entries.flatMap(({ source, update }) => (source === peer ? [] : [update]))) : all;
    for (const update of own ?? []) peer.deliver(update);
  }
}
