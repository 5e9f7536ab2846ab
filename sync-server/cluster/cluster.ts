/**
 * This server among the others of its store: what each tells the others, over the bus. What is lost there is found in the store, so
 * nothing that matters depends on it.
 */
import { randomUUID } from 'node:crypto';
import type { SpaceId } from '../../shared/ids';
import type { Ear, Neighbours } from '../rooms/neighbours';
import type { AwarenessEntry } from '../sockets/frames';
import type { LogEntry } from '../storage/storage';
import type { Bus } from './bus';
import { type News, readMessage, writeMessage } from './messages';

/** Every server says so often that it lives. */
const ALIVE_MS = 1_000;
/** Of who has said nothing for so long, nobody is there any more. */
const GONE_MS = 5_000;
/** Over so many bytes others are told that there is something, and read it in the store. */
const CARRIED_MAX = 64 * 1024;
const SERVERS = 'servers';

/** Who is told what others show of themselves, and what they change. */
export interface ClusterListener {
  /** Rights may have changed. */
  onRights(): void;
  /** Clients of another server show something in a space. @param all whether that is all that they show there */
  onPresence(space: SpaceId, server: string, entries: readonly AwarenessEntry[], all: boolean): void;
  /** Another server asks who is in a space. */
  onWho(space: SpaceId): void;
  /** A server is gone, with its clients. */
  onServerGone(server: string): void;
  /** The bus was away: nothing of what was said meanwhile was heard. */
  onReturn(): void;
}

export class Cluster implements Neighbours {
  readonly #bus: Bus;
  /** Another one at every start, so that what an earlier one said is not taken for ours. */
  readonly #server = randomUUID();
  readonly #timer: NodeJS.Timeout;
  /** When each other server was heard last, by `performance.now()`. */
  readonly #others = new Map<string, number>();
  #heardSelf = Number.NEGATIVE_INFINITY;
  #wasHeard = false;
  #listener: ClusterListener | undefined;
  #counts = { sent: 0, received: 0, unread: 0 };

  constructor(bus: Bus) {
    this.#bus = bus;
    void bus.listen(SERVERS, (message) => this.#onServers(message));
    this.#timer = setInterval(() => this.#tick(), ALIVE_MS);
    this.#say({ kind: 'alive' });
  }

  /** Whether we hear what is said on the bus, as far as what we say ourselves tells. */
  get areHeard(): boolean {
    return this.#bus.isConnected && performance.now() - this.#heardSelf < GONE_MS;
  }

  /** How many other servers are there. */
  get others(): number {
    return this.#others.size;
  }

  /** How many messages were sent, received, and could not be read. */
  get counts(): { readonly sent: number; readonly received: number; readonly unread: number } {
    return this.#counts;
  }

  /** Says who is told. */
  attach(listener: ClusterListener): void {
    this.#listener = listener;
  }

  listen(space: SpaceId, ear: Ear): Promise<() => void> {
    return this.#bus.listen(topicOf(space), (message) => {
      const heard = this.#read(message);
      if (heard?.news.kind === 'entries') ear.hear(heard.news.entries);
      else if (heard?.news.kind === 'grown') ear.grown(heard.news.last);
      else if (heard?.news.kind === 'who') this.#listener?.onWho(space);
      else if (heard?.news.kind === 'presence')
        this.#listener?.onPresence(space, heard.server, heard.news.entries, heard.news.all);
    });
  }

  tell(space: SpaceId, entries: readonly LogEntry[]): void {
    const last = entries.at(-1)?.sequence;
    if (last === undefined) return;
    const bytes = entries.reduce((sum, { update }) => sum + update.length, 0);
    this.#send(topicOf(space), bytes > CARRIED_MAX ? { kind: 'grown', last } : { kind: 'entries', entries });
  }

  /** Tells what our clients show in a space. @param all whether that is all that they show there */
  show(space: SpaceId, entries: readonly AwarenessEntry[], all: boolean): void {
    this.#send(topicOf(space), { kind: 'presence', all, entries });
  }

  /** Asks who is in a space. */
  askWho(space: SpaceId): void {
    this.#send(topicOf(space), { kind: 'who' });
  }

  /** Tells that rights have changed. */
  rightsChanged(): void {
    this.#say({ kind: 'rights' });
  }

  /** Says that we go. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#say({ kind: 'left' });
    // So that it leaves before the line is closed.
    await new Promise(setImmediate);
    await this.#bus.close();
  }

  #say(news: News): void {
    this.#send(SERVERS, news);
  }

  #send(topic: string, news: News): void {
    this.#counts.sent++;
    this.#bus.send(topic, writeMessage({ server: this.#server, news }));
  }

  /** @returns undefined for what is ours, or cannot be read */
  #read(message: Uint8Array) {
    const heard = readMessage(message);
    if (!heard) this.#counts.unread++;
    else if (heard.server === this.#server) this.#heardSelf = performance.now();
    else {
      this.#counts.received++;
      this.#others.set(heard.server, performance.now());
      return heard;
    }
    return undefined;
  }

  #onServers(message: Uint8Array): void {
    const heard = this.#read(message);
    if (heard?.news.kind === 'rights') this.#listener?.onRights();
    if (heard?.news.kind !== 'left') return;
    this.#others.delete(heard.server);
    this.#listener?.onServerGone(heard.server);
  }

  #tick(): void {
    this.#say({ kind: 'alive' });
    const isHeard = this.areHeard;
    if (isHeard && !this.#wasHeard) this.#listener?.onReturn();
    this.#wasHeard = isHeard;
    const silentSince = performance.now() - GONE_MS;
    for (const [server, heard] of this.#others) {
      if (heard > silentSince) continue;
      this.#others.delete(server);
      this.#listener?.onServerGone(server);
    }
  }
}

function topicOf(space: SpaceId): string {
  return `space:${space}`;
}
