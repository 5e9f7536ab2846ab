/** Several updates as few messages. */
import { mergeUpdates } from 'yjs';

/** Merging is cheap for a few updates only. */
const RUN = 64;

/** Merges updates a few at a time, in order. What will not be merged stays as it is: nobody is kept from the others' by one. */
export function mergeRuns(updates: readonly Uint8Array[]): Uint8Array[] {
  const merged: Uint8Array[] = [];
  for (let at = 0; at < updates.length; at += RUN) {
    const run = updates.slice(at, at + RUN);
    if (run.length === 1) {
      merged.push(...run);
      continue;
    }
    try {
      merged.push(mergeUpdates(run));
    } catch {
      merged.push(...run);
    }
  }
  return merged;
}
