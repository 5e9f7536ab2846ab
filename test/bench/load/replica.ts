/** A replica of a load: speaks the sync protocol over a bare socket and keeps no document, so that hundreds of them cost little. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { MESSAGE } from '../../../shared/wire';
import type { Door } from '../contenders/contender';
import { type Clocks, clocksOf } from './clocks';
import { clientFrame, FrameReader, OPCODE } from './frame';

/** The steps of a sync message. */
const STEP = { question: 0, answer: 1, update: 2 } as const;
/** Hocuspocus answers what it asked for under a type of its own. */
const SYNC_REPLY = 4;
const NOTHING = { stateVector: Uint8Array.of(0), update: Uint8Array.of(0, 0) };
/** One buffer that all sockets are read into, in turn. */
const READ = Buffer.alloc(1 << 17);

/** What a replica holds and hears. */
export interface ReplicaChoice {
  readonly door: Door;
  /** what it says it has; nothing unless told */
  readonly stateVector?: Uint8Array;
  /** what it answers when the server asks what else it has; nothing unless told */
  readonly answer?: (stateVector: Uint8Array) => Uint8Array;
  /** called with the clocks of each update or answer that comes, the time, and its bytes, which are good until it returns */
  readonly onUpdate?: (clocks: Clocks, at: number, update: Buffer) => void;
}

/** A connected replica. */
export class Replica {
  /** settles with the time at which the server's answer had come; fails where the socket is closed before */
  readonly synced: Promise<number>;
  private readonly socket: Socket;
  private upgraded: Buffer | undefined = Buffer.alloc(0);
  private readonly reader = new FrameReader((opcode, payload) => this.take(opcode, payload));
  private settle: (at: number) => void = () => {};
  private fail: (error: Error) => void = () => {};
  private ended = false;

  constructor(private readonly choice: ReplicaChoice) {
    this.synced = new Promise((done, fail) => {
      this.settle = done;
      this.fail = fail;
    });
    // Who waits for it hears of it; whoever does not, ends it.
    this.synced.catch(() => {});
    const { port, path, headers } = choice.door;
    const callback = (length: number): boolean => {
      this.hear(READ.subarray(0, length));
      return true;
    };
    this.socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer: READ, callback } });
    this.socket.once('error', (error) => this.fail(error));
    this.socket.once('close', () => this.fail(new Error('The server closed the socket.')));
    this.socket.once('connect', () => this.socket.write(handshake(path, headers)));
  }

  /** Sends an update. */
  send(update: Uint8Array): void {
    this.sync(STEP.update, update);
  }

  /** Ends it as a page that is closed. Twice is once. */
  end(): void {
    this.ended = true;
    this.socket.destroy();
  }

  private sync(step: number, content: Uint8Array): void {
    if (this.ended) return;
    const message = encoding.encode((encoder) => {
      encoding.writeUint8Array(encoder, this.choice.door.prefix);
      encoding.writeVarUint(encoder, MESSAGE.sync);
      encoding.writeVarUint(encoder, step);
      encoding.writeVarUint8Array(encoder, content);
    });
    this.socket.write(clientFrame(message));
  }

  private hear(chunk: Buffer): void {
    if (this.upgraded === undefined) {
      this.reader.feed(chunk);
      return;
    }
    this.upgraded = Buffer.concat([this.upgraded, chunk]);
    const end = this.upgraded.indexOf('\r\n\r\n');
    if (end < 0) return;
    const answer = this.upgraded.toString('latin1', 0, end);
    const rest = this.upgraded.subarray(end + 4);
    this.upgraded = undefined;
    if (!answer.startsWith('HTTP/1.1 101')) {
      this.fail(new Error(`The server refused the upgrade: ${answer.split('\r\n')[0]}`));
      this.end();
      return;
    }
    const { greeting } = this.choice.door;
    if (greeting) this.socket.write(clientFrame(greeting));
    this.sync(STEP.question, this.choice.stateVector ?? NOTHING.stateVector);
    if (rest.length > 0) this.reader.feed(rest);
  }

  private take(opcode: number, payload: Buffer): void {
    if (opcode === OPCODE.ping) this.socket.write(clientFrame(payload, OPCODE.pong));
    else if (opcode === OPCODE.close) this.refused(payload);
    else if (opcode === OPCODE.binary) this.message(payload);
  }

  private refused(payload: Buffer): void {
    const code = payload.length < 2 ? 'no code' : payload.readUInt16BE(0);
    this.fail(new Error(`The server closed the socket with ${code}: ${payload.subarray(2).toString()}`));
  }

  private message(message: Buffer): void {
    const at = performance.now();
    const decoder = decoding.createDecoder(message.subarray(this.choice.door.prefix.length));
    const type = decoding.readVarUint(decoder);
    if (type !== MESSAGE.sync && type !== SYNC_REPLY) return;
    const step = decoding.readVarUint(decoder);
    const read = decoding.readVarUint8Array(decoder);
    const content = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    if (step === STEP.question) {
      this.sync(STEP.answer, this.choice.answer?.(content) ?? NOTHING.update);
      return;
    }
    this.choice.onUpdate?.(clocksOf(content), at, content);
    if (step === STEP.answer) this.settle(at);
  }
}

/** The request that opens a websocket. */
function handshake(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = {
    Host: '127.0.0.1',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${text.join('')}\r\n`;
}
