/** Whether an entry of a database is an update that Yjs can work with: browsers keep no checksum that we could look at. */
import { decodeUpdate } from 'yjs';

/** Larger entries are states that a compaction has made; to decode them twice would make every start slower by half. */
const LARGE = 64 * 2 ** 10;

/**
 * Looks into small entries. Large ones pass where they are bytes at all; whether they can be applied shows when they are.
 * What has no length decodes, and spoils the document that it is applied to: zeros in an update read so.
 */
export function isSound(value: unknown): value is Uint8Array {
  if (!(value instanceof Uint8Array)) return false;
  if (value.length > LARGE) return true;
  try {
    const { structs, ds } = decodeUpdate(value);
    return structs.every(({ length }) => length > 0) && [...ds.clients.values()].flat().every(({ len }) => len > 0);
  } catch {
    return false;
  }
}
