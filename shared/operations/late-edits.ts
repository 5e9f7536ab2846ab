/** What was written to a record here after it was moved to another space, by who had not heard of it: it follows (rules X5 to X7, X9). */
import type * as Y from 'yjs';
import { hasNote, isMadeByMove, isMarkOfMove, isOld, isUnwritten, keysEver } from '../items';
import { isYText, KEY, RECORD_KINDS, recordMap } from '../layout';
import type { SpaceRecord } from '../records';
import { bringLetters } from './letters';
import { copyRecord, isToBeMade, isTraceOf, markGone, SAYS_WHERE } from './move-space';
import { isSame } from './pen';
import { isPlainValue } from './portable';
import { type Space, type Surroundings, write } from './space';

/** A key of a record that reads otherwise here than it was when the record went. */
interface LateKey {
  readonly record: SpaceRecord;
  readonly key: string;
  readonly value: unknown;
}

/**
 * Brings what was written late to records that were moved from one space to another: a field as long as nobody has written it there since
 * the move, a description letter by letter. What was added under a moved record goes to that record.
 * A record that is a trace on both sides is taken out of one of them.
 * Done again it changes nothing more, and several windows may do it at once.
 * @param from where the records were; only the marks of added records are written to it
 * @returns how many fields, descriptions and records went
 */
export function carryLateEdits(from: Space, to: Space, surroundings: Omit<Surroundings, 'history'>): number {
  if (from.id === to.id) return 0;
  const stranded = strandedIn(from, to);
  if (stranded.length > 0) {
    write(to, { origin: 'move' }, (pen) => {
      for (const { kind, id } of stranded) {
        const map = recordMap(to.doc, kind, id);
        if (map && isMarkOfMove(map)) pen.set(kind, id, KEY.deleted, undefined);
        pen.set(kind, id, KEY.movedTo, undefined);
      }
    });
  }
  const late = lateKeys(from, to);
  const added = addedBelow(from, to);
  // What left a trace there comes back to it, with what it reads as now.
  const absent = added.filter((record) => isToBeMade(record, from, to));
  const again = new Set(absent.filter((record) => isTraceOf(from, to, record)));
  if (late.length > 0 || absent.length > 0) {
    write(to, { origin: 'move' }, (pen) => {
      for (const { record, key, value } of late) pen.setBrought(record.kind, record.id, key, value);
      for (const record of absent) copyRecord(pen, from, to, record, undefined, true);
    });
  }
  const texts = bringTexts(from, to);
  // Who restored it from the trash while it was moved has taken the mark of the move away: it is there now, and not here too.
  const shown = [...pairs(from, to)].map(({ record }) => record).filter(({ deleted }) => deleted === undefined);
  if (added.length + shown.length > 0) {
    // After they are there: a crash between leaves two and never none.
    const now = surroundings.now();
    const made = new Set(absent);
    write(from, { origin: 'move' }, (pen) => {
      for (const record of [...added, ...shown])
        markGone(pen, from, record, to, now, made.has(record), again.has(record));
    });
  }
  return stranded.length + late.length + texts + added.length + shown.length;
}

/** Brings what was typed late. @returns how many descriptions changed by it */
function bringTexts(from: Space, to: Space): number {
  let changed = 0;
  to.doc.transact((transaction) => {
    for (const { here, there, record } of pairs(from, to)) {
      const [source, target] = [here.get(KEY.description), there.get(KEY.description)];
      if (!isYText(source) || !isYText(target) || !source._start) continue;
      const before = target.toString();
      bringLetters(transaction, source, target, record.id);
      if (target.toString() !== before) changed++;
    }
  }, 'move');
  return changed;
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
      return went > came || (went === came && isHomeOf(to, from, there)) ? [there] : [];
    }),
  );
}

/** Whether a record that went both ways at one time, as what is in the trash does, is in a space: where it was made or, of two, by their ids. */
function isHomeOf(to: Space, from: Space, { kind, id }: SpaceRecord): boolean {
  const [here, there] = [recordMap(from.doc, kind, id), recordMap(to.doc, kind, id)];
  const [cameHere, cameThere] = [here, there].map((map) => map !== undefined && isMadeByMove(map));
  return cameHere === cameThere ? to.id < from.id : cameHere === true;
}

/** A record that was moved, in both documents. */
interface Pair {
  readonly record: SpaceRecord;
  readonly here: Y.Map<unknown>;
  readonly there: Y.Map<unknown>;
}

/** What went from one space to the other; it may have gone on from there, and what is late follows it then. */
function* pairs(from: Space, to: Space): Iterable<Pair> {
  for (const kind of RECORD_KINDS) {
    for (const record of from.view.records(kind)) {
      if (record.movedTo !== to.id || to.view.record(kind, record.id)?.movedTo === from.id) continue;
      const [here, there] = [recordMap(from.doc, kind, record.id), recordMap(to.doc, kind, record.id)];
      if (here && there) yield { record, here, there };
    }
  }
}

function lateKeys(from: Space, to: Space): readonly LateKey[] {
  const found: LateKey[] = [];
  for (const { record, here, there } of pairs(from, to)) {
    for (const key of keysEver(here)) {
      if (SAYS_WHERE.has(key) || !isOld(there, key)) continue;
      // Where the record has come back, what nobody has written here is older than what it has there.
      if (hasNote(there, key) && isUnwritten(here, key)) continue;
      const [value, now] = [here.get(key) ?? null, there.get(key) ?? null];
      if (!isPlainValue(value) || !isPlainValue(now) || isSame(value, now)) continue;
      // Where it was removed a null is written, which reads the same: so it can be told who did.
      found.push({ record, key, value });
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
