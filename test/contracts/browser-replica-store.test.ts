/** The browser's store keeps the promises of every replica store: in Chromium, and quickly on a twin of its databases in memory. */
import { browserPlace } from '../support/browser-place';
import { replicaStoreContract } from './replica-store.contract';

replicaStoreContract('browser', async () => browserPlace());
