/** The entries that a replica's files are made of: how one is written, and how all whole ones are found in bytes that may be damaged. */
import { crc32 } from 'node:zlib';

/** What an entry holds: a file's first entry says what the file is, updates follow, and a writer that is done says so. */
export type EntryKind = 'header' | 'update' | 'end';

/** Bytes from `offset` on that are no whole entry. `unfinished`: a good entry starts there, and the bytes stop before it does. */
export interface Damage {
  readonly kind: 'damaged' | 'unfinished';
  readonly offset: number;
  readonly bytes: number;
}

export interface Scan {
  /** How many whole entries were found. */
  readonly entries: number;
  /** The payload of the first header among them. */
  readonly header: Uint8Array | undefined;
  /** Where in the part the payloads of updates start and end, by turns. */
  readonly updates: readonly number[];
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
const KIND_NUMBER: { readonly [Kind in EntryKind]: number } = { header: 1, update: 2, end: 3 };

/** How many bytes an entry takes beside its payload. */
export const ENTRY_OVERHEAD = HEAD;

/** The bytes of an entry. A payload may have up to 4 GiB less one byte. */
export function encodeEntry(kind: EntryKind, payload: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEAD + payload.byteLength);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt8(KIND_NUMBER[kind], 4);
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
  const updates: number[] = [];
  const damage: Damage[] = [];
  let entries = 0;
  let header: Uint8Array | undefined;
  let ended = false;
  let at = 0;
  while (at < bytes.length) {
    const end = entryEnd(bytes, at);
    if (end > at) {
      const kind = bytes[at + 4];
      if (kind === KIND_NUMBER.update) updates.push(at + HEAD, end);
      else if (kind === KIND_NUMBER.header) header ??= part.subarray(at + HEAD, end);
      ended = kind === KIND_NUMBER.end;
      entries++;
      at = end;
      continue;
    }
    const resume = end === SHORT && growing ? undefined : nextWholeEntry(bytes, at + 1);
    if (resume === undefined) {
      const kind = end === SHORT ? 'unfinished' : 'damaged';
      const tail: Damage = { kind, offset: offset + at, bytes: bytes.length - at };
      return { entries, header, updates, damage, tail, ended };
    }
    damage.push({ kind: 'damaged', offset: offset + at, bytes: resume - at });
    at = resume;
  }
  return { entries, header, updates, damage, tail: undefined, ended };
}

/** No entry starts there. */
const BAD = -1;
/** One may, but the bytes end before it does. */
const SHORT = -2;

/** Where the entry that starts at a place ends, or why there is none: `BAD` or `SHORT`. No object for it: there are tens of thousands. */
function entryEnd(bytes: Buffer, at: number): number {
  for (let seen = 0; seen < MAGIC.length && at + seen < bytes.length; seen++) {
    if (bytes[at + seen] !== MAGIC[seen]) return BAD;
  }
  if (bytes.length - at < HEAD) return SHORT;
  if (bytes.readUInt32LE(at + 13) !== sumOf(bytes, at, at + 13)) return BAD;
  const kind = bytes[at + 4] ?? 0;
  if (kind < KIND_NUMBER.header || kind > KIND_NUMBER.end) return BAD;
  const start = at + HEAD;
  const end = start + bytes.readUInt32LE(at + 5);
  if (end > bytes.length) return SHORT;
  return sumOf(bytes, start, end) === bytes.readUInt32LE(at + 9) ? end : BAD;
}

/** For each byte what it does to a CRC-32. */
const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** From so many bytes on zlib is quicker: for fewer the way to it takes longer than the sum. */
const ZLIB_FROM = 512;

/** The CRC-32 of the bytes from `start` to `end`. */
function sumOf(bytes: Buffer, start: number, end: number): number {
  if (end - start >= ZLIB_FROM) return crc32(bytes.subarray(start, end));
  let sum = -1;
  for (let at = start; at < end; at++) sum = (sum >>> 8) ^ (SUMS[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}

function nextWholeEntry(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    if (entryEnd(bytes, at) > at) return at;
  }
  return undefined;
}
