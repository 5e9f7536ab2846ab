/** What one state of a space has that another lacks, both ways. */
import { applyUpdate, Doc, decodeUpdate, Skip } from 'yjs';

export interface Comparison {
  /** What theirs has and ours lacks, as updates; none where ours has all of it. */
  readonly news: readonly Uint8Array[];
  /** Whether theirs has all that ours has. */
  readonly covers: boolean;
}

/**
 * Compares two states, each one update. A state of theirs that cannot be read has nothing. Documents are made only where there is
 * news: they take several times as long as to read which clocks the two updates have.
 */
export function compareStates(ours: Uint8Array, theirs: Uint8Array): Comparison {
  if (ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index]))
    return { news: [], covers: true };
  try {
    const [mine, other] = [clocksOf(ours), clocksOf(theirs)];
    return { news: has(mine, other) ? [] : newsOf(ours, theirs), covers: has(other, mine) };
  } catch {
    return { news: [], covers: false };
  }
}

/** What theirs changes in a document that has ours; all of theirs where some of it waits there for edits that neither has. */
function newsOf(ours: Uint8Array, theirs: Uint8Array): readonly Uint8Array[] {
  const document = new Doc();
  try {
    applyUpdate(document, ours);
    const news: Uint8Array[] = [];
    document.on('update', (change: Uint8Array) => news.push(change));
    applyUpdate(document, theirs);
    return document.store.pendingStructs || document.store.pendingDs ? [theirs] : news;
  } finally {
    document.destroy();
  }
}

/** A run of clocks of one client: from the first to before the last. */
interface Run {
  readonly from: number;
  to: number;
}
/** The runs of each client in order, those that touch as one. */
type Runs = ReadonlyMap<number, readonly Run[]>;

/** Which clocks an update has structs of, and which of them it deletes. */
interface Clocks {
  readonly made: Runs;
  readonly deleted: Runs;
}

function clocksOf(update: Uint8Array): Clocks {
  const { structs, ds } = decodeUpdate(update);
  const made = new Map<number, Run[]>();
  // Each client's structs stand in the order of their clocks.
  for (const struct of structs)
    if (!(struct instanceof Skip)) addRun(made, struct.id.client, struct.id.clock, struct.length);
  const deleted = new Map<number, Run[]>();
  for (const [client, items] of ds.clients)
    for (const { clock, len } of items.toSorted((a, b) => a.clock - b.clock)) addRun(deleted, client, clock, len);
  return { made, deleted };
}

function addRun(runs: Map<number, Run[]>, client: number, from: number, length: number): void {
  const own = runs.get(client);
  const last = own?.at(-1);
  if (last && from <= last.to) last.to = Math.max(last.to, from + length);
  else if (own) own.push({ from, to: from + length });
  else runs.set(client, [{ from, to: from + length }]);
}

/** Whether one has all that another has. */
function has(one: Clocks, other: Clocks): boolean {
  return hasRuns(one.made, other.made) && hasRuns(one.deleted, other.deleted);
}

function hasRuns(one: Runs, other: Runs): boolean {
  return [...other].every(([client, runs]) => {
    const own = one.get(client) ?? [];
    let at = 0;
    return runs.every(({ from, to }) => {
      while ((own[at]?.to ?? Number.POSITIVE_INFINITY) < to) at++;
      return (own[at]?.from ?? Number.POSITIVE_INFINITY) <= from;
    });
  });
}
