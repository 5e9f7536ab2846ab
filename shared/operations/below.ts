/** What lies under records: what goes with them, to another space or for good. */
import { RECORD_KINDS } from '../layout';
import type { SpaceRecord } from '../records';
import type { Space } from './space';

/**
 * Records and all that lies under them, in the trash or not, each once and parents first.
 * @param goesAlong whether something under them goes with them; what does not is left out with what is under it
 */
export function withBelow(
  { view }: Pick<Space, 'view'>,
  roots: readonly SpaceRecord[],
  goesAlong: (record: SpaceRecord) => boolean,
): readonly SpaceRecord[] {
  const under = new Map<SpaceRecord, SpaceRecord[]>();
  for (const kind of RECORD_KINDS) {
    for (const record of view.records(kind)) {
      const parent = view.parentOf(record);
      const children = parent && under.get(parent);
      if (children) children.push(record);
      else if (parent) under.set(parent, [record]);
    }
  }
  const found = new Set(roots);
  // It grows while it is walked over.
  for (const record of found) {
    for (const child of under.get(record) ?? []) if (goesAlong(child)) found.add(child);
  }
  return [...found];
}
