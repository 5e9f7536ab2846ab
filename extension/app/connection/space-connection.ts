/** One space's line to the sync server: y-websocket's provider, with when to try again decided by our own state machine. */
import { readVarString, readVarUint } from 'lib0/decoding';
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding';
import { readAuthMessage } from 'y-protocols/auth';
import type { Awareness } from 'y-protocols/awareness';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import { WebsocketProvider } from 'y-websocket';
import type * as Y from 'yjs';
import type { SpaceId } from '../../../shared/ids';
import { CLOSE, MESSAGE, SUBPROTOCOL, SYNC_PATH } from '../../../shared/wire';
import type { Environment } from '../environment';
import { Emitter } from '../event';
import { setAlarm } from './alarm';
import { Barrier } from './barrier';
import { nextState, type SocketEvent, type SocketState } from './socket-state';
import type { UnsentEdit } from './unsent-edits';

/** A handshake that takes longer, in milliseconds, is given up and tried again. */
const HANDSHAKE_MS = 15_000;
/** A server says something every 20 s. Where nothing was heard for longer (ms) it is asked whether it is there, */
const SILENCE_MS = 22_000;
/** and has so long (ms) to answer: a socket may look open though the machine has slept or the network is another. */
const ANSWER_MS = 8_000;
/** The barrier that asks. Those that ask what is safe count from 1. */
const ARE_YOU_THERE = 0;

/** Who is signed in where, and what a line does beside keeping its document in step. */
export interface LineOptions {
  /** The server's address, `http` or `https`. */
  readonly url: string;
  readonly token: string;
  /** Whether to ask for the caller's spaces on this line (only that of the personal space answers). */
  readonly asksNews: boolean;
  /** The edits of this space that the document holds and the server has not confirmed. */
  readonly unsent: () => readonly UnsentEdit[];
  /** The server has these edits on disk. */
  readonly settle: (edits: readonly UnsentEdit[]) => void;
}

/** Keeps a document in step with the server's from `start` to `dispose`, across lines that break. */
export class SpaceConnection {
  readonly space: SpaceId;
  readonly #environment: Environment;
  readonly #provider: WebsocketProvider;
  readonly #state = new Emitter<SocketState>();
  readonly #news = new Emitter<string>();
  readonly #asksNews: boolean;
  readonly #doc: Y.Doc;
  readonly #barrier: Barrier<UnsentEdit>;
  #current: SocketState = { kind: 'off' };
  #cancelTimer: () => void = () => {};
  #openedAt: number | undefined;

