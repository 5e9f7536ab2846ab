/** Updates in an order that nobody knows, such as the logs of several windows one after the other. */
import * as Y from 'yjs';

/** An update that Yjs could not read, and why. */
export interface RefusedUpdate {
  readonly update: Uint8Array;
  readonly error: unknown;
}

/** An update that waits until more than `clock` is known of a client. */
interface Waiting {
  readonly clock: number;
  readonly update: Uint8Array;
}

/** So many updates are merged at a time: Yjs takes far more than twice as long for twice as many. */
const AT_ONCE = 32;

/**
 * Applies updates to a document, each when what it builds on is there. Left to itself Yjs would merge every one that has to wait into
 * one that grows and that it tries again and again: with thousands that takes minutes. What never comes is left waiting in the document.
 * @returns to be run to its end: a step for each try, with the update where Yjs could not read it; others may have their turn in between
 */
export function* applyScattered(
  doc: Y.Doc,
  updates: Iterable<Uint8Array>,
  origin?: unknown,
): Generator<RefusedUpdate | undefined, void> {
  const before = takeWaiting(doc);
  const waiting = new Map<number, Waiting[]>();
  const rest: Uint8Array[] = [];
  for (let next: Iterable<Uint8Array> | undefined = updates; next; ) {
    for (const update of next) {
      const refused = tryApply(doc, update, origin);
      yield refused;
      const { pendingStructs, pendingDs } = doc.store;
      if (!pendingStructs && !pendingDs) continue;
      const missing = pendingStructs?.missing;
      takeWaiting(doc);
      if (refused) continue;
      const [client, clock] = [...(missing ?? [])].find(([of, known]) => known >= Y.getState(doc.store, of)) ?? [];
      if (client === undefined || clock === undefined) rest.push(update);
      else insert(waiting, client, { clock, update });
    }
    next = ready(doc, waiting);
  }
  for (const each of waiting.values()) rest.push(...each.map(({ update }) => update));
  for (const update of mergedInGroups(rest)) yield tryApply(doc, update, origin);
  for (const update of before) Y.applyUpdateV2(doc, update, origin);
}

/** Takes out of a document what waits in it. @returns it, as updates of version 2 */
function takeWaiting({ store }: Y.Doc): readonly Uint8Array[] {
  const { pendingStructs, pendingDs } = store;
  store.pendingStructs = null;
  store.pendingDs = null;
  return [pendingStructs?.update, pendingDs].filter((update) => update instanceof Uint8Array);
}

function tryApply(doc: Y.Doc, update: Uint8Array, origin: unknown): RefusedUpdate | undefined {
  try {
    Y.applyUpdate(doc, update, origin);
    return undefined;
  } catch (error) {
    return { update, error };
  }
}

/** Puts one in line for a client, by clock; most come in that order. */
function insert(waiting: Map<number, Waiting[]>, client: number, one: Waiting): void {
  const line = waiting.get(client) ?? [];
  waiting.set(client, line);
  let at = line.length;
  while (at > 0 && (line[at - 1]?.clock ?? 0) > one.clock) at--;
  line.splice(at, 0, one);
}

/** Takes out of the lines what may no longer have to wait. @returns undefined where there is none */
function ready({ store }: Y.Doc, waiting: Map<number, Waiting[]>): readonly Uint8Array[] | undefined {
  const found: Uint8Array[] = [];
  for (const [client, line] of waiting) {
    const known = Y.getState(store, client);
    const first = line.findIndex(({ clock }) => clock >= known);
    const come = line.splice(0, first < 0 ? line.length : first);
    found.push(...come.map(({ update }) => update));
    if (line.length === 0) waiting.delete(client);
  }
  return found.length > 0 ? found : undefined;
}

/** Merges updates that wait for something else, some at a time, then what came of those. */
function mergedInGroups(updates: readonly Uint8Array[]): readonly Uint8Array[] {
  let all = updates;
  try {
    while (all.length > 1) {
      const groups = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
        all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      );
      all = groups.map((group) => Y.mergeUpdates(group));
    }
    return all;
  } catch {
    // What cannot be merged can still be applied one by one.
    return updates;
  }
}
