/** What a stored document has, and which of its updates wait for others: worked out from its log without making the document. */
import type { SpaceId } from '../../shared/ids';
import { DamagedDocument, type StoredDocument } from '../storage/storage';
import { checkUpdate } from './check-update';
import { Coverage } from './coverage';
import { LooseUpdates } from './loose-updates';

/** @throws DamagedDocument where an entry of the log is none */
export function coverageOf(
  space: SpaceId,
  { snapshot, log }: StoredDocument,
): { readonly coverage: Coverage; readonly loose: LooseUpdates } {
  const coverage = snapshot ? Coverage.decode(snapshot.coverage) : new Coverage();
  const loose = new LooseUpdates();
  for (const { update, sequence } of log) {
    const checked = checkUpdate(update, coverage.depthOf);
    if (checked.kind !== 'done') throw new DamagedDocument(space, `entry ${sequence} of its log: ${checked.reason}`);
    const joins = coverage.joins(checked.content);
    coverage.add(checked.content);
    if (joins) loose.settle(coverage);
    else loose.add(checked.content, update.length);
  }
  return { coverage, loose };
}
