/** As of which space it counts that something was typed into a record of a document: also of one that was merged with it (rules A1, X9). */
import type * as Y from 'yjs';
import { derivedId, spaceTag } from '../ids';
import { compareLegs, type Leg, legsOf } from '../journey';
import { LIST_KINDS, recordMap } from '../layout';
import type { Space } from './space';

/**
 * What stands for the space in which a record of a document is typed into: its own; where it was merged with another, in which the record
 * went to or from a third, that one, as what was typed there is known elsewhere as that one's.
 */
export function homeTag({ id, doc }: Pick<Space, 'id' | 'doc'>, record: Y.Map<unknown>): number {
  const own = legsOf(record).filter(({ isTold }) => !isTold);
  const first = own.reduce<Leg | undefined>((a, b) => (a && compareLegs(a, b) <= 0 ? a : b), undefined);
  // The first move that a document has of a record led to the space that it was of then, or from there.
  const before = first && (first.here ? first.to : first.from);
  const isMerged =
    before !== undefined &&
    before !== id &&
    LIST_KINDS.some((kind) => recordMap(doc, 'list', derivedId(before, `${kind}-list`)));
  return spaceTag(isMerged ? before : id);
}
