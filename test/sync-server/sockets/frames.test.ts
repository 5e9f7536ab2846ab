/** What the server writes beneath its websocket library is one whole frame, as a client reads it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { updateFrame, updateOnTheWire } from '../../../sync-server/sockets/frames';
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
