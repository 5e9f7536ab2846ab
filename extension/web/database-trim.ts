/** Making a replica's database smaller, with y-indexeddb: its entries become one, which is the state of a document that holds them all. */
import { IndexeddbPersistence, storeState } from 'y-indexeddb';
import type { Doc } from 'yjs';

/**
 * Replaces the entries of a database by one. What windows add meanwhile goes into it or stays beside it.
 * y-indexeddb does each of its two steps in one transaction, so whatever ends it, the entries or their sum are there.
 * @param document holds all the entries that there are now (what Yjs cannot apply must not be among them); it is destroyed
 * @returns whether it was done; it is not where meanwhile an entry has come that Yjs cannot apply
 */
export async function trimDatabase(name: string, document: Doc): Promise<boolean> {
  const persistence = new IndexeddbPersistence(name, document);
  try {
    if (!(await isLoaded(persistence, document))) return false;
    await storeState(persistence);
    return true;
  } finally {
    await persistence.destroy();
    document.destroy();
  }
}

/**
 * Waits until y-indexeddb has applied what it has read. Its own `whenSynced` waits for ever where an entry cannot be applied;
 * the transaction in which it applies them ends in any case, and right after that it has said so or never will.
 */
function isLoaded(persistence: IndexeddbPersistence, document: Doc): Promise<boolean> {
  return new Promise((resolve) => {
    document.once('afterTransaction', () => queueMicrotask(() => resolve(persistence.synced)));
  });
}
