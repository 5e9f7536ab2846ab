/** What lies in the trash above a record: it has to come back before, or with, what lies under it. */
import type { Result } from '../../../shared/failures';
import type { Surroundings } from '../../../shared/operations/space';
import { restoreRecords } from '../../../shared/operations/trash';
import type { RecordRef, SpaceView } from '../../../shared/reader/view';
import type { SpaceRecord } from '../../../shared/records';
import type { LiveReplica } from '../live-replica';

/** The deleted records above some, from the outside in, each once, without those themselves. */
export function deletedAbove(view: SpaceView, records: readonly SpaceRecord[]): readonly SpaceRecord[] {
  const found = new Map<string, SpaceRecord>();
  for (const record of records) {
    const chain: SpaceRecord[] = [];
    for (let above = view.parentOf(record); above; above = view.parentOf(above))
      if (above.deleted) chain.unshift(above);
    for (const above of chain) found.set(`${above.kind} ${above.id}`, above);
  }
  for (const { kind, id } of records) found.delete(`${kind} ${id}`);
  return [...found.values()];
}

/** Brings a record back as it is now, with what it lies in where that is in the trash too: it could not be seen without. */
export function restoreWithAbove(replica: LiveReplica, ref: RecordRef, surroundings: Surroundings): Result<undefined> {
  const { view } = replica;
  const record: SpaceRecord | undefined = view.record(ref.kind, ref.id);
  if (!record) return restoreRecords(replica, [ref], surroundings);
  return restoreRecords(replica, [...deletedAbove(view, [record]), ...(record.deleted ? [record] : [])], surroundings);
}
