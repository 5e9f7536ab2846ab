/** Opens sockets for who may, and watches over them: ended tokens, changed rights, silence, slow readers, shutdown (rules W1, W7, W9). */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { asId, type SpaceId } from '../../shared/ids';
import { CLOSE, FRAME_MAX, SUBPROTOCOL, SYNC_PATH } from '../../shared/wire';
import { bearerOf, bearerToken } from '../bearer';
import type { Cluster } from '../cluster/cluster';
import type { Room } from '../rooms/room';
import type { Rooms } from '../rooms/rooms';
import type { Bearer, Role, Storage } from '../storage/storage';
import { DamagedDocument } from '../storage/storage-failures';
import type { Corks } from './corks';
import { Peer } from './peer';
import { allowed, RightsWatch } from './rights-watch';
import { RoomPresences } from './room-presence';
import { Share } from './share';
import { onWebsocketUpgrade } from './upgrades';

export interface GatewayChoice {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly corks: Corks;
  readonly log: Logger;
  /** This server among the others of the store; undefined where there are none. */
  readonly cluster?: Cluster | undefined;
  /** Pages that may connect; empty for any. */
  readonly allowOrigins: readonly string[];
  /** Milliseconds since some moment, never going back. */
  readonly now: () => number;
}

interface OpenAccess {
  readonly kind: 'open';
  readonly bearer: Bearer;
  readonly role: Role;
}

/** Why a socket is closed at once. */
interface Refusal {
  readonly code: number;
  readonly reason: string;
}

type Access = OpenAccess | ({ readonly kind: 'refused' } & Refusal);

/** How often it looks at every socket. */
const TICK_MS = 500;
/** Who is refused has so long to take it in, and so many bytes to say meanwhile. */
const REFUSED_MS = 5_000;
const REFUSED_BYTES = 64 * 1024;