  constructor(
    space: SpaceId,
    doc: Y.Doc,
    { url, token, asksNews, unsent, settle }: LineOptions,
    environment: Environment,
  ) {
    this.space = space;
    this.#environment = environment;
    this.#asksNews = asksNews;
    this.#doc = doc;
    this.#barrier = new Barrier({ send: (value) => this.#send(MESSAGE.barrier, value), sent: unsent, settle });
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
      if (status !== 'connected') return;
      this.#openedAt = this.#now();
      this.#happened({ kind: 'opened' });
    });
    this.#provider.on('sync', (synced) => {
      if (synced) this.#happened({ kind: 'synced' });
    });
    this.#provider.on('connection-close', (event) => {
      // The provider would come back by itself where it closed the line itself; when to come back is ours to say.
      this.#provider.shouldConnect = false;
      this.#barrier.down();
      const heldMs = this.#openedAt === undefined ? 0 : this.#now() - this.#openedAt;
      this.#openedAt = undefined;
      this.#happened({ kind: 'closed', code: event?.code ?? 1006, random: environment.random(), heldMs });
    });
    const handlers = this.#provider.messageHandlers;
    handlers[MESSAGE.news] = (_encoder, decoder) => this.#news.fire(readVarString(decoder));
    handlers[MESSAGE.barrier] = (_encoder, decoder) => this.#barrier.returned(readVarUint(decoder));
    handlers[MESSAGE.auth] = (_encoder, decoder) => readAuthMessage(decoder, doc, () => this.#refuse());
    const sync = handlers[MESSAGE.sync];
    handlers[MESSAGE.sync] = (encoder, decoder, ...rest) => {
      const asked = decoder.arr[decoder.pos] === messageYjsSyncStep1;
      sync?.(encoder, decoder, ...rest);
      const { ws } = this.#provider;
      // The provider sends the answer after this.
      if (asked) queueMicrotask(() => ws === this.#provider.ws && this.#answered());
    };
    // Added after the provider's own listener, which has sent the update by now.
    doc.on('update', this.#onUpdate);
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

  /** What the line writes to the document carries this as origin. */
  get origin(): unknown {
    return this.#provider;
  }

  /** What each window at the other ends says of itself; it ends with the line. */
  get awareness(): Awareness {
    return this.#provider.awareness;
  }

  /** Whether the server has refused what was written here: one may only read the space. */
  get refuses(): boolean {
    return this.#barrier.refused;
  }

  /** Tells every change of the state, and when the server refuses what was written or takes it again. */
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

  /** Tries again now where it waits, and where it is there looks whether it still is; what was refused stays so. */
  hurry(): void {
    if (this.#current.kind === 'waiting') this.start();
    else if (this.#isOpen) this.#askIfThere();
  }

  dispose(): void {
    this.#happened({ kind: 'stop' });
    this.#state.dispose();
    this.#news.dispose();
    this.#doc.off('update', this.#onUpdate);
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
        this.#listen();
        break;
      case 'online':
        this.#listen();
        break;
      case 'waiting':
        this.#setTimer(state.retryMs, () => this.#happened({ kind: 'retry' }));
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
    this.#setTimer(HANDSHAKE_MS, () => this.#provider.disconnect());
    try {
      this.#provider.connect();
    } catch {
      // A socket refuses an address or a token that it cannot send. Browsers name the token in the error: it is not logged.
      this.#provider.shouldConnect = false;
      this.#environment.log.warn('No socket can be made with the address and the token of this account.');
      this.#happened({ kind: 'closed', code: CLOSE.forbidden, random: 0, heldMs: 0 });
    }
  }

  get #isOpen(): boolean {
    return this.#current.kind === 'syncing' || this.#current.kind === 'online';
  }

  /** Something was heard: from now on silence counts. */
  #listen(): void {
    this.#setTimer(SILENCE_MS, () => this.#askIfThere());
  }

  #askIfThere(): void {
    this.#send(MESSAGE.barrier, ARE_YOU_THERE);
    this.#setTimer(ANSWER_MS, () => this.#provider.disconnect());
  }

  #setTimer(ms: number, then: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = setAlarm(this.#environment, ms, then);
  }

  #now(): number {
    return Date.parse(this.#environment.now());
  }

  /** Reads a message. After one that cannot be read the line is made anew, since what it should have said is missing. */
  #read(handle: () => void): void {
    if (this.#isOpen) this.#listen();
    try {
      handle();
    } catch (error) {
      this.#environment.log.warn(`A message of the server about space ${this.space} cannot be read: ${String(error)}`);
      this.#provider.disconnect();
    }
  }

  readonly #onUpdate = (): void => {
    // The edit is counted after this. What comes from the server may bring back one that is counted and was lost on this machine.
    queueMicrotask(() => this.#barrier.sent());
  };

  #answered(): void {
    const refused = this.#barrier.refused;
    this.#barrier.answered();
    if (refused) this.#state.fire(this.#current);
  }

  #refuse(): void {
    if (this.#barrier.refused) return;
    this.#barrier.refuse();
    this.#state.fire(this.#current);
  }

  #send(...numbers: readonly number[]): void {
    const encoder = createEncoder();
    for (const number of numbers) writeVarUint(encoder, number);
    this.#provider.ws?.send(toUint8Array(encoder));
  }
}
