/** What was written to a record here after it was moved to another space, by who had not heard of it: it follows (rules X5 to X7). */
import { NIL, v5 as uuidv5 } from 'uuid';
import * as Y from 'yjs';
import { isAsMade, isYText, KEY, keysEver, RECORD_KINDS, recordMap } from '../layout';
import type { SpaceRecord } from '../records';
import { copyRecord } from './move-space';
import { isSame } from './pen';
import { type Space, type Surroundings, write } from './space';
import { setText } from './text';

/** Keys that say where a record is, not what it is: the other space decides them. */
const STAYS: ReadonlySet<string> = new Set([KEY.place, KEY.kind, KEY.deleted, KEY.movedTo]);

/** A key of a record that reads otherwise here than it was when the record went. */
interface LateKey {
  readonly record: SpaceRecord;
  readonly key: string;
  readonly value: unknown;
}

/**
 * Brings what was written late to records that were moved from one space to another. A field goes over as long as nobody has
 * written it there since the move; what someone has written there stays. What was added under a moved record goes to that record.
 * A record that is a trace on both sides is taken out of one of them.
 * Doing it again, or in several windows at once, changes nothing more: what has come over once counts as written there.
 * @param from where the records were; only the marks of added records are written to it
 * @returns how many fields and records went
 */
export function carryLateEdits(from: Space, to: Space, surroundings: Omit<Surroundings, 'history'>): number {
  if (from.id === to.id) return 0;
  const stranded = strandedIn(from, to);
  if (stranded.length > 0) {
    write(to, { origin: 'move' }, (pen) => {
      for (const { kind, id } of stranded) {
        pen.set(kind, id, KEY.deleted, undefined);
        pen.set(kind, id, KEY.movedTo, undefined);
      }
    });
  }
  const late = lateKeys(from, to);
  const added = addedBelow(from, to);
  // What left a trace there comes back to it, with what it reads as now.
  const absent = added.filter(
    ({ kind, id }) => !recordMap(to.doc, kind, id) || to.view.record(kind, id)?.movedTo !== undefined,
  );
  if (late.length > 0 || absent.length > 0) {
    write(to, { origin: 'move' }, (pen) => {
      for (const { record, key, value } of late) {
        if (!isYText(value)) pen.set(record.kind, record.id, key, value);
      }
      for (const record of absent) copyRecord(pen, from, to, record, undefined, true);
    });
  }
  for (const { record, key, value } of late) if (isYText(value)) typeOnce(to, record, key, value.toString());
  if (added.length > 0) {
    // After they are there: a crash between leaves two and never none.
    const now = surroundings.now();
    write(from, { origin: 'move' }, (pen) => {
      for (const { kind, id, deleted } of added) {
        if (!deleted) pen.set(kind, id, KEY.deleted, now);
        pen.set(kind, id, KEY.movedTo, to.id);
      }
    });
  }
  return stranded.length + late.length + added.length;
}

/**
 * Makes a text that nobody has touched read as `wanted`, in the same bytes wherever that is done: windows that do it at once would
 * type the letters twice otherwise. So it is written under a client id that derives from what is written, as a seed is.
 */
function typeOnce({ doc }: Space, { kind, id }: SpaceRecord, key: string, wanted: string): void {
  const map = recordMap(doc, kind, id);
  const writer = Number.parseInt(uuidv5(`late ${id} ${wanted}`, NIL).slice(0, 8), 16);
  if (!map || Y.getState(doc.store, writer) > 0) return;
  const own = doc.clientID;
  doc.clientID = writer;
  try {
    doc.transact(() => setText(map, key, wanted), 'move');
  } finally {
    doc.clientID = own;
  }
}

/**
 * Records that each space says are in the other, since two people moved them both ways at once; those of them that belong to `to`:
 * the move that was made last, by the marks' times, is the one that counts.
 */
function strandedIn(from: Space, to: Space): readonly SpaceRecord[] {
  return RECORD_KINDS.flatMap((kind) =>
    [...from.view.records(kind)].flatMap((here: SpaceRecord): SpaceRecord[] => {
      const there = here.movedTo === to.id ? to.view.record(kind, here.id) : undefined;
      if (there?.movedTo !== from.id) return [];
      const [went, came] = [here.deleted ?? '', there.deleted ?? ''];
      return went > came || (went === came && to.id < from.id) ? [there] : [];
    }),
  );
}

function lateKeys(from: Space, to: Space): readonly LateKey[] {
  const found: LateKey[] = [];
  for (const kind of RECORD_KINDS) {
    for (const record of from.view.records(kind)) {
      const there = record.movedTo === to.id ? to.view.record(kind, record.id) : undefined;
      const [here, target] = [recordMap(from.doc, kind, record.id), recordMap(to.doc, kind, record.id)];
      if (!there || there.movedTo !== undefined || !here || !target) continue;
      for (const key of keysEver(here)) {
        if (STAYS.has(key) || !isAsMade(target, key)) continue;
        const [value, now] = [here.get(key), target.get(key)];
        const same = isYText(value) && isYText(now) ? value.toString() === now.toString() : isSame(value, now);
        if (!same) found.push({ record, key, value });
      }
    }
  }
  return found;
}

/** What stands under a record that went there and has not gone with it, parents first; only where that record still is there. */
function addedBelow({ view }: Space, to: Space): readonly SpaceRecord[] {
  const found = new Map<SpaceRecord, number>();
  const depthOf = (record: SpaceRecord): number | undefined => {
    let depth = 1;
    for (let above = view.parentOf(record); above; above = view.parentOf(above), depth++) {
      if (above.movedTo === to.id) return recordMap(to.doc, above.kind, above.id) ? depth : undefined;
      if (above.movedTo !== undefined) return undefined;
    }
    return undefined;
  };
  for (const kind of RECORD_KINDS) {
    for (const record of view.records(kind)) {
      const depth = record.movedTo === undefined ? depthOf(record) : undefined;
      if (depth !== undefined) found.set(record, depth);
    }
  }
  return [...found].sort(([, a], [, b]) => a - b).map(([record]) => record);
}
