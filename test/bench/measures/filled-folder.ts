/** A data folder with spaces in it that no server has written: straight through the store's port, so that ten thousand cost seconds. */
import { mkdir, writeFile } from 'node:fs/promises';
import { asId } from '../../../shared/ids';
import { makeUser } from '../../../sync-server/command-line/accounts';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import { waitFor } from '../../support/wait';
import { placesIn, tackboard } from '../contenders/tackboard';
import { settled } from '../load/accounts';
import type { BenchSpace } from '../load/space';
import { run } from './running';

/** So many spaces one after the other have the same owner; the owner of the first ones is who the benchmark is. */
const SPACES_A_USER = 10;

/**
 * Fills an empty folder of our server's, and has the server index it, so that the next start finds it as a planned stop leaves it.
 * @param spaces each is asked for when its turn comes
 */
export async function fillFolder(folder: string, spaces: Iterable<BenchSpace>): Promise<void> {
  const { data, tokenFile } = placesIn(folder);
  await mkdir(data, { recursive: true });
  const storage = openSqlite({ folder: data });
  try {
    let owner = '';
    let count = 0;
    for (const { id, state } of spaces) {
      if (count % SPACES_A_USER === 0) {
        const user = await makeUser(storage, { name: `User ${count}`, email: `user-${count}@example.com` });
        if (count === 0) await writeFile(tokenFile, user.token, { mode: 0o600 });
        owner = user.id;
      }
      const now = Date.now();
      const row = {
        id,
        kind: 'workspace',
        workspace: undefined,
        created: now,
        modified: now,
        deleted: undefined,
      } as const;
      const made = await storage.spaces.create(row, asId(owner), [], state);
      if (!made) throw new Error(`The space ${id} is there already.`);
      count++;
    }
    await using running = await run(tackboard, folder);
    // Who looks for a record that is nowhere has all looked through that is in no index yet.
    const { status } = await running.server.call('GET', '/v1/tasks/nowhere');
    if (status !== 404) throw new Error(`A task that is nowhere was answered with ${status}.`);
    const behind = async () => (await storage.records.behind()).length === 0;
    await waitFor('all to be indexed', behind, { timeout: 300_000 });
    await settled(running.pid);
    await running.stop();
  } finally {
    await storage.close();
  }
}
