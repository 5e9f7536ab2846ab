/** What REST does with the trash of a space: puts a record in, takes it out (rules R8, R28). */
import { type Failure, invalid, type Result } from '../../shared/failures';
import { deleteRecord, restoreRecord } from '../../shared/operations/trash';
import type { RecordRef } from '../../shared/reader/view';
import type { SpaceRecord } from '../../shared/records';
import type { LiveSpace } from '../rooms/live-space';
import type { Call } from './call';
import type { OpenSpace } from './open-space';

/** Puts a record into the trash, with all that it holds. */
export function putInTrash(call: Call, { room, live }: OpenSpace, record: SpaceRecord): Result<undefined> {
  return room.write(live, call.now, () => deleteRecord(live, refOf(record), call.surroundings));
}

/** Takes a record out of the trash. `invalid`, naming the parent, where that has to come first. */
export function takeFromTrash(call: Call, { room, live }: OpenSpace, record: SpaceRecord): Result<undefined> {
  return (
    parentDeleted(live, record) ??
    room.write(live, call.now, () => restoreRecord(live, refOf(record), call.surroundings))
  );
}

function parentDeleted({ view }: LiveSpace, record: SpaceRecord): Failure | undefined {
  for (let above = view.parentOf(record); above; above = view.parentOf(above)) {
    if (!above.deleted) continue;
    const message = `The ${above.kind} "${above.name}" (${above.id}) that it is in is in the trash; restore that first.`;
    return invalid('parent-deleted', '', message);
  }
  return undefined;
}

function refOf({ kind, id }: SpaceRecord): RecordRef {
  return { kind, id } as RecordRef;
}
