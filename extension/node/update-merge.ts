/** The merge of many updates into few, for a snapshot on disk. */
import { encodeStateAsUpdate } from 'yjs';
import { mergeIntoDocument } from '../app/merged-document';

/**
 * Merges updates, in slices that leave room for other work.
 * @returns updates that say the same as all that were given: one, and beside it, as they are, those that cannot be applied
 */
export async function mergeAll(updates: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const merged = await mergeIntoDocument(updates, () => new Promise((resolve) => setImmediate(resolve)));
  if (merged === undefined) return updates;
  const { document, strange } = merged;
  try {
    return [encodeStateAsUpdate(document), ...strange];
  } finally {
    document.destroy();
  }
}
