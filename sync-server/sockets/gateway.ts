/** Opens sockets for who may, and watches over them: ended tokens, changed rights, silence, slow readers, shutdown (rules W1, W7, W9). */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { asId, type SpaceId } from '../../shared/ids';
import type { News } from '../../shared/rest/sync-spaces';
import { CLOSE, FRAME_MAX, SUBPROTOCOL, SYNC_PATH } from '../../shared/wire';
import { bearerOf, bearerToken } from '../bearer';
import { spaceReference } from '../rest/space-reference';
import type { Room } from '../rooms/room';
import type { Rooms } from '../rooms/rooms';
import type { Bearer, Role, Storage } from '../storage/storage';
import type { Corks } from './corks';
import { Peer } from './peer';
import { Presence } from './presence';

export interface GatewayChoice {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly corks: Corks;
  readonly log: Logger;
  /** Pages that may connect; empty for any. */
  readonly allowOrigins: readonly string[];
}

type Access =
  | { readonly kind: 'open'; readonly bearer: Bearer; readonly role: Role }
  | { readonly kind: 'refused'; readonly code: number };

const SOCKETS_A_USER = 2_000;
const TICK_MS = 1_000;

export class Gateway {
  readonly #choice: GatewayChoice;
  readonly #server: WebSocketServer;
  readonly #peers = new Set<Peer>();
  readonly #presence = new WeakMap<Room, Presence<Peer>>();
  readonly #perUser = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #closing = false;

