/** Where records are that were moved between open spaces: the greatest leg of a journey comes to every document that it concerns (rules X1, X7). */
import type * as Y from 'yjs';
import { isMadeInPlace } from '../items';
import {
  compareLegs,
  greatest,
  type Leg,
  lastLegOf,
  legIn,
  legKey,
  legsOf,
  MOVES_MAX,
  toldKey,
  trashMark,
} from '../journey';
import { KEY, RECORD_KINDS, recordMap } from '../layout';
import type { SpaceRecord } from '../records';
import { isSame } from './pen';
import { type Space, write } from './space';
import { alignMarks, writeLeg } from './transfer';

/** A record in one of the spaces that it was in. */
interface Stop {
  readonly space: Space;
  readonly record: SpaceRecord;
  readonly map: Y.Map<unknown>;
  /** Its moves that this document knew before. */
  readonly legs: readonly Leg[];
  /** The spaces between which it was moved, as this document has it. */
  readonly names: ReadonlySet<string>;
  last: Leg | undefined;
}

/**
 * Brings the greatest leg of each record's journey to the documents of all open spaces that it was in, so that it is in one of them, and the
 * marks into line with it. A document believes another only if its own journey of that record names that space: so nobody can draw a record
 * out of a space by writing into one where it never was. What was made anew, by who had not got the one that was there, believes also what
 * says that it went from there: the one before knew it (rule X10). Done again it writes nothing; several windows may do it at once.
 * @param touched those that may have changed since; all where it is left out
 * @returns how many records changed where they are
 */
export function settleJourneys(spaces: readonly Space[], touched?: Touched): number {
  let settled = takeUpForeign(spaces, touched);
  const inSpaces = spaces.map((space) => ({ space, stops: stopsIn(space, touched) }));
  for (const stops of byRecord(inSpaces.flatMap(({ stops }) => stops))) settled += settle(stops);
  for (const { space, stops } of inSpaces) align(space, stops);
  return settled;
}

/** Records, by kind and id, as `touchKey` makes one string of them. */
export type Touched = ReadonlySet<string>;

/** What stands for a record in `Touched`. */
export function touchKey({ kind, id }: Pick<SpaceRecord, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** The records of a space, or those of them that were touched. */
export function recordsOf({ view }: Space, touched: Touched | undefined): readonly SpaceRecord[] {
  if (!touched) return RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]);
  return [...touched].flatMap((key) => {
    const kind = RECORD_KINDS.find((known) => key.startsWith(`${known} `));
    return (kind && view.record(kind, key.slice(kind.length + 1))) ?? [];
  });
}

/** The records of a space that were moved. */
function stopsIn(space: Space, touched: Touched | undefined): readonly Stop[] {
  return recordsOf(space, touched).flatMap((record): Stop[] => {
    if (!record.journey && record.movedTo === undefined) return [];
    const map = recordMap(space.doc, record.kind, record.id);
    if (!map) return [];
    const legs = legsOf(map);
    const names = new Set<string>(legs.flatMap(({ from, to }) => [from, to]));
    if (record.movedTo !== undefined) names.add(record.movedTo);
    return [{ space, record, map, legs, names, last: greatest(legs) }];
  });
}

/**
 * Takes up the moves of a program that keeps no journeys, of records that have one: marked as gone from where they are, at a time that is that
 * of none of their moves, to a space into which none led from here. @returns how many
 */
function takeUpForeign(spaces: readonly Space[], touched: Touched | undefined): number {
  let taken = 0;
  for (const space of spaces) {
    for (const record of recordsOf(space, touched)) {
      const map = record.journey?.here ? recordMap(space.doc, record.kind, record.id) : undefined;
      const to = map && spaces.find(({ id }) => id !== space.id && id === map.get(KEY.movedTo));
      const there = to && recordMap(to.doc, record.kind, record.id);
      if (!record.journey || !there || !isSame(there.get(KEY.movedTo), undefined)) continue;
      const legs = legsOf(map);
      const at = trashMark(map, legs);
      if (!at || legs.some((leg) => leg.from === space.id && leg.to === to.id)) continue;
      const n = Math.max(record.journey.n, lastLegOf(there)?.n ?? 0) + 1;
      if (n > MOVES_MAX) continue;
      const leg: Leg = { n, from: space.id, to: to.id, at, here: true, isTold: false };
      for (const one of [to, space]) write(one, { origin: 'move' }, (pen) => writeLeg(pen, one, record, leg));
      taken++;
    }
  }
  return taken;
}

/** Each record with the spaces that it was in. */
function byRecord(stops: readonly Stop[]): Iterable<readonly Stop[]> {
  const found = new Map<string, Stop[]>();
  for (const stop of stops) {
    const key = touchKey(stop.record);
    const others = found.get(key);
    if (others) others.push(stop);
    else found.set(key, [stop]);
  }
  return found.values();
}

function settle(stops: readonly Stop[]): number {
  if (stops.length < 2) return 0;
  const before = stops.map(({ last }) => last);
  // What one hears it tells the next.
  for (let heard = true; heard; ) {
    heard = false;
    for (const stop of stops) {
      for (const { space, last } of stops) {
        if (!last || (stop.last && compareLegs(last, stop.last) <= 0)) continue;
        const isNamed = stop.names.has(space.id) || (last.from === stop.space.id && isMadeInPlace(stop.map));
        if (!isNamed) continue;
        stop.last = last;
        heard = true;
      }
    }
  }
  let settled = 0;
  stops.forEach(({ space, record, last }, at) => {
    if (!last || last === before[at]) return;
    settled++;
    // What went with a move from or to a space comes with its own document.
    const isTold = last.from === space.id || last.to === space.id;
    write(space, { origin: 'move' }, (pen) => writeLeg(pen, space, record, last, isTold));
  });
  return settled;
}

/** Mends marks that a race of two moves, or a program that does not know journeys, has left. */
function align(space: Space, stops: readonly Stop[]): void {
  const wrong = stops.flatMap(({ record: { kind, id }, map, legs }) => {
    // As it reads now: it may have been settled.
    const record = space.view.record(kind, id);
    if (!record?.journey) return [];
    const isMarked = isSame(map.get(KEY.deleted), record.deleted) && isSame(map.get(KEY.movedTo), record.movedTo);
    const wrongLegs = contradictions(space, legs);
    return isMarked && wrongLegs.length === 0 ? [] : [{ kind, id, map, wrongLegs }];
  });
  if (wrong.length === 0) return;
  write(space, { origin: 'move' }, (pen) => {
    for (const { kind, id, map, wrongLegs } of wrong) {
      for (const leg of wrongLegs) pen.set(kind, id, leg.isTold ? toldKey(leg) : legKey(leg), legIn(leg, space.id));
      alignMarks(pen, map, kind, id);
    }
  });
}

/**
 * The legs to or from a space that say of it what they are not: whether it is that which they lead to. Those between other spaces are left:
 * in one that was taken in (rule A1) they may be of what it was before. That by which it was settled since is none.
 */
function contradictions({ id }: Space, legs: readonly Leg[]): readonly Leg[] {
  return legs.filter(({ from, to, here }) => (to === id ? !here : here && from === id));
}
