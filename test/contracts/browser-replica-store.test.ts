/**
 * The browser's store keeps the promises of every replica store: in Chromium, and quickly on a twin of its databases in memory.
 * An update is `written` there when the browser says that its transaction is complete, though y-indexeddb itself tells nobody.
 * Weaker than on files, since browsers are so, and nothing that a test could hold them to:
 * - what is written outlives the tab and the browser's processes, but a browser may still have it in memory when the power is cut;
 * - a browser that is short of room, or told to by the person, removes a whole database; an open window writes its state anew, and the
 *   rest comes back from the server or from another folder's window;
 * - entries carry no checksum: a damaged one is known by what Yjs cannot read, so bytes that happen to be another update pass as that;
 * - after a compaction by another tab the whole state comes once more, as one update.
 */
import { browserPlace } from '../support/browser-place';
import { replicaStoreContract } from './replica-store.contract';

replicaStoreContract('browser', async () => browserPlace());