  constructor(choice: GatewayChoice) {
    this.#choice = choice;
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: FRAME_MAX,
      // Only ever the version: the other one that is offered is the token.
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL.version) ? SUBPROTOCOL.version : false),
    });
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  /** Takes the upgrades of an HTTP server. */
  listen(http: Server): void {
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      const space = spaceOf(request.url ?? '');
      if (space === undefined) {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      this.#server.handleUpgrade(request, socket, head, (ws) => void this.#open(ws, socket, request, space));
    });
  }

  get sockets(): number {
    return this.#peers.size;
  }

  /** Looks at every socket's rights again, and sends news to who asked for it. To be called when tokens, spaces or members have changed. */
  async recheck(): Promise<void> {
    for (const peer of [...this.#peers]) await this.#recheckPeer(peer);
    for (const peer of [...this.#peers]) if (peer.news !== undefined) await this.#sendNews(peer);
  }

  /** Closes every socket, since the server goes down; who does not answer is cut off. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const peer of [...this.#peers]) peer.close(CLOSE.restart);
    this.#choice.corks.open();
    const open = [...this.#server.clients];
    const closed = Promise.all(open.map((ws) => new Promise((done) => ws.once('close', done))));
    const timer = setTimeout(() => open.forEach((ws) => void ws.terminate()), graceMs);
    await closed;
    clearTimeout(timer);
    this.#server.close();
  }

  async #open(ws: WebSocket, socket: Duplex, request: IncomingMessage, space: SpaceId): Promise<void> {
    ws.on('error', () => undefined);
    // What a client sends before its rights are known waits in the socket, not here.
    ws.pause();
    try {
      const access = await this.#access(request, space);
      if (access.kind === 'refused') {
        ws.resume();
        ws.close(access.code);
        return;
      }
      const room = await this.#choice.rooms.room(space);
      if (ws.readyState === ws.OPEN && !this.#closing) this.#join(ws, socket, room, access);
      else ws.close(CLOSE.restart);
    } catch (error) {
      this.#choice.log.error({ err: error, space }, 'a socket could not be opened');
      ws.close(CLOSE.tryLater);
    }
    ws.resume();
  }

  #join(ws: WebSocket, socket: Duplex, room: Room, access: Extract<Access, { kind: 'open' }>): void {
    let presence = this.#presence.get(room);
    if (!presence) {
      presence = new Presence();
      this.#presence.set(room, presence);
    }
    const user = access.bearer.user.id;
    const open = this.#perUser.get(user) ?? 0;
    if (open >= SOCKETS_A_USER) {
      ws.close(CLOSE.tryLater);
      return;
    }
    const peer = new Peer(ws, socket, room, presence, access, {
      corks: this.#choice.corks,
      now: () => performance.now(),
      settled: () => this.#choice.rooms.settled(),
      onNews: (asking) => void this.#sendNews(asking),
    });
    this.#perUser.set(user, open + 1);
    this.#peers.add(peer);
    ws.once('close', () => {
      this.#peers.delete(peer);
      peer.leave();
      const left = (this.#perUser.get(user) ?? 1) - 1;
      if (left > 0) this.#perUser.set(user, left);
      else this.#perUser.delete(user);
    });
    peer.join();
  }

  async #access(request: IncomingMessage, space: SpaceId): Promise<Access> {
    const { origin } = request.headers;
    const { allowOrigins, storage } = this.#choice;
    if (this.#closing) return { kind: 'refused', code: CLOSE.restart };
    if (origin !== undefined && allowOrigins.length > 0 && !allowOrigins.includes(origin)) return FORBIDDEN;
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    const own = offered.find((one) => one.startsWith(SUBPROTOCOL.bearerPrefix));
    const token = bearerToken(request.headers.authorization) ?? own?.slice(SUBPROTOCOL.bearerPrefix.length);
    const bearer = token === undefined ? undefined : await bearerOf(storage, token);
    if (!bearer) return FORBIDDEN;
    const found = await storage.spaces.space(space);
    if (!found || found.deleted !== undefined) return NOT_FOUND;
    const role = await this.#role(bearer, space);
    return role ? { kind: 'open', bearer, role } : FORBIDDEN;
  }

  /** What a bearer may do in a space; a read-only token only reads. */
  async #role({ user, token }: Bearer, space: SpaceId): Promise<Role | undefined> {
    const role = await this.#choice.storage.spaces.role(space, user.id);
    return role && (token.readOnly ? 'viewer' : role);
  }

  async #recheckPeer(peer: Peer): Promise<void> {
    const { storage } = this.#choice;
    const { room, bearer } = peer;
    if (!(await storage.accounts.livingToken(bearer.token.id, Date.now()))) {
      peer.close(CLOSE.forbidden);
      return;
    }
    const role = await this.#role(bearer, room.id);
    if (!role) {
      const found = await storage.spaces.space(room.id);
      peer.close(found && found.deleted === undefined ? CLOSE.forbidden : CLOSE.notFound);
      return;
    }
    const risen = peer.role === 'viewer' && role !== 'viewer';
    peer.role = role;
    // What it was not allowed to send before may be wanted now.
    if (risen) peer.ask();
  }

  async #sendNews(peer: Peer): Promise<void> {
    const spaces = await this.#choice.storage.spaces.spacesOf(peer.bearer.user.id);
    const { readOnly } = peer.bearer.token;
    const news: News = { protocol: 1, spaces: spaces.map((space) => spaceReference(space, readOnly)) };
    peer.sendNews(JSON.stringify(news));
  }

  async #tick(): Promise<void> {
    const now = Date.now();
    for (const peer of [...this.#peers]) {
      const { expires } = peer.bearer.token;
      if (expires !== undefined && expires <= now) peer.close(CLOSE.forbidden);
      else peer.tick();
    }
  }
}

/** The space that an upgrade's path names; undefined for any other path. */
function spaceOf(url: string): SpaceId | undefined {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith(`${SYNC_PATH}/`)) return undefined;
  try {
    const id = decodeURIComponent(path.slice(SYNC_PATH.length + 1));
    return id === '' || id.includes('/') ? undefined : asId<SpaceId>(id);
  } catch {
    return undefined;
  }
}

const FORBIDDEN: Access = { kind: 'refused', code: CLOSE.forbidden };
const NOT_FOUND: Access = { kind: 'refused', code: CLOSE.notFound };
