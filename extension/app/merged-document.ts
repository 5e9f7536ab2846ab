/** Many updates as one document, for a snapshot: nothing may be lost by it, whatever the updates are. */
import { Doc } from 'yjs';
import { applyScattered } from './scattered-updates';

/** How long the merge may keep others waiting at a time, in milliseconds. A single large update may take longer. */
const SLICE = 10;

/** How many updates that cannot be applied are looked for; if there are more, something is wrong that is not to be compacted. */
const PATIENCE = 8;

/** A document that holds all updates but the strange ones, which Yjs cannot apply. Who gets it destroys it. */
export interface MergedDocument {
  readonly document: Doc;
  readonly strange: readonly Uint8Array[];
}

/**
 * Applies updates to a document of its own, in slices that leave room for other work. It is the fastest way for thousands of updates
 * and drops the content of what was deleted. Updates that wait for others are kept in it and come out with it.
 * @param pause lets others have their turn
 * @returns undefined where so many cannot be applied that nothing is to be made of them
 */
export async function mergeIntoDocument(
  updates: readonly Uint8Array[],
  pause: () => Promise<void>,
): Promise<MergedDocument | undefined> {
  const strange: Uint8Array[] = [];
  let rest = updates;
  while (strange.length <= PATIENCE) {
    const document = new Doc({ gc: true });
    const refused = await applyInSlices(document, rest, pause);
    if (refused === undefined) return { document, strange };
    // An update that throws has been applied in part: that document is not to be trusted, and that update spoils any merge.
    document.destroy();
    strange.push(refused);
    rest = rest.filter((update) => update !== refused);
  }
  return undefined;
}

/** @returns the first update that cannot be applied; undefined where all could */
async function applyInSlices(
  document: Doc,
  updates: readonly Uint8Array[],
  pause: () => Promise<void>,
): Promise<Uint8Array | undefined> {
  let since = performance.now();
  for (const refused of applyScattered(document, updates)) {
    if (refused) return refused.update;
    if (performance.now() - since < SLICE) continue;
    await pause();
    since = performance.now();
  }
  return undefined;
}