export class Gateway {
  readonly #choice: GatewayChoice;
  readonly #server: WebSocketServer;
  readonly #peers = new Set<Peer>();
  readonly #presences: RoomPresences;
  readonly #shares = new Map<string, Share>();
  readonly #timer: NodeJS.Timeout;
  readonly #rights: RightsWatch;
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
    this.#rights = new RightsWatch(choice.storage, this.#peers, choice.log);
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
    this.#presences = new RoomPresences(choice.cluster);
    choice.cluster?.attach({
      onRights: () => void this.recheck(),
      onPresence: (...said) => this.#presences.hear(...said),
      onWho: (space) => this.#presences.showOwn(space),
      onServerGone: (server) => this.#presences.forgetServer(server),
      onReturn: () => this.#presences.sayAgain(),
    });
  }

  /** Takes the upgrades of an HTTP server. */
  listen(http: Server): void {
    onWebsocketUpgrade(http, (request, socket, head) => {
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

  /** Looks at every socket's rights again: tokens, spaces or members have changed. @returns settles when that is done */
  recheck(): Promise<void> {
    return this.#rights.lookAtAll();
  }

  /** Closes every socket, since the server goes down; who does not answer is cut off. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const peer of [...this.#peers]) peer.close(CLOSE.restart, 'The server goes down.');
    this.#choice.corks.open();
    const open = [...this.#server.clients];
    const closed = Promise.all(open.map((ws) => new Promise((done) => ws.once('close', done))));
    const timer = setTimeout(() => open.forEach((ws) => void ws.terminate()), graceMs);
    await closed;
    clearTimeout(timer);
    this.#server.close();
  }

  async #open(ws: WebSocket, socket: Duplex, request: IncomingMessage, space: SpaceId): Promise<void> {
    // The space is named once it is known to be one: a path may hold anything, a token too.
    let log = this.#choice.log.child({ reqId: randomUUID() });
    ws.on('error', (error) => log.debug({ reason: error.message }, 'a socket has failed'));
    // What a client sends before its rights are known waits in the socket, not here.
    ws.pause();
    try {
      const access = await this.#access(request, space);
      if (access.kind === 'refused') {
        log.debug({ code: access.code }, 'a socket was refused');
        refuse(ws, socket, access);
        return;
      }
      log = log.child({ space });
      const room = await this.#choice.rooms.room(space);
      await this.#join(ws, socket, room, access, log);
      ws.resume();
    } catch (error) {
      log.error({ err: error }, 'a socket could not be opened');
      refuse(ws, socket, { code: CLOSE.tryLater, reason: failureReason(error) });
    }
  }

  async #join(ws: WebSocket, socket: Duplex, room: Room, access: OpenAccess, log: Logger): Promise<void> {
    if (ws.readyState !== ws.OPEN) return;
    if (this.#closing || room.broken) return refuse(ws, socket, { code: CLOSE.restart, reason: 'Come back soon.' });
    const { user } = access.bearer;
    const share = this.#shares.get(user.id) ?? new Share();
    if (!share.open()) return refuse(ws, socket, { code: CLOSE.tryLater, reason: 'Too many sockets.' });
    this.#shares.set(user.id, share);
    const peer = new Peer(ws, socket, room, access, {
      corks: this.#choice.corks,
      now: this.#choice.now,
      settled: () => this.#choice.rooms.settled(room.id),
      onNews: (asking) => void this.#rights.sendNews(asking),
      onLeave: (leaving) => void this.#peers.delete(leaving),
      share,
      ...this.#presences.of(room),
    });
    this.#peers.add(peer);
    log.debug({ user: user.id, token: access.bearer.token.id, role: access.role }, 'a socket was opened');
    ws.once('close', (code: number) => {
      peer.leave();
      if (share.close()) this.#shares.delete(user.id);
      this.#presences.left(room);
      log.debug({ code }, 'a socket was closed');
    });
    // Rights may have changed since they were read. From here on whoever changes them finds this socket.
    await this.#rights.lookAt(peer);
    if (ws.readyState === ws.OPEN) peer.join();
  }

  async #access(request: IncomingMessage, space: SpaceId): Promise<Access> {
    const { origin } = request.headers;
    const { allowOrigins, storage } = this.#choice;
    if (this.#closing) return { kind: 'refused', code: CLOSE.restart, reason: 'The server goes down.' };
    if (origin !== undefined && allowOrigins.length > 0 && !allowOrigins.includes(origin)) return FORBIDDEN;
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    const own = offered.find((one) => one.startsWith(SUBPROTOCOL.bearerPrefix));
    const token = bearerToken(request.headers.authorization) ?? own?.slice(SUBPROTOCOL.bearerPrefix.length);
    const bearer = token === undefined ? undefined : await bearerOf(storage, token);
    if (!bearer) return FORBIDDEN;
    const found = await storage.spaces.space(space);
    if (!found || found.deleted !== undefined) return NOT_FOUND;
    const role = allowed(await storage.spaces.role(space, bearer.user.id), bearer);
    return role ? { kind: 'open', bearer, role } : FORBIDDEN;
  }

  async #tick(): Promise<void> {
    const now = Date.now();
    for (const peer of [...this.#peers]) {
      const { expires } = peer.bearer.token;
      if (expires !== undefined && expires <= now) peer.close(CLOSE.forbidden, 'The token has expired.');
      else peer.tick();
    }
    if (this.#rights.isDue) await this.recheck();
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

/** Closes a socket that never gets to a room, with nothing sent before; who does not take it in is cut off. */
function refuse(ws: WebSocket, socket: Duplex, { code, reason }: Refusal): void {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > REFUSED_BYTES) ws.terminate();
  });
  const timer = setTimeout(() => ws.terminate(), REFUSED_MS);
  ws.once('close', () => clearTimeout(timer));
  ws.resume();
  ws.close(code, reason);
}

function failureReason(error: unknown): string {
  return error instanceof DamagedDocument
    ? 'The space is damaged on the server; its operator has to look at it.'
    : 'The space cannot be opened now.';
}

const FORBIDDEN: Access = {
  kind: 'refused',
  code: CLOSE.forbidden,
  reason: 'No good token, or no access to this space.',
};
const NOT_FOUND: Access = { kind: 'refused', code: CLOSE.notFound, reason: 'There is no such space.' };
