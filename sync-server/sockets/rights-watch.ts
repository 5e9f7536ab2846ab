/** The rights of open sockets, and the news of who asked for them: looked at when a socket opens, and again when something has changed (rules W7, W10). */
import type { Logger } from 'pino';
import type { UserId } from '../../shared/ids';
import type { News } from '../../shared/rest/sync-spaces';
import { CLOSE } from '../../shared/wire';
import { spaceReference } from '../rest/space-reference';
import { Rounds } from '../rounds';
import type { Bearer, Role, Storage } from '../storage/storage';
import type { Peer } from './peer';

/** The rights of so many users are looked at side by side: a store that answers over a network is waited for less. */
const AT_ONCE = 8;

/** What a look has found of one socket. */
interface Found {
  /** whether its token is good still */
  readonly isGood: boolean;
  /** what its user may do in the space */
  readonly role: Role | undefined;
}

export class RightsWatch {
  readonly #storage: Storage;
  readonly #peers: ReadonlySet<Peer>;
  readonly #log: Logger;
  readonly #rounds = new Rounds(() => this.#round());
  #isDue = false;

  /** @param peers the sockets that are open at any time */
  constructor(storage: Storage, peers: ReadonlySet<Peer>, log: Logger) {
    this.#storage = storage;
    this.#peers = peers;
    this.#log = log;
  }

  /** Whether rights have changed and could not be looked at: nobody keeps a right for that. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /**
   * Looks at all sockets, and sends news to who asked for it. Where that fails it is due again.
   * @returns settles when all have been looked at that were open when it was called
   */
  lookAtAll(): Promise<void> {
    return this.#rounds.ask();
  }

  /** Looks at one socket. Rejects where the store cannot be asked. */
  async lookAt(peer: Peer): Promise<void> {
    const { accounts, spaces } = this.#storage;
    const { room, bearer } = peer;
    const isNewest = peer.rightsLooks.begin();
    const isGood = (await accounts.livingToken(bearer.token.id, Date.now())) !== undefined;
    const role = await spaces.role(room.id, bearer.user.id);
    if (isNewest()) await this.#apply(peer, { isGood, role });
  }

  /** Sends a socket the spaces of its user. What cannot be read closes it. */
  async sendNews(peer: Peer): Promise<void> {
    const isNewest = peer.newsLooks.begin();
    try {
      const spaces = await this.#storage.spaces.spacesOf(peer.bearer.user.id);
      if (isNewest()) peer.sendNews(newsOf(spaces, peer.bearer));
    } catch (error) {
      this.#log.error({ err: error }, 'news could not be read');
      peer.close(CLOSE.tryLater, 'The spaces cannot be read now.');
    }
  }

  async #round(): Promise<void> {
    this.#isDue = false;
    const users = new Map<UserId, Peer[]>();
    for (const peer of this.#peers) {
      const { id } = peer.bearer.user;
      const others = users.get(id);
      if (others) others.push(peer);
      else users.set(id, [peer]);
    }
    const waiting = [...users].values();
    const work = async () => {
      for (const [user, peers] of waiting) await this.#lookAtUser(user, peers);
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = ended.find((one) => one.status === 'rejected');
    if (!failed) return;
    this.#isDue = true;
    this.#log.error({ err: failed.reason }, 'rights could not be looked at; tried again soon');
  }

  /** All sockets of a user by one look at their spaces, however many they are. */
  async #lookAtUser(user: UserId, peers: readonly Peer[]): Promise<void> {
    const { accounts, spaces } = this.#storage;
    const looks = peers.map((peer) => ({ peer, isNewest: peer.rightsLooks.begin(), isNews: peer.newsLooks.begin() }));
    const own = await spaces.spacesOf(user);
    const roles = new Map(own.map(({ id, role }) => [id, role]));
    const now = Date.now();
    const good = new Map<string, boolean>();
    for (const { bearer } of peers) {
      const { id } = bearer.token;
      if (!good.has(id)) good.set(id, (await accounts.livingToken(id, now)) !== undefined);
    }
    for (const { peer, isNewest, isNews } of looks) {
      const { room, bearer } = peer;
      if (isNewest()) await this.#apply(peer, { isGood: good.get(bearer.token.id) === true, role: roles.get(room.id) });
      if (peer.news !== undefined && isNews()) peer.sendNews(newsOf(own, bearer));
    }
  }

  /** Closes a socket, or lets it do what its user may now. */
  async #apply(peer: Peer, { isGood, role: own }: Found): Promise<void> {
    if (!isGood) {
      peer.close(CLOSE.forbidden, 'The token is no longer good.');
      return;
    }
    const role = allowed(own, peer.bearer);
    if (!role) {
      const found = await this.#storage.spaces.space(peer.room.id);
      if (found && found.deleted === undefined) peer.close(CLOSE.forbidden, 'You have no access to this space.');
      else peer.close(CLOSE.notFound, 'This space was deleted.');
      return;
    }
    const risen = peer.role === 'viewer' && role !== 'viewer';
    peer.role = role;
    // What it was not allowed to send before may be wanted now.
    if (risen) peer.ask();
  }
}

/** What a bearer may do of what its user may: a read-only token only reads. */
export function allowed(role: Role | undefined, { token }: Bearer): Role | undefined {
  return role && (token.readOnly ? 'viewer' : role);
}

/** The news of someone who can open these spaces, as JSON. */
function newsOf(spaces: Awaited<ReturnType<Storage['spaces']['spacesOf']>>, { token }: Bearer): string {
  const news: News = { protocol: 1, spaces: spaces.map((space) => spaceReference(space, token.readOnly)) };
  return JSON.stringify(news);
}
