/** Frames as bytes: what the server writes beneath its websocket library is one whole frame, and what it reads goes on to its end. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  answerFrame,
  awarenessFrame,
  barrierFrame,
  questionFrame,
  readFrame,
  updateFrame,
  updateOnTheWire,
} from '../../../sync-server/sockets/frames';
import { FrameReader, OPCODE } from '../../bench/load/frame';

test.each([0, 1, 100, 121, 122, 123, 125, 126, 127, 128, 16_383, 16_384, 65_529, 65_530, 65_531, 65_536, 100_000])(
  '[W6] an update of %i bytes is forwarded in one frame',
  (length) => {
    const update = randomBytes(length);
    const read: { opcode: number; message: Buffer }[] = [];
    const reader = new FrameReader((opcode, payload) => read.push({ opcode, message: Buffer.from(payload) }));
    const bytes = Buffer.from(updateOnTheWire(update));
    // Twice: what is over, or missing, would show in the next.
    reader.feed(Buffer.concat([bytes, bytes]));
    const message = Buffer.from(updateFrame(update));
    expect(read).toEqual([1, 2].map(() => ({ opcode: OPCODE.binary, message })));
  },
);

const after = (bytes: Uint8Array) => Uint8Array.from([...bytes, 0]);
const state = { client: 7, clock: 1, state: '{"name":"Ada"}' };

test.each([
  ['question', questionFrame(Uint8Array.of(1, 5, 3)), questionFrame(Uint8Array.of(1, 5, 3, 0))],
  ['update', updateFrame(Uint8Array.of(0, 0)), undefined],
  ['update', answerFrame(Uint8Array.of(0, 0)), undefined],
  ['awareness', awarenessFrame([state]), Uint8Array.of(1, 2, 0, 0)],
  ['query-awareness', Uint8Array.of(3), undefined],
  ['barrier', barrierFrame(300), undefined],
  ['news', Uint8Array.of(101), undefined],
])('[W3] a %s with bytes after its end is no message', (kind, whole, longer) => {
  expect(readFrame(whole).kind).toBe(kind);
  for (const frame of [after(whole), ...(longer ? [longer] : [])]) expect(readFrame(frame).kind).toBe('damaged');
});
