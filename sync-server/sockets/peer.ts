/** One open socket: reads its frames, sends within bounds, and speaks for its client in the room. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE, SILENCE_MAX_MS } from '../../shared/wire';
import type { Room } from '../rooms/room';
import type { EndReason, RoomPeer } from '../rooms/room-peer';
import type { Bearer, Role } from '../storage/storage';
import type { Corks } from './corks';
import {
  type AwarenessEntry,
  answerFrame,
  awarenessFrame,
  barrierFrame,
  type Frame,
  newsFrame,
  permissionDeniedFrame,
  questionFrame,
  readFrame,
  updateFrame,
  updateOnTheWire,
} from './frames';
import { Looks } from './looks';
import type { Presence } from './presence';
import type { Audience, PresenceNews } from './presence-news';
import { Questions } from './questions';
import type { Share } from './share';

/** What a peer needs of the server around it. */
export interface PeerSurroundings {
  readonly corks: Corks;
  readonly now: () => number;
  /** Settles when everything taken until now is on disk; undefined where it is. */
  readonly settled: () => Promise<unknown> | undefined;
  /** Its client asks for news of the caller's spaces. */
  readonly onNews: (peer: Peer) => void;
  /** It is on its way out: nothing is to be looked at any more. */
  readonly onLeave: (peer: Peer) => void;
  /** What the sockets of its user take together. */
  readonly share: Share;
  readonly presence: Presence<Peer>;
  readonly presenceNews: PresenceNews<Peer>;
}

/** So many bytes may wait to be sent to a socket before its questions wait; it is given time to read on, and then dropped. */
const BUFFER_MAX = 16 * 1024 * 1024;
const SLOW_MS = 30_000;
/** Who has read so much meanwhile is slow, but reads. */
const READ_ON = 1024 * 1024;
/** So many bytes of others' updates may wait: far more than a reader can be behind by. It gets it all again when it comes back. */
const FORWARDED_MAX = 4 * BUFFER_MAX;
/** Above so many waiting bytes what others show of themselves waits too: only the newest of each is sent then. */
const SHOWN_BUFFER_MAX = 1024 * 1024;
/** Time for the silence to be noticed at and for the message to arrive. */
const SILENCE_MARGIN_MS = 3_000;

const END: Record<EndReason, readonly [code: number, reason: string]> = {
  'bad-message': [CLOSE.badMessage, 'An update that no document can take.'],
  full: [CLOSE.tryLater, 'The server has no room left on its disk.'],
  unavailable: [CLOSE.tryLater, 'The server cannot reach its database.'],
  restart: [CLOSE.restart, 'The space is loaded again.'],
};

export class Peer implements RoomPeer, Audience {
  readonly bearer: Bearer;
  readonly room: Room;
  role: Role;
  /** The news sent last, empty before the first; undefined for who has not asked. */
  news: string | undefined;
  /** The looks at its rights, */
  readonly rightsLooks = new Looks();
  /** and at its user's spaces. */
  readonly newsLooks = new Looks();
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #around: PeerSurroundings;
  readonly #questions: Questions;
  /** What others have shown while too much waited to be sent. */
  readonly #missed = new Map<number, AwarenessEntry>();
  /** Bytes of a frame that has not come whole. */
  #incoming = 0;
  /** Bytes of others' updates since nothing waited to be sent. */
  #forwarded = 0;
  #lastSent: number;
  #slow: { readonly since: number; readonly waiting: number } | undefined;

