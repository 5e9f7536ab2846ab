/** What lies in the trash above a record: it has to come back before, or with, what lies under it. */
import type { SpaceView } from '../../../shared/reader/view';
import type { SpaceRecord } from '../../../shared/records';

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
