/** One space's line to the sync server: y-websocket's provider, with when to try again decided by our own state machine. */
import { readVarString } from 'lib0/decoding';
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding';
import { WebsocketProvider } from 'y-websocket';
import type * as Y from 'yjs';
import type { SpaceId } from '../../../shared/ids';
import { CLOSE, MESSAGE, SUBPROTOCOL, SYNC_PATH } from '../../../shared/wire';
import type { Environment } from '../environment';
import { Emitter } from '../event';
import { nextState, type SocketEvent, type SocketState } from './socket-state';

/** A handshake that takes longer, in milliseconds, is given up and tried again. */
const HANDSHAKE_MS = 15_000;

/** Keeps a document in step with the server's from `start` to `dispose`, across lines that break. */
export class SpaceConnection {
  readonly space: SpaceId;
  readonly #environment: Environment;
  readonly #provider: WebsocketProvider;
  readonly #state = new Emitter<SocketState>();
  readonly #news = new Emitter<string>();
  readonly #asksNews: boolean;
  #current: SocketState = { kind: 'off' };
  #cancelTimer: () => void = () => {};

  /**
   * @param url the server's address, `http` or `https`
   * @param asksNews whether to ask for the caller's spaces on this line (only that of the personal space answers)
   */
  constructor(url: string, space: SpaceId, doc: Y.Doc, token: string, asksNews: boolean, environment: Environment) {
    this.space = space;
    this.#environment = environment;
    this.#asksNews = asksNews;
    this.#provider = new WebsocketProvider(
      `${url.replace(/^http/, 'ws')}${SYNC_PATH}`,
      encodeURIComponent(space),
      doc,
      {
        connect: false,
        // Tabs and windows meet in the replica store; a broadcast channel would mix the replicas of two accounts.
        disableBc: true,
        // The token travels in a header field of the handshake, never in the address.
        protocols: [SUBPROTOCOL.version, `${SUBPROTOCOL.bearerPrefix}${token}`],
        WebSocketPolyfill: environment.WebSocket,
        shouldReconnect: () => false,
      },
    );
    this.#provider.on('status', ({ status }) => {
      if (status === 'connected') this.#happened({ kind: 'opened' });
    });
    this.#provider.on('sync', (synced) => {
      if (synced) this.#happened({ kind: 'synced' });
    });
    this.#provider.on('connection-close', (event) => {
      // The provider would come back by itself where it closed the line itself; when to come back is ours to say.
      this.#provider.shouldConnect = false;
      this.#happened({ kind: 'closed', code: event?.code ?? 1006, random: environment.random() });
    });
    const handlers = this.#provider.messageHandlers;
    handlers[MESSAGE.news] = (_encoder, decoder) => this.#news.fire(readVarString(decoder));
    handlers.forEach((handle, type) => {
      handlers[type] = (...message) => this.#read(() => handle(...message));
    });
    // At the end of the process the provider would say that this client has left. Nothing can be sent then, and Node warns of
    // a leak where more than ten lines listen.
    const { process } = globalThis as { process?: { off(event: 'exit', listener: () => void): unknown } };
    process?.off('exit', this.#provider._exitHandler);
  }

  get state(): SocketState {
    return this.#current;
  }

  /** Tells every change of the state. */
  get onState(): Emitter<SocketState>['event'] {
    return this.#state.event;
  }

  /** Tells what the server answers to the question for news: JSON, not yet parsed. */
  get onNews(): Emitter<string>['event'] {
    return this.#news.event;
  }

  /** Connects, at once also where it waits or was refused; nothing where it is on its way or there. */
  start(): void {
    this.#happened({ kind: 'start' });
  }

  dispose(): void {
    this.#happened({ kind: 'stop' });
    this.#state.dispose();
    this.#news.dispose();
    this.#provider.destroy();
  }

  #happened(event: SocketEvent): void {
    const before = this.#current;
    const state = nextState(before, event);
    if (state === before) return;
    this.#current = state;
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    switch (state.kind) {
      case 'connecting':
        this.#connect();
        break;
      case 'syncing':
        if (this.#asksNews) this.#send(MESSAGE.news);
        break;
      case 'waiting':
        this.#cancelTimer = this.#environment.after(state.retryMs, () => this.#happened({ kind: 'retry' }));
        break;
      case 'off':
        this.#provider.disconnect();
        break;
    }
    // Where the step above has led on already, that was told.
    if (this.#current === state) this.#state.fire(state);
  }

  #connect(): void {
    // Ending the attempt makes the provider report a close, like any other.
    this.#cancelTimer = this.#environment.after(HANDSHAKE_MS, () => this.#provider.disconnect());
    try {
      this.#provider.connect();
    } catch {
      // A socket refuses an address or a token that it cannot send. Browsers name the token in the error: it is not logged.
      this.#provider.shouldConnect = false;
      this.#environment.log.warn('No socket can be made with the address and the token of this account.');
      this.#happened({ kind: 'closed', code: CLOSE.forbidden, random: 0 });
    }
  }

  /** Reads a message. After one that cannot be read the line is made anew, since what it should have said is missing. */
  #read(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.#environment.log.warn(`A message of the server about space ${this.space} cannot be read: ${String(error)}`);
      this.#provider.disconnect();
    }
  }

  #send(type: number): void {
    const encoder = createEncoder();
    writeVarUint(encoder, type);
    this.#provider.ws?.send(toUint8Array(encoder));
  }
}
