/** One open socket: reads its frames, sends within bounds, and speaks for its client in the room. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE, SILENCE_MAX_MS } from '../../shared/wire';
import type { Room, RoomPeer } from '../rooms/room';
import type { Bearer, Role } from '../storage/storage';
import type { Corks } from './corks';
import {
  answerFrame,
  awarenessFrame,
  barrierFrame,
  type Frame,
  newsFrame,
  permissionDeniedFrame,
  questionFrame,
  readFrame,
  updateFrame,
} from './frames';
import type { Presence } from './presence';

/** What a peer needs of the server around it. */
export interface PeerSurroundings {
  readonly corks: Corks;
  readonly now: () => number;
  /** Settles when everything taken until now is on disk; undefined where it is. */
  readonly settled: () => Promise<void> | undefined;
  /** Its client asks for news of the caller's spaces. */
  readonly onNews: (peer: Peer) => void;
}

/** So many bytes may wait to be sent to a socket; past that it is given time to read, and then dropped. */
const BUFFER_MAX = 16 * 1024 * 1024;
const SLOW_MS = 30_000;
/** More unanswered questions than any client asks. */
const QUESTIONS_MAX = 1_000;
/** Time for the silence to be noticed at and for the message to arrive. */
const SILENCE_MARGIN_MS = 3_000;

const END = { 'bad-message': CLOSE.badMessage, 'try-later': CLOSE.tryLater, restart: CLOSE.restart } as const;

export class Peer implements RoomPeer {
  readonly bearer: Bearer;
  readonly room: Room;
  role: Role;
  /** The news sent last; undefined for who has not asked. */
  news: string | undefined;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #presence: Presence<Peer>;
  readonly #around: PeerSurroundings;
  readonly #questions: Uint8Array[] = [];
  #answering = false;
  #lastSent: number;
  #slowSince: number | undefined;

  constructor(
    ws: WebSocket,
    socket: Duplex,
    room: Room,
    presence: Presence<Peer>,
    access: { readonly bearer: Bearer; readonly role: Role },
    around: PeerSurroundings,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.room = room;
    this.#presence = presence;
    this.bearer = access.bearer;
    this.role = access.role;
    this.#around = around;
    this.#lastSent = around.now();
    ws.on('message', (data: Buffer, binary: boolean) => this.#onMessage(data, binary));
  }

  /** Joins the room: asks what the client has that the server lacks, and shows who is there. */
  join(): void {
    this.room.peers.add(this);
    this.ask();
    const shown = this.#presence.all();
    if (shown.length > 0) this.send(awarenessFrame(shown));
  }

  /** Leaves the room; the others are told that its client is gone. */
  leave(): void {
    this.room.peers.delete(this);
    this.#tellOthers(this.#presence.leave(this));
  }

  ask(): void {
    this.send(questionFrame(this.room.stateVector()));
  }

  deliver(update: Uint8Array): void {
    this.send(updateFrame(update));
  }

  end(why: keyof typeof END): void {
    this.close(END[why]);
  }

  /** Closes the socket with a code; nothing more is read from it. */
  close(code: number): void {
    this.leave();
    this.#ws.removeAllListeners('message');
    this.#ws.close(code);
  }

  /** Ends the socket at once, without the closing handshake. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Sends the caller's spaces where they differ from what was sent last. */
  sendNews(json: string): void {
    if (json === this.news) return;
    this.news = json;
    this.send(newsFrame(json));
  }

  /** To be called every second: breaks a silence before the client gives up, and drops who does not read. */
  tick(): void {
    const now = this.#around.now();
    if (now - this.#lastSent > SILENCE_MAX_MS - SILENCE_MARGIN_MS) this.send(awarenessFrame([]));
    if (this.#ws.bufferedAmount <= BUFFER_MAX) {
      this.#slowSince = undefined;
      void this.#answerNext();
    } else {
      this.#slowSince ??= now;
      if (now - this.#slowSince > SLOW_MS) this.close(CLOSE.tryLater);
    }
  }

  send(frame: Uint8Array): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#lastSent = this.#around.now();
    this.#around.corks.cork(this.#socket);
    this.#ws.send(frame);
    // Far more than a reader can be behind by: it never grows the server, and gets it all again when it comes back.
    if (this.#ws.bufferedAmount > 4 * BUFFER_MAX + frame.length) this.close(CLOSE.tryLater);
  }

  #onMessage(data: Buffer, binary: boolean): void {
    const frame: Frame = binary ? readFrame(data) : { kind: 'damaged' };
    switch (frame.kind) {
      case 'question':
        this.#questions.push(frame.stateVector);
        if (this.#questions.length > QUESTIONS_MAX) this.close(CLOSE.tryLater);
        else void this.#answerNext();
        break;
      case 'update':
        this.#onUpdate(frame);
        break;
      case 'awareness':
        this.#tellOthers(this.#presence.take(this, frame.entries));
        break;
      case 'query-awareness':
        this.send(awarenessFrame(this.#presence.all()));
        break;
      case 'barrier':
        this.#onBarrier(frame.value);
        break;
      case 'news':
        if (this.#isPersonal() && this.news === undefined) this.#around.onNews(this);
        break;
      case 'auth':
        break;
      case 'damaged':
        this.close(CLOSE.badMessage);
    }
  }

  #onUpdate({ update }: Extract<Frame, { kind: 'update' }>): void {
    if (this.role === 'viewer') {
      const looked = this.room.look(update);
      if (looked.kind === 'damaged') this.close(CLOSE.badMessage);
      if (looked.kind === 'taken') this.send(permissionDeniedFrame('You may read here, but not write.'));
      return;
    }
    if (this.room.take(update, this, Date.now()).kind === 'damaged') this.close(CLOSE.badMessage);
  }

  /** Sent back once everything before it is on disk. What could not be written closes the socket instead. */
  #onBarrier(value: number): void {
    const settled = this.#around.settled();
    if (!settled) this.send(barrierFrame(value));
    else {
      const echo = () => this.send(barrierFrame(value));
      settled.then(echo, () => this.close(CLOSE.tryLater));
    }
  }

  /** One question at a time, and none while much waits to be sent. */
  async #answerNext(): Promise<void> {
    if (this.#answering || this.#ws.bufferedAmount > BUFFER_MAX) return;
    const question = this.#questions.shift();
    if (!question) return;
    this.#answering = true;
    try {
      const updates = await this.room.answer(question);
      // The client counts as synced with the answer: what it needs comes before it.
      for (const update of updates.slice(0, -1)) this.deliver(update);
      this.send(answerFrame(updates.at(-1) ?? EMPTY_UPDATE));
    } catch {
      this.close(CLOSE.tryLater);
    } finally {
      this.#answering = false;
    }
    if (this.#questions.length > 0) void this.#answerNext();
  }

  /** Whether this is the socket of the caller's own space: its id is theirs. */
  #isPersonal(): boolean {
    const space: string = this.room.id;
    return space === this.bearer.user.id;
  }

  #tellOthers(news: ReturnType<Presence<Peer>['all']>): void {
    if (news.length === 0) return;
    const frame = awarenessFrame(news);
    for (const peer of this.room.peers) if (peer !== this && peer instanceof Peer) peer.send(frame);
  }
}

/** An update of no structs and no deletions. */
const EMPTY_UPDATE = Uint8Array.of(0, 0);
