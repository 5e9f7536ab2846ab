/**
 * Puts the clients of an update in the order in which Yjs writes them, the highest first (rule W4): applied, an update in any order
 * is taken in whole, but merged with others Yjs leaves out what does not stand in that order, and with it what was confirmed.
 */
import type { ClientBlock } from './update-scanner';

/**
 * @param update one that names no client twice
 * @param blocks what it holds of each client, and where the last of them ends
 * @returns the same bytes where they are in order, and otherwise new ones that say the same
 */
export function inOrder(
  update: Uint8Array,
  { blocks, structsEnd }: { readonly blocks: readonly ClientBlock[]; readonly structsEnd: number },
): Uint8Array {
  if (blocks.every(({ client }, at) => client < (blocks[at - 1]?.client ?? Number.POSITIVE_INFINITY))) return update;
  const ordered = new Uint8Array(update);
  const ranges = blocks
    .map(({ client, start }, at) => ({ client, start, end: blocks[at + 1]?.start ?? structsEnd }))
    .sort((a, b) => b.client - a.client);
  let to = blocks[0]?.start ?? 0;
  for (const { start, end } of ranges) {
    ordered.set(update.subarray(start, end), to);
    to += end - start;
  }
  return ordered;
}
