/** The store that carries replicas over between origins keeps the promises of the one that it stands on. */
import { CarriedReplicaStore } from '../../extension/web/carried-replica-store';
import { MemoryPlace, MemoryReplicaStore } from '../support/memory-replica-store';
import { memoryShelf } from '../support/memory-shelf';
import { replicaStoreContract } from './replica-store.contract';

replicaStoreContract('carried over by a shelf', async () => {
  const place = new MemoryPlace();
  const shelf = memoryShelf();
  const windows: CarriedReplicaStore[] = [];
  return {
    window() {
      const store = new MemoryReplicaStore(place);
      const log = { warn: () => {} };
      const after = (ms: number, callback: () => void) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      };
      const window = new CarriedReplicaStore({ store, shelf, account: 'a', origin: 'https://one', after, log });
      windows.push(window);
      return window;
    },
    async remove() {
      await Promise.all(windows.map((window) => window.close()));
    },
  };
});
