/**
 * Looks for bytes that have changed in SQLite's write-ahead log. SQLite itself takes the first frame whose checksum is wrong for the
 * log's end, as after a crash, and drops all that comes after it without a word.
 */
import { readFileSync } from 'node:fs';
import { codeOf } from '../../error-code';

const HEADER = 32;
const FRAME_HEADER = 24;
/** How often it is looked at again: a server may be writing a frame at this moment. */
const LOOKS = 5;

/**
 * Says what is wrong with a write-ahead log; to be called before the database is opened, which would end what can be seen.
 * What cannot be told from a crash is no fault: a wrong last frame that was written over older ones.
 * @param file the log, which need not be there
 */
export function logFault(file: string): string | undefined {
  let before = look(file);
  for (let left = LOOKS; before !== undefined && left > 0; left--) {
    const now = look(file);
    if (now === before) return now;
    before = now;
  }
  return undefined;
}

function look(file: string): string | undefined {
  const bytes = read(file);
  if (!bytes || bytes.length < HEADER) return undefined;
  const magic = bytes.readUInt32BE(0);
  const header = checksum([0, 0], bytes.subarray(0, HEADER - 8), magic);
  if ((magic | 1) !== 0x377f0683 || !isSum(bytes, HEADER - 8, header))
    return 'the header of the write-ahead log is not what was written';
  const frameSize = FRAME_HEADER + bytes.readUInt32BE(8);
  const frames = Math.floor((bytes.length - HEADER) / frameSize);
  const salts = bytes.subarray(16, 24);
  const frameAt = (n: number) => bytes.subarray(HEADER + n * frameSize, HEADER + (n + 1) * frameSize);
  // Frames with other salts are of a log that was there before.
  const isOurs = (n: number) => frameAt(n).subarray(8, 16).equals(salts);
  let sum = header;
  for (let n = 0; n < frames; n++) {
    const frame = frameAt(n);
    sum = checksum(checksum(sum, frame.subarray(0, 8), magic), frame.subarray(FRAME_HEADER), magic);
    if (isOurs(n) && isSum(frame, 16, sum)) continue;
    const last = n === frames - 1;
    const goesOn = Array.from({ length: frames - n - 1 }, (_, more) => n + 1 + more).some(isOurs);
    return goesOn || (last && isOurs(n)) ? `frame ${n + 1} of the write-ahead log is not what was written` : undefined;
  }
  return undefined;
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

type Sum = readonly [number, number];

/** SQLite's checksum of a multiple of eight bytes, going on from another; the last bit of the magic number says in which order bytes are read. */
function checksum([first, second]: Sum, bytes: Buffer, magic: number): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = (magic & 1) === 0;
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, little) + b) >>> 0;
    b = (b + view.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}

function isSum(bytes: Buffer, at: number, [a, b]: Sum): boolean {
  return bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;
}
