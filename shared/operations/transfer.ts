/** The way of records from one space to another: what is to be made there and marked here, and the writing of it (rules X1, X2, X4, X9). */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import { isMadeAgain, isMadeByMove, keysEver, type Side } from '../items';
import {
  compareLegs,
  isLegKey,
  type Leg,
  lastLegOf,
  legIn,
  legKey,
  legsOf,
  MOVES_MAX,
  moveTime,
  toldKey,
  trashMark,
} from '../journey';
import { isYText, KEY, recordMap, type StoredPlace } from '../layout';
import type { SpaceRecord } from '../records';
import { withBelow } from './below';
import { homeTag } from './home';
import { type Along, isSame, type Pen } from './pen';
import { isPlainValue, portable } from './portable';
import { type Origin, type Space, write } from './space';

/** What becomes of one record. */
export interface Going {
  readonly record: SpaceRecord;
  readonly leg: Leg;
  /** Whether it is made there, or brought up to what it is here; otherwise it is there, and is only marked here. */
  readonly isMade: boolean;
}

/**
 * Finds what goes to another space: records, and all that lies under them, in the trash or not. What went to a third space is left, with
 * what is under it; so is what is there already and marked here.
 * @param roots records of `from`; a trace to `to` is gone through to what lies under it
 */
export function planTransfer(from: Space, roots: readonly SpaceRecord[], to: Space, now: IsoDate): readonly Going[] {
  const isLost = roots.some(({ kind, id, movedTo }) => movedTo !== undefined && !recordMap(to.doc, kind, id));
  const isGoing = ({ movedTo }: SpaceRecord) => movedTo === undefined || movedTo === to.id;
  return withBelow(from, roots, isGoing).flatMap((record): Going[] => {
    const { kind, id } = record;
    const [here, there] = [recordMap(from.doc, kind, id), recordMap(to.doc, kind, id)];
    if (!here) return [];
    const [last, lastThere] = [lastLegOf(here), there && lastLegOf(there)];
    const n = Math.max(last?.n ?? 0, lastThere?.n ?? 0) + 1;
    const leg: Leg = { n, from: from.id, to: to.id, at: moveTime(here, now), here: true, isTold: false };
    // What was lost there with its root, by a backup that was put back, is made again from the trace; what was purged there is not.
    if (record.movedTo !== undefined) return there || !isLost ? [] : [{ record, leg: last ?? leg, isMade: true }];
    // A crash came between making it there and marking it here.
    const isThere = to.view.record(kind, id)?.movedTo === undefined && there !== undefined;
    // What is in the trash there, and is moved as it lives here, lives there.
    const isRevived =
      there && trashMark(there) !== undefined && trashMark(here) === undefined && roots.includes(record);
    if (isThere && !isRevived && lastThere && (!last || compareLegs(lastThere, last) > 0)) {
      // It went by that leg: one more would say that what was written here since had gone with it.
      const isWay = lastThere.from === from.id && lastThere.to === to.id && !lastThere.isTold;
      return [{ record, leg: isWay ? lastThere : leg, isMade: false }];
    }
    return [{ record, leg, isMade: !isThere || isRevived || last !== undefined }];
  });
}

/** The tasks that a plan puts to a place there: what is only marked here stays there where it is. */
export function tasksMade(plan: readonly Going[]): ReadonlySet<string> {
  return new Set(plan.flatMap(({ record, isMade }) => (isMade && record.kind === 'task' ? [record.id] : [])));
}

/** What goes along with a record by a plan, and had been moved before. */
export function goingAlong(plan: readonly Going[], root: SpaceRecord): readonly Along[] {
  return plan.flatMap(({ record, leg }): Along[] => {
    const { kind, id, journey: prior } = record;
    return record === root || !prior ? [] : [{ record: kind, id, leg, prior }];
  });
}

/** Whether something of a plan was moved as often as can be said already, so that nobody would read its leg. */
export function isMovedTooOften(plan: readonly Going[]): boolean {
  return plan.some(({ leg }) => leg.n > MOVES_MAX);
}

/** A plan without what was moved as often as can be said already, and what lies under that. */
export function withoutMovedTooOften({ view }: Space, plan: readonly Going[]): readonly Going[] {
  const left = new Set<SpaceRecord>();
  return plan.filter(({ record, leg }) => {
    const above = view.parentOf(record);
    const stays = leg.n > MOVES_MAX || (above !== undefined && left.has(above));
    if (stays) left.add(record);
    return !stays;
  });
}

/**
 * Makes there what a plan says, then marks it here: a crash between leaves two of a record and never none.
 * @param places where records go there; the others go to the place that they have here
 */
