/** The merge of many updates into few, for a snapshot: nothing may be lost by it, whatever the updates are. */
import { applyUpdate, Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs';

/** How long the merge may keep others waiting at a time, in milliseconds. A single large update may take longer. */
const SLICE = 10;

/**
 * Merges updates in slices that leave room for other work.
 * @returns updates that say the same as all that were given: one, where all are valid; those that cannot be read come back as they are
 */
export async function mergeAll(updates: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const { readable, unreadable } = await sort(updates);
  if (readable.length === 0) return unreadable;
  return [(await throughDocument(readable)) ?? (await piecewise(readable)), ...unreadable];
}

async function sort(updates: readonly Uint8Array[]): Promise<{ readable: Uint8Array[]; unreadable: Uint8Array[] }> {
  const readable: Uint8Array[] = [];
  const unreadable: Uint8Array[] = [];
  const breathe = slices();
  for (const update of updates) {
    (isReadable(update) ? readable : unreadable).push(update);
    await breathe();
  }
  return { readable, unreadable };
}

function isReadable(update: Uint8Array): boolean {
  try {
    // A merge of one alone would give it back unread.
    mergeUpdates([update, NOTHING]);
    return true;
  } catch {
    return false;
  }
}

const NOTHING = new Uint8Array([0, 0]);

/**
 * Through a document, which is the fastest for thousands and drops the content of what was deleted. Updates that wait for others
 * are kept in it and come out with it. Some updates can be read but not applied; a document that met one is not to be trusted.
 */
async function throughDocument(updates: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  const document = new Doc({ gc: true });
  const breathe = slices();
  try {
    for (const update of updates) {
      applyUpdate(document, update);
      await breathe();
    }
    return encodeStateAsUpdate(document);
  } catch {
    return undefined;
  } finally {
    document.destroy();
  }
}

/** Without applying anything, a few at a time: one merge of thousands takes many times longer. */
async function piecewise(updates: readonly Uint8Array[]): Promise<Uint8Array> {
  const breathe = slices();
  let pieces = updates;
  do {
    const merged: Uint8Array[] = [];
    for (let at = 0; at < pieces.length; at += 16) {
      merged.push(mergeUpdates(pieces.slice(at, at + 16)));
      await breathe();
    }
    pieces = merged;
  } while (pieces.length > 1);
  return pieces[0] ?? NOTHING;
}

function slices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
