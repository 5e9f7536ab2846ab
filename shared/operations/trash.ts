/** Operations on the trash: a deleted record is marked, with all that lies under it, and can be brought back (rules D1 to D3). */
import { done, invalid, notFound, type Result } from '../failures';
import { KEY, recordMap } from '../layout';
import type { RecordRef } from '../reader/view';
import { type Space, type Surroundings, write } from './space';

/** Puts a record into the trash; what lies under it goes with it. `not-found` where it is not there or already deleted. */
export function deleteRecord(space: Space, { kind, id }: RecordRef, surroundings: Surroundings): Result<undefined> {
  const record = space.view.record(kind, id);
  const map = recordMap(space.doc, kind, id);
  if (!record || !map || space.view.isDeleted(record)) return notFound(kind, id);
  write(space, surroundings, () => map.set(KEY.deleted, surroundings.now()));
  return done(undefined);
}

/**
 * Takes a record out of the trash, to where it was.
 * @returns `not-found` where it is not in the trash itself; `invalid`, naming the parent, where that is still in the trash
 */
export function restoreRecord(space: Space, { kind, id }: RecordRef, surroundings: Surroundings): Result<undefined> {
  const record = space.view.record(kind, id);
  const map = recordMap(space.doc, kind, id);
  if (!record?.deleted || record.movedTo || !map) return notFound(kind, id);
  const parent = space.view.parentOf(record);
  if (parent && space.view.isDeleted(parent)) {
    return invalid(
      'parent-deleted',
      '',
      `The ${parent.kind} "${parent.name}" (${parent.id}) that it is in is in the trash; restore that first.`,
    );
  }
  write(space, surroundings, () => map.delete(KEY.deleted));
  return done(undefined);
}
