/** A page's record in the trash: what the page says of it, and how it comes back from there. */
import type { Result } from '../../../shared/failures';
import type { Gone } from '../../../shared/messages/page';
import type { Surroundings } from '../../../shared/operations/space';
import { restoreRecords } from '../../../shared/operations/trash';
import type { SpaceRecord } from '../../../shared/records';
import { deletedAbove } from '../commands/deleted-above';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';

/** What a page says of a record that is in the trash, itself or with what it lies in. */
export function goneToTrash(space: OpenSpace, record: SpaceRecord): Gone {
  const above = deletedAbove(space.replica.view, [record]).map(({ name }) => name);
  return { kind: 'gone', why: 'deleted', ...(canWrite(space) && { restore: { above } }) };
}

/** Brings a record back, with what it lies in where that is in the trash too: it could not be seen without. */
export function bringBack(replica: LiveReplica, record: SpaceRecord, surroundings: Surroundings): Result<undefined> {
  const above = deletedAbove(replica.view, [record]);
  return restoreRecords(replica, record.deleted ? [...above, record] : above, surroundings);
}
