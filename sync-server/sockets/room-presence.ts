/** What those in each room show of themselves, here and on the other servers of the store (rules W8, W11). */
import type { SpaceId } from '../../shared/ids';
import type { Cluster } from '../cluster/cluster';
import type { Room } from '../rooms/room';
import type { AwarenessEntry } from './frames';
import { Peer } from './peer';
import { Presence } from './presence';
import { PresenceNews } from './presence-news';

/** What those in one room show of themselves. */
export interface RoomPresence {
  readonly room: Room;
  readonly presence: Presence<Peer>;
  readonly presenceNews: PresenceNews<Peer>;
}

export class RoomPresences {
  readonly #cluster: Cluster | undefined;
  readonly #known = new Map<SpaceId, RoomPresence>();

  /** @param cluster this server among the others; undefined where there are none */
  constructor(cluster: Cluster | undefined) {
    this.#cluster = cluster;
  }

  /** That of a room, for who comes into it. */
  of(room: Room): RoomPresence {
    const known = this.#known.get(room.id);
    if (known?.room === room) return known;
    const cluster = this.#cluster;
    const listeners = () => [...room.peers].filter((peer): peer is Peer => peer instanceof Peer);
    const abroad = cluster && ((entries: readonly AwarenessEntry[]) => cluster.show(room.id, entries, false));
    const made = { room, presence: new Presence<Peer>(), presenceNews: new PresenceNews<Peer>(listeners, abroad) };
    this.#known.set(room.id, made);
    cluster?.askWho(room.id);
    return made;
  }

  /** To be called when someone has left a room: where nobody is left, nothing is kept. */
  left(room: Room): void {
    if (room.peers.size === 0 && this.#known.get(room.id)?.room === room) this.#known.delete(room.id);
  }

  /** Takes what clients of another server show. @param all whether that is all that they show there */
  hear(space: SpaceId, server: string, entries: readonly AwarenessEntry[], all: boolean): void {
    const known = this.#known.get(space);
    known?.presenceNews.tell(undefined, known.presence.hear(server, entries, all));
  }

  /** Tells the other servers all that clients show in a space here. */
  showOwn(space: SpaceId): void {
    const own = this.#known.get(space)?.presence.own();
    if (own && own.length > 0) this.#cluster?.show(space, own, true);
  }

  /** A server is gone, with its clients. */
  forgetServer(server: string): void {
    for (const { presence, presenceNews } of this.#known.values())
      presenceNews.tell(undefined, presence.forgetServer(server));
  }

  /** Says and asks everything again: nothing of what was said for a while was heard. */
  sayAgain(): void {
    for (const space of this.#known.keys()) {
      this.showOwn(space);
      this.#cluster?.askWho(space);
    }
  }
}
