/** The merge of many updates into few, for a snapshot: nothing may be lost by it, whatever the updates are. */
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';

/** How long the merge may keep others waiting at a time, in milliseconds. A single large update may take longer. */
const SLICE = 10;

/** How many updates that cannot be applied are looked for; if there are more, something is wrong that is not to be compacted. */
const PATIENCE = 8;

/**
 * Merges updates, in slices that leave room for other work.
 * @returns updates that say the same as all that were given: one, and beside it, as they are, those that cannot be applied
 */
export async function mergeAll(updates: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const strange: Uint8Array[] = [];
  let rest = updates;
  while (strange.length <= PATIENCE) {
    const merged = await throughDocument(rest);
    if (merged.kind === 'merged') return [merged.update, ...strange];
    // An update that throws has been applied in part: that document is not to be trusted, and that update spoils any merge.
    strange.push(merged.update);
    rest = rest.filter((update) => update !== merged.update);
  }
  return updates;
}

/**
 * A document is the fastest for thousands of updates and drops the content of what was deleted. Updates that wait for others are kept in
 * it and come out with it.
 */
async function throughDocument(
  updates: readonly Uint8Array[],
): Promise<{ kind: 'merged'; update: Uint8Array } | { kind: 'throws'; update: Uint8Array }> {
  const document = new Doc({ gc: true });
  let since = performance.now();
  try {
    for (const update of updates) {
      try {
        applyUpdate(document, update);
      } catch {
        return { kind: 'throws', update };
      }
      if (performance.now() - since < SLICE) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    return { kind: 'merged', update: encodeStateAsUpdate(document) };
  } finally {
    document.destroy();
  }
}