  constructor(
    ws: WebSocket,
    socket: Duplex,
    room: Room,
    access: { readonly bearer: Bearer; readonly role: Role },
    around: PeerSurroundings,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.room = room;
    this.bearer = access.bearer;
    this.role = access.role;
    this.#around = around;
    this.#lastSent = around.now();
    this.#questions = new Questions(around.share, {
      mayAnswer: () => this.#ws.readyState === this.#ws.OPEN && this.#ws.bufferedAmount <= BUFFER_MAX,
      answer: (question) => this.#answer(question),
      failed: () => this.close(CLOSE.tryLater, 'The space cannot be read now.'),
    });
    ws.on('message', this.#onMessage);
    socket.prependListener('data', this.#onBytes);
  }

  /**
   * Joins the room: asks what the client has that the server lacks, and shows who is there. Where that is no more the room of its space,
   * as it may have become while rights were looked at, nobody would be heard there: the client is told to come back.
   */
  join(): void {
    if (this.room.broken) {
      this.end('restart');
      return;
    }
    this.room.peers.add(this);
    this.ask();
    const shown = this.#around.presence.all();
    if (shown.length > 0) this.send(awarenessFrame(shown));
  }

  /** Leaves the room; the others are told that its client is gone. */
  leave(): void {
    this.room.peers.delete(this);
    this.#around.onLeave(this);
    this.#around.presenceNews.tell(this, this.#around.presence.leave(this));
    this.#socket.off('data', this.#onBytes);
    this.#around.share.incoming(-this.#incoming);
    this.#incoming = 0;
  }

  ask(): void {
    this.send(questionFrame(this.room.stateVector()));
  }

  /** Written beneath `ws`, which frames anew for each socket and writes twice; that comes to the same while messages are not compressed. */
  deliver(update: Uint8Array): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const frame = shared(FORWARDS, update, updateOnTheWire);
    if (this.#socket.writableLength === 0) this.#forwarded = 0;
    this.#forwarded += frame.length;
    this.#lastSent = this.#around.now();
    this.#socket.write(frame);
    const waiting = Math.min(this.#forwarded, this.#socket.writableLength);
    if (waiting > FORWARDED_MAX + frame.length) this.close(CLOSE.tryLater, 'Too much waits to be read.');
  }

  end(why: EndReason): void {
    this.close(...END[why]);
  }

  /** Closes the socket with a code and a reason in a few words; nothing more is read from it. */
  close(code: number, reason: string): void {
    this.leave();
    this.#ws.off('message', this.#onMessage);
    this.#ws.close(code, reason);
  }

  /** Sends the caller's spaces where they differ from what was sent last. */
  sendNews(json: string): void {
    if (json === this.news) return;
    this.news = json;
    this.send(newsFrame(json));
  }

  show(entries: readonly AwarenessEntry[], frame: Uint8Array): void {
    if (this.#missed.size === 0 && this.#ws.bufferedAmount <= SHOWN_BUFFER_MAX) this.send(frame);
    else for (const entry of entries) this.#missed.set(entry.client, entry);
  }

  /** To be called several times a second: breaks a silence before the client gives up, and drops who does not read. */
  tick(): void {
    const now = this.#around.now();
    const waiting = this.#ws.bufferedAmount;
    if (this.#missed.size > 0 && waiting <= SHOWN_BUFFER_MAX) {
      this.send(awarenessFrame([...this.#missed.values()]));
      this.#missed.clear();
    }
    if (now - this.#lastSent > SILENCE_MAX_MS - SILENCE_MARGIN_MS) this.send(awarenessFrame([]));
    this.#questions.next();
    if (waiting <= BUFFER_MAX) this.#slow = undefined;
    else if (!this.#slow || waiting <= this.#slow.waiting - READ_ON) this.#slow = { since: now, waiting };
    else if (now - this.#slow.since > SLOW_MS) this.close(CLOSE.tryLater, 'Nothing was read for too long.');
  }

  /** @param sent called when it has left, or the socket has ended */
  send(frame: Uint8Array, sent?: () => void): void {
    if (this.#ws.readyState !== this.#ws.OPEN) {
      sent?.();
      return;
    }
    this.#lastSent = this.#around.now();
    this.#around.corks.cork(this.#socket);
    this.#ws.send(frame, sent);
  }

  readonly #onBytes = (chunk: Buffer): void => {
    this.#incoming += chunk.length;
    if (this.#around.share.incoming(chunk.length)) return;
    this.close(CLOSE.tryLater, 'Too much is being sent at once.');
    this.#ws.terminate();
  };

  readonly #onMessage = (data: Buffer, binary: boolean): void => {
    this.#around.share.incoming(-this.#incoming);
    this.#incoming = 0;
    const frame: Frame = binary ? readFrame(data) : { kind: 'damaged' };
    switch (frame.kind) {
      case 'question':
        if (this.#questions.add(frame.stateVector)) this.#questions.next();
        else this.close(CLOSE.tryLater, 'Too many questions.');
        break;
      case 'update':
        this.#onUpdate(frame.update);
        break;
      case 'awareness':
        this.#around.presenceNews.tell(this, this.#around.presence.take(this, frame.entries));
        break;
      case 'query-awareness':
        this.send(awarenessFrame(this.#around.presence.all()));
        break;
      case 'barrier':
        this.#onBarrier(frame.value);
        break;
      case 'news':
        if (!this.#isPersonal() || this.news !== undefined) break;
        // From here on whoever changes the spaces finds it.
        this.news = '';
        this.#around.onNews(this);
        break;
      case 'auth':
        break;
      case 'damaged':
        this.#closeBad();
    }
  };

  #onUpdate(update: Uint8Array): void {
    if (this.role === 'viewer') {
      const looked = this.room.look(update);
      if (looked.kind === 'damaged') this.#closeBad();
      if (looked.kind === 'taken') this.send(permissionDeniedFrame('You may read here, but not write.'));
      return;
    }
    switch (this.room.take(update, this, Date.now()).kind) {
      case 'damaged':
        this.#closeBad();
        break;
      case 'too-loose':
        this.close(CLOSE.tryLater, 'Too many updates wait for others that have not come.');
    }
  }

  #closeBad(): void {
    this.close(CLOSE.badMessage, 'Not a message, or an update that no document can take.');
  }

  /** Sent back once everything before it is on disk. What could not be written closes the socket instead. */
  #onBarrier(value: number): void {
    const settled = this.#around.settled();
    if (!settled) this.send(barrierFrame(value));
    else {
      const echo = () => this.send(barrierFrame(value));
      settled.then(echo, () => this.close(CLOSE.tryLater, 'What was sent could not be kept.'));
    }
  }

  async #answer(question: Uint8Array): Promise<void> {
    const updates = await this.room.answer(question);
    // The client counts as synced with the answer: what it needs comes before it.
    const last = updates.at(-1) ?? EMPTY_UPDATE;
    for (const update of updates.slice(0, -1)) this.#sendAnswer(shared(UPDATES, update, updateFrame));
    this.#sendAnswer(shared(ANSWERS, last, answerFrame));
  }

  #sendAnswer(frame: Uint8Array): void {
    const { share } = this.#around;
    share.answers(frame.length);
    this.send(frame, () => share.answers(-frame.length));
  }

  /** Whether this is the socket of the caller's own space: its id is theirs. */
  #isPersonal(): boolean {
    const space: string = this.room.id;
    return space === this.bearer.user.id;
  }
}

/** An update of no structs and no deletions. */
const EMPTY_UPDATE = Uint8Array.of(0, 0);

type Frames = WeakMap<Uint8Array, Uint8Array>;
const UPDATES: Frames = new WeakMap();
const ANSWERS: Frames = new WeakMap();
const FORWARDS: Frames = new WeakMap();

/** An update as a message: the same bytes for everyone, so that a hundred slow readers hold one copy. */
function shared(frames: Frames, update: Uint8Array, make: (update: Uint8Array) => Uint8Array): Uint8Array {
  const known = frames.get(update);
  if (known) return known;
  const frame = make(update);
  frames.set(update, frame);
  return frame;
}