export function transfer(
  from: Space,
  plan: readonly Going[],
  to: Space,
  places: ReadonlyMap<SpaceRecord, StoredPlace>,
  origin: Origin,
): void {
  write(to, { origin }, (pen) => {
    for (const { record, leg, isMade } of plan) {
      if (isMade) copyRecord(pen, from, to, record, places.get(record));
      writeLeg(pen, to, record, leg);
    }
  });
  write(from, { origin }, (pen) => {
    for (const { record, leg } of plan) writeLeg(pen, from, record, leg);
  });
}

/** Writes a leg of a record's journey into a document, and the marks beside it that other programs read (rule X1). */
export function writeLeg(pen: Pen, space: Space, { kind, id }: SpaceRecord, leg: Leg, isTold = false): void {
  pen.set(kind, id, isTold ? toldKey(leg) : legKey(leg), legIn(leg, space.id));
  const map = recordMap(space.doc, kind, id);
  if (map) alignMarks(pen, map, kind, id);
}

/** Brings the marks of a record into line with its journey. */
export function alignMarks(pen: Pen, map: Y.Map<unknown>, kind: SpaceRecord['kind'], id: string): void {
  const last = lastLegOf(map);
  if (!last) return;
  const own = trashMark(map);
  pen.set(kind, id, KEY.deleted, last.here ? own : (own ?? last.at));
  pen.set(kind, id, KEY.movedTo, last.here ? undefined : last.to);
}

/** Whether a key says where a record is, not what it is. */
function saysWhere(key: string): boolean {
  return WHERE.includes(key) || key === KEY.movedTo || isLegKey(key);
}

const WHERE: readonly string[] = [KEY.place, KEY.kind, KEY.deleted];

/** Makes a record in the other space as it is here, or brings what is there of it up to that. */
function copyRecord(pen: Pen, from: Space, to: Space, record: SpaceRecord, place: StoredPlace | undefined): void {
  const { kind, id, movedTo, journey } = record;
  const source = recordMap(from.doc, kind, id);
  if (!source) return;
  const there = recordMap(to.doc, kind, id);
  const withText = kind === 'task' && isYText(source.get(KEY.description));
  const target = there ?? pen.makeMoved(kind, id, withText, place);
  const [here, isNew] = [sideOf(from, source), !there];
  const isAll = isNew && (isMadeAgain(target) || isFromThere(from, to, source));
  for (const key of keysEver(source)) {
    if (saysWhere(key)) continue;
    const value = source.get(key);
    if (isNew && value === undefined) continue;
    if (isPlainValue(value)) pen.carry(here, sideOf(to, target), key, 'brought', isAll);
    else if (isYText(value)) {
      // Where other software wrote a string, a text takes its place: the same one, whichever windows bring it.
      if (!isYText(target.get(key))) pen.carry(here, sideOf(to, target), key, 'brought', isAll);
      if (isYText(target.get(key)))
        pen.bring(kind, id, key, { tag: here.tag, text: value }, homeTag(to, target), isAll);
    } else if (isSame(target.get(key), undefined)) pen.set(kind, id, key, portable(value));
  }
  // The marks of a move that other software made are no journey, and stay here with it.
  const isTrash = trashMark(source) !== undefined && (movedTo === undefined || journey !== undefined);
  for (const key of WHERE) {
    const isDecided = key === KEY.place && place !== undefined;
    const value = isDecided ? place : key === KEY.deleted && !isTrash ? undefined : source.get(key);
    if (isNew && !isDecided && value !== undefined && isPlainValue(value))
      pen.carry(here, sideOf(to, target), key, 'brought', true);
    else pen.set(kind, id, key, portable(value));
  }
}

/**
 * Whether a record may have been made in the other space first: that one is no record any more, once this is made there anew (rule X10).
 * What came from there by the second of its moves had gone there by the first.
 */
function isFromThere({ id }: Space, to: Space, source: Y.Map<unknown>): boolean {
  const arrivals = legsOf(source).filter((leg) => leg.to === id);
  const first = arrivals.toSorted(compareLegs)[0];
  return isMadeByMove(source) && (!first || (first.from === to.id && first.n !== 2));
}

/** A record's map as one side of what is carried between two spaces. */
export function sideOf(space: Space, map: Y.Map<unknown>): Side {
  return { tag: homeTag(space, map), map };
}

/** The keys that say what a record is, but its text, which is merged letter by letter. */
export function keysOf(map: Y.Map<unknown>): readonly string[] {
  return keysEver(map).filter((key) => !saysWhere(key) && isPlainValue(map.get(key)));
}
