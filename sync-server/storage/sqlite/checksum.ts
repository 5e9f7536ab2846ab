/** The checksum that is kept beside what is stored: a disk that gives back other bytes than it was given is found out. */
import { crc32 } from 'node:zlib';

/** CRC-32 of bytes, one part after the other. */
export function checksum(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), 0);
}
