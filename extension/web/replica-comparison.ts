/** What one state of a space has that another lacks, both ways. */
import { applyUpdate, Doc } from 'yjs';

export interface Comparison {
  /** What theirs has and ours lacks, as updates; none where ours has all of it. */
  readonly news: readonly Uint8Array[];
  /** Whether theirs has all that ours has. */
  readonly covers: boolean;
}

/** Compares two states, each one update. A state of theirs that cannot be read has nothing. */
export function compareStates(ours: Uint8Array, theirs: Uint8Array): Comparison {
  if (ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index]))
    return { news: [], covers: true };
  const [left, right] = [new Doc(), new Doc()];
  try {
    applyUpdate(left, ours);
    applyUpdate(right, theirs);
    return { news: changesOf(left, theirs), covers: changesOf(right, ours).length === 0 };
  } catch {
    return { news: [], covers: false };
  } finally {
    left.destroy();
    right.destroy();
  }
}

/** What an update changes in a document that is at rest. */
function changesOf(document: Doc, update: Uint8Array): readonly Uint8Array[] {
  const changes: Uint8Array[] = [];
  document.on('update', (change: Uint8Array) => changes.push(change));
  applyUpdate(document, update);
  return changes;
}
