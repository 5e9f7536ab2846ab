/** Operations on the trash: a deleted record is marked, with all that lies under it, and can be brought back (rules D1 to D4). */
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { trashTime } from '../journey';
import { KEY, recordMap, rootsOf } from '../layout';
import type { RecordRef } from '../reader/view';
import type { SpaceRecord } from '../records';
import { withBelow } from './below';
import { livingRecord } from './place';
import { type Space, type Surroundings, write } from './space';

/** Puts a record into the trash; what lies under it goes with it. `not-found` where it is not there or already deleted. */
export function deleteRecord(space: Space, ref: RecordRef, surroundings: Surroundings): Result<undefined> {
  return deleteAll(space, [ref], () => '', surroundings);
}

/** Puts several records into the trash in one transaction, all or none. One that lies under another of them goes and comes with that. */
export function deleteRecords(space: Space, refs: readonly RecordRef[], surroundings: Surroundings): Result<undefined> {
  return deleteAll(space, refs, (at) => `items.${at}`, surroundings);
}

function deleteAll(
  space: Space,
  refs: readonly RecordRef[],
  pathOf: (at: number) => string,
  surroundings: Surroundings,
): Result<undefined> {
  const records = new Map<string, SpaceRecord>();
  for (const [at, { kind, id }] of refs.entries()) {
    const record = livingRecord(space, kind, id);
    if (!record) return notFound(kind, id, pathOf(at));
    records.set(`${kind} ${id}`, record);
  }
  const topmost = [...records.values()].filter((record) => {
    for (let above = space.view.parentOf(record); above; above = space.view.parentOf(above)) {
      if (records.has(`${above.kind} ${above.id}`)) return false;
    }
    return true;
  });
  if (topmost.length === 0) return done(undefined, false);
  const now = surroundings.now();
  write(space, surroundings, (pen) => {
    for (const { kind, id } of topmost) {
      const map = recordMap(space.doc, kind, id);
      pen.set(kind, id, KEY.deleted, map ? trashTime(map, now) : now);
    }
  });
  return done(undefined);
}

/**
 * Takes a record out of the trash, to where it was (rule D2).
 * @returns `not-found` where it is not in the trash itself; `invalid`, naming the parent, where that is still in the trash
 */
export function restoreRecord(space: Space, ref: RecordRef, surroundings: Surroundings): Result<undefined> {
  return restoreAll(space, [ref], () => '', surroundings);
}

/** Takes several records out of the trash in one transaction, all or none. A parent may be among them. */
export function restoreRecords(
  space: Space,
  refs: readonly RecordRef[],
  surroundings: Surroundings,
): Result<undefined> {
  return restoreAll(space, refs, (at) => `items.${at}`, surroundings);
}

function restoreAll(
  space: Space,
  refs: readonly RecordRef[],
  pathOf: (at: number) => string,
  surroundings: Surroundings,
): Result<undefined> {
  const restored = new Set(refs.map(({ kind, id }) => `${kind} ${id}`));
  for (const [at, { kind, id }] of refs.entries()) {
    const record = space.view.record(kind, id);
    if (!record?.deleted || record.movedTo) return notFound(kind, id, pathOf(at));
    for (let above = space.view.parentOf(record); above; above = space.view.parentOf(above)) {
      // What moved to another space is in no trash here; what lies under it goes there.
      if (above.movedTo) break;
      if (above.deleted && !restored.has(`${above.kind} ${above.id}`)) return parentDeleted(above, pathOf(at));
    }
  }
  if (refs.length === 0) return done(undefined, false);
  write(space, surroundings, (pen) => {
    for (const { kind, id } of refs) pen.set(kind, id, KEY.deleted, undefined);
  });
  return done(undefined);
}

function parentDeleted({ kind, name, id }: SpaceRecord, path: string): Failure {
  return invalid(
    'parent-deleted',
    path,
    `The ${kind} "${name}" (${id}) that it is in is in the trash; restore that first.`,
  );
}

/**
 * Removes a record that is in the trash, and all that lies under it, for good (rule D4): the server, once the time in the trash is
 * over, and who has asked for it in a space that no server has. What was moved to another space stays as the trace that late edits
 * need, with what lies under it.
 * @returns how many records went; `not-found` where it is not in the trash itself
 */
export function purgeRecord(space: Space, ref: RecordRef, surroundings: Surroundings): Result<number> {
  const gone = purgeRecords(space, [ref], surroundings);
  return gone === 0 ? notFound(ref.kind, ref.id) : done(gone);
}

/** Removes several in one transaction, as `purgeRecord` does; those that are not in the trash stay. @returns how many records went */
export function purgeRecords(space: Space, refs: readonly RecordRef[], surroundings: Surroundings): number {
  const inTrash = refs.flatMap(({ kind, id }): SpaceRecord[] => {
    const record = space.view.record(kind, id);
    return record?.deleted && !record.movedTo ? [record] : [];
  });
  if (inTrash.length === 0) return 0;
  const doomed = withBelow(space, inTrash, ({ movedTo }) => movedTo === undefined);
  // Not written with the pen: what is purged cannot be undone.
  write(space, { origin: surroundings.origin }, () => {
    const { record: roots } = rootsOf(space.doc);
    for (const { kind, id } of doomed) roots[kind].delete(id);
  });
  return doomed.length;
}
