/** The frames of the websocket, as bytes: what the server sends, and what it reads of what it is sent (rules W1 to W3). */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { AWARENESS_MAX, MESSAGE } from '../../shared/wire';
import { isDeeper } from '../rooms/value-depth';

/** The kinds of sync message, y-protocols' own numbers. */
const SYNC = { question: 0, answer: 1, update: 2 } as const;
const PERMISSION_DENIED = 0;
/** How deep what a client shows of itself may be nested. */
const STATE_DEPTH_MAX = 64;
/** The largest state vector: a hundred thousand clients have written the space. */
const STATE_VECTOR_MAX = 4 * 1024 * 1024;

/** A frame that a client sent. */
export type Frame =
  | { readonly kind: 'question'; readonly stateVector: Uint8Array }
  /** `answer` tells the answer to a question of ours from an update of its own accord. */
  | { readonly kind: 'update'; readonly update: Uint8Array; readonly answer: boolean }
  | { readonly kind: 'awareness'; readonly entries: readonly AwarenessEntry[] }
  | { readonly kind: 'query-awareness' }
  | { readonly kind: 'barrier'; readonly value: number }
  | { readonly kind: 'news' }
  /** The protocol's auth message, which means nothing when a client sends it. */
  | { readonly kind: 'auth' }
  | { readonly kind: 'damaged' };

/** The state of one client, as JSON; `null` where it is gone. */
export interface AwarenessEntry {
  readonly client: number;
  readonly clock: number;
  readonly state: string;
}

/** Reads a frame; whatever it holds, it gives a frame and never throws. */
export function readFrame(bytes: Uint8Array): Frame {
  try {
    const decoder = decoding.createDecoder(bytes);
    const frame = readMessage(decoder);
    // What goes on after its end is none either; and lib0 reads past the end of a view into whatever memory lies behind it.
    return decoder.pos === bytes.length ? frame : DAMAGED;
  } catch {
    return DAMAGED;
  }
}

function readMessage(decoder: decoding.Decoder): Frame {
  switch (decoding.readVarUint(decoder)) {
    case MESSAGE.sync: {
      const step = decoding.readVarUint(decoder);
      const content = decoding.readVarUint8Array(decoder);
      if (step === SYNC.question) return isStateVector(content) ? { kind: 'question', stateVector: content } : DAMAGED;
      if (step === SYNC.answer || step === SYNC.update) {
        return { kind: 'update', update: content, answer: step === SYNC.answer };
      }
      return DAMAGED;
    }
    case MESSAGE.awareness:
      return { kind: 'awareness', entries: readAwareness(decoding.readVarUint8Array(decoder)) };
    case MESSAGE.auth:
      // Whatever it says, nobody is told.
      decoder.pos = decoder.arr.length;
      return { kind: 'auth' };
    case MESSAGE.queryAwareness:
      return { kind: 'query-awareness' };
    case MESSAGE.barrier:
      return { kind: 'barrier', value: decoding.readVarUint(decoder) };
    case MESSAGE.news:
      return { kind: 'news' };
    default:
      return DAMAGED;
  }
}

function readAwareness(bytes: Uint8Array): AwarenessEntry[] {
  const decoder = decoding.createDecoder(bytes);
  const entries: AwarenessEntry[] = [];
  for (let left = decoding.readVarUint(decoder); left > 0; left--) {
    const client = decoding.readVarUint(decoder);
    const clock = decoding.readVarUint(decoder);
    const state = decoding.readVarString(decoder);
    // Every client parses it, compares it by calls that go down into it, and counts on from the clock. What is too large is passed over anyway.
    if (state.length <= AWARENESS_MAX && isDeeper(JSON.parse(state), STATE_DEPTH_MAX))
      throw new Error('it is nested too deep');
    if (clock >= Number.MAX_SAFE_INTEGER) throw new Error('its clock is at its end');
    entries.push({ client, clock, state });
  }
  if (decoder.pos !== bytes.length) throw new Error('it goes on after its end, or ends too early');
  return entries;
}

function isStateVector(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  if (bytes.length > STATE_VECTOR_MAX) return false;
  const decoder = decoding.createDecoder(bytes);
  for (let left = decoding.readVarUint(decoder) * 2; left > 0; left--) decoding.readVarUint(decoder);
  return decoder.pos === bytes.length;
}

const DAMAGED: Frame = { kind: 'damaged' };

export function questionFrame(stateVector: Uint8Array): Uint8Array {
  return syncFrame(SYNC.question, stateVector);
}

export function answerFrame(update: Uint8Array): Uint8Array {
  return syncFrame(SYNC.answer, update);
}

export function updateFrame(update: Uint8Array): Uint8Array {
  return syncFrame(SYNC.update, update);
}

export function awarenessFrame(entries: readonly AwarenessEntry[]): Uint8Array {
  const content = encoding.createEncoder();
  encoding.writeVarUint(content, entries.length);
  for (const { client, clock, state } of entries) {
    encoding.writeVarUint(content, client);
    encoding.writeVarUint(content, clock);
    encoding.writeVarString(content, state);
  }
  return frame(MESSAGE.awareness, (encoder) => encoding.writeVarUint8Array(encoder, encoding.toUint8Array(content)));
}

export function permissionDeniedFrame(reason: string): Uint8Array {
  return frame(MESSAGE.auth, (encoder) => {
    encoding.writeVarUint(encoder, PERMISSION_DENIED);
    encoding.writeVarString(encoder, reason);
  });
}

export function barrierFrame(value: number): Uint8Array {
  return frame(MESSAGE.barrier, (encoder) => encoding.writeVarUint(encoder, value));
}

export function newsFrame(json: string): Uint8Array {
  return frame(MESSAGE.news, (encoder) => encoding.writeVarString(encoder, json));
}

/** The opcode of a binary message, in its last and only frame. */
const BINARY = 0x82;

/** An update's message as the server's websocket sends it, with the frame's header, in one: whoever gets it takes one write. */
export function updateOnTheWire(update: Uint8Array): Uint8Array {
  const length = 2 + varUintLength(update.length) + update.length;
  return inOnePiece((encoder) => {
    encoding.writeUint8(encoder, BINARY);
    if (length < 126) encoding.writeUint8(encoder, length);
    else if (length < 65_536) {
      encoding.writeUint8(encoder, 126);
      encoding.writeUint8(encoder, length >>> 8);
      encoding.writeUint8(encoder, length & 255);
    } else {
      encoding.writeUint8(encoder, 127);
      encoding.writeBigUint64(encoder, BigInt(length));
    }
    writeSyncHead(encoder, SYNC.update, update);
  }, update);
}

function varUintLength(value: number): number {
  return value < 128 ? 1 : 1 + varUintLength(Math.floor(value / 128));
}

function syncFrame(step: number, content: Uint8Array): Uint8Array {
  return inOnePiece((encoder) => writeSyncHead(encoder, step, content), content);
}

/** What stands before the content of a sync message. */
function writeSyncHead(encoder: encoding.Encoder, step: number, content: Uint8Array): void {
  encoding.writeVarUint(encoder, MESSAGE.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint(encoder, content.length);
}

/** A head and a content, which may be the megabytes of a state: copied once. An encoder that it is written to copies it three times. */
function inOnePiece(head: (encoder: encoding.Encoder) => void, content: Uint8Array): Uint8Array {
  return Buffer.concat([encoding.encode(head), content]);
}

function frame(message: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, message);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
