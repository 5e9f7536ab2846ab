/** What `check` takes for damage, on a real folder. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { checkStore } from '../../../sync-server/command-line/safekeeping';
import { Known } from '../../../sync-server/rooms/known';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import { tempFolder } from '../../support/temp-folder';

test('[R20] a document that has grown over what one update may hold is no damage', async () => {
  await using folder = tempFolder('check');
  const doc = new Y.Doc();
  doc.getMap<unknown>('elsewhere').set('values', new Array(4_000_001).fill(null));
  const storage = openSqlite({ folder: folder.path });
  const id = randomUUID();
  const user = { id: asId<UserId>(id), name: 'Ada', email: 'ada@example.com', created: 1, modified: 1 };
  const token = { id: randomUUID(), hash: randomBytes(32), readOnly: false, expires: undefined };
  await storage.accounts.addUser(user, token, Y.encodeStateAsUpdate(new Y.Doc()));
  const snapshot = { through: 1, update: Y.encodeStateAsUpdate(doc), coverage: Known.read(undefined).encode() };
  await storage.documents.compact(asId<SpaceId>(id), snapshot);
  await storage.close();
  const { faults, spaces, bytes } = await checkStore({ kind: 'folder', folder: folder.path });
  expect([faults, spaces, bytes > 4_000_000]).toEqual([[], 1, true]);
});
