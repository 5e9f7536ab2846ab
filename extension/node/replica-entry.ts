/** The entries that a replica's files are made of: how one is written, and how all whole ones are found in bytes that may be damaged. */
import { crc32 } from 'node:zlib';

/** What an entry holds: a file's first entry says what the file is, updates follow, and a writer that is done says so. */
export type EntryKind = 'header' | 'update' | 'end';

export interface Entry {
  readonly kind: EntryKind;
  readonly payload: Uint8Array;
  /** Where in the file it ends, in bytes. */
  readonly end: number;
}

/** Bytes from `offset` on that are no whole entry. `unfinished`: a good entry starts there, and the bytes stop before it does. */
export interface Damage {
  readonly kind: 'damaged' | 'unfinished';
  readonly offset: number;
  readonly bytes: number;
}

export interface Scan {
  readonly entries: readonly Entry[];
  /** Damaged bytes that have whole entries after them. */
  readonly damage: readonly Damage[];
  /** What is left at the end and not understood: the next scan starts at its offset. */
  readonly tail: Damage | undefined;
  /** Whether the last entry found is an end mark. */
  readonly ended: boolean;
}

// An entry: magic number (4 bytes), kind (1), length of the payload (4), CRC-32 of the payload (4), CRC-32 of these 13 bytes (4), payload.
// The head has a checksum of its own, so that a damaged length is never taken for an entry that is still being written.
const MAGIC = Buffer.from([0xb7, 0x54, 0x42, 0x1e]);
const HEAD = 17;
const KINDS: readonly (EntryKind | undefined)[] = [undefined, 'header', 'update', 'end'];

/** How many bytes an entry takes beside its payload. */
export const ENTRY_OVERHEAD = HEAD;

/** The bytes of an entry. A payload may have up to 4 GiB less one byte. */
export function encodeEntry(kind: EntryKind, payload: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEAD + payload.byteLength);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt8(KINDS.indexOf(kind), 4);
  bytes.writeUInt32LE(payload.byteLength, 5);
  bytes.writeUInt32LE(crc32(payload), 9);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 13)), 13);
  bytes.set(payload, HEAD);
  return bytes;
}

/**
 * Finds the whole entries in a part of a file. Never throws, whatever the bytes are.
 * @param part the bytes, from an entry's start on
 * @param offset where in the file the part starts; all offsets in the answer count from the file's start
 * @param growing whether the file's writer may be in the middle of the last entry. Then an entry that stops at the end is waited for,
 * and nothing in it is taken for an entry.
 */
export function scanEntries(part: Uint8Array, offset: number, growing: boolean): Scan {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const entries: Entry[] = [];
  const damage: Damage[] = [];
  let ended = false;
  let at = 0;
  while (at < bytes.length) {
    const found = entryAt(bytes, at, offset);
    if (typeof found === 'object') {
      entries.push(found);
      ended = found.kind === 'end';
      at = found.end - offset;
      continue;
    }
    const resume = found === 'short' && growing ? undefined : nextWholeEntry(bytes, at + 1);
    if (resume === undefined) {
      const kind = found === 'short' ? 'unfinished' : 'damaged';
      return { entries, damage, tail: { kind, offset: offset + at, bytes: bytes.length - at }, ended };
    }
    damage.push({ kind: 'damaged', offset: offset + at, bytes: resume - at });
    at = resume;
  }
  return { entries, damage, tail: undefined, ended };
}

/** The entry that starts at a place, or why none does: it is cut `short` by the end of the bytes, or they are `bad`. */
function entryAt(bytes: Buffer, at: number, offset: number): Entry | 'short' | 'bad' {
  for (let seen = 0; seen < MAGIC.length && at + seen < bytes.length; seen++) {
    if (bytes[at + seen] !== MAGIC[seen]) return 'bad';
  }
  if (bytes.length - at < HEAD) return 'short';
  if (bytes.readUInt32LE(at + 13) !== headSum(bytes, at)) return 'bad';
  const kind = KINDS[bytes.readUInt8(at + 4)];
  if (kind === undefined) return 'bad';
  const start = at + HEAD;
  const next = start + bytes.readUInt32LE(at + 5);
  if (next > bytes.length) return 'short';
  // A plain view, not a Buffer: what is handed on should be what was given.
  const payload = new Uint8Array(bytes.buffer, bytes.byteOffset + start, next - start);
  if (crc32(payload) !== bytes.readUInt32LE(at + 9)) return 'bad';
  return { kind, payload, end: offset + next };
}

/** For each byte what it does to a CRC-32. */
const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The CRC-32 of the 13 bytes of a head that it says of itself: for so few the way to zlib is longer than the sum, and there are thousands. */
function headSum(bytes: Buffer, at: number): number {
  let sum = -1;
  for (let next = at; next < at + 13; next++) sum = (sum >>> 8) ^ (SUMS[(sum ^ (bytes[next] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}

function nextWholeEntry(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    if (typeof entryAt(bytes, at, 0) === 'object') return at;
  }
  return undefined;
}
