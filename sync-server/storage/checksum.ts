/** The checksum that is kept beside what is stored: a disk that gives back other bytes than it was given is found out. */
import { crc32 } from 'node:zlib';

/** CRC-32 of bytes, one part after the other. */
export function checksum(...parts: readonly Uint8Array[]): number {
  // zlib begins anew at bytes that are nowhere, as those of an empty buffer may be.
  return parts.reduce((sum, part) => (part.length === 0 ? sum : crc32(part, sum)), 0);
}
