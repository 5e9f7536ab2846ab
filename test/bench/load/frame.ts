/** Websocket frames as a client writes and a server sends them; cheaper than a whole client, so that the load costs less than what is loaded. */

/** What a frame is, by its opcode. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** A client masks what it sends; any mask will do where there is no proxy in between. */
const MASK = Buffer.of(0x37, 0xfa, 0x21, 0x3d);

/** One whole masked frame. */
export function clientFrame(payload: Uint8Array, opcode: number = OPCODE.binary): Buffer {
  const { length } = payload;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + MASK.length + length);
  frame[0] = 0x80 | opcode;
  if (header === 2) frame[1] = 0x80 | length;
  else if (header === 4) {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 0x80 | 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  MASK.copy(frame, header);
  const start = header + MASK.length;
  for (let at = 0; at < length; at++) frame[start + at] = (payload[at] ?? 0) ^ (MASK[at & 3] ?? 0);
  return frame;
}

/** Cuts what a server sends into messages. */
export class FrameReader {
  private parts: Buffer[] = [];
  private held = 0;
  /** how many bytes there must be before it is worth looking */
  private wanted = 2;
  private fragments: Buffer[] = [];

  /** @param take called with each message; its bytes are good until it returns */
  constructor(private readonly take: (opcode: number, payload: Buffer) => void) {}

  /** @param chunk good until this returns */
  feed(chunk: Buffer): void {
    this.held += chunk.length;
    if (this.held < this.wanted) {
      // A long message is joined once, when all of it is there.
      this.parts.push(Buffer.from(chunk));
      return;
    }
    const whole = this.parts.length > 0 ? Buffer.concat([...this.parts, chunk]) : chunk;
    const used = this.cut(whole);
    this.parts = used < whole.length ? [Buffer.from(whole.subarray(used))] : [];
    this.held = whole.length - used;
  }

  /** @returns how many bytes whole frames took */
  private cut(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const start = payloadStart(bytes, at);
      const end = start === undefined ? undefined : start + payloadLength(bytes, at);
      this.wanted = end === undefined ? bytes.length - at + 1 : end - at;
      if (start === undefined || end === undefined || end > bytes.length) return at;
      this.frame(bytes[at] ?? 0, bytes.subarray(start, end));
      at = end;
    }
  }

  private frame(first: number, payload: Buffer): void {
    const opcode = first & 15;
    const last = (first & 0x80) !== 0;
    if (opcode > OPCODE.binary) this.take(opcode, payload);
    else if (last && this.fragments.length === 0) this.take(OPCODE.binary, payload);
    else {
      this.fragments.push(Buffer.from(payload));
      if (last) this.take(OPCODE.binary, Buffer.concat(this.fragments.splice(0)));
    }
  }
}

/** Where the payload of the frame at `at` begins; undefined while its header is not all there. */
function payloadStart(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < 2) return undefined;
  const short = (bytes[at + 1] ?? 0) & 127;
  const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
  return start <= bytes.length ? start : undefined;
}

/** How long it is; its header is there. */
function payloadLength(bytes: Buffer, at: number): number {
  const short = (bytes[at + 1] ?? 0) & 127;
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
}
