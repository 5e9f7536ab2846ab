/** The store in memory that other tests stand on keeps the promises of every replica store. */
import { MemoryPlace, MemoryReplicaStore } from '../support/memory-replica-store';
import { replicaStoreContract } from './replica-store.contract';

replicaStoreContract('memory', async () => {
  const place = new MemoryPlace();
  const windows: MemoryReplicaStore[] = [];
  return {
    window() {
      const window = new MemoryReplicaStore(place);
      windows.push(window);
      return window;
    },
    async remove() {
      await Promise.all(windows.map((window) => window.close()));
    },
  };
});
