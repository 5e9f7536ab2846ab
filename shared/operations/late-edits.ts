/** What was written to a record in a space where it is no more, by who had not heard of it: it follows (rules X3, X5, X6, X9). */
import type { SpaceId } from '../ids';
import { isLate, isMadeWith, isUnwritten } from '../items';
import { compareLegs, greatest, type Leg, lastLegOf, legsOf } from '../journey';
import { isYText, KEY, RECORD_KINDS, recordMap } from '../layout';
import type { SpaceRecord } from '../records';
import { hasHeard, settleJourneys } from './journeys';
import { bringLetters } from './letters';
import { isPlainValue } from './portable';
import { type Space, type Surroundings, write } from './space';
import { isSameThere, keysOf, leftBy, planTransfer, transfer, withoutMovedTooOften } from './transfer';

type Clock = Pick<Surroundings, 'now'>;

/** Trace of a record, and the space that what is late goes to. */
interface Trace {
  readonly record: SpaceRecord;
  /** The number of the move by which the record went there from here, with all that it was here; undefined where it did not. */
  readonly way: number | undefined;
  /** Whether all moves from and to here have come that are known there; until then nobody can say what of its fields is late. */
  readonly isKnown: boolean;
  /** The number of its last move from here, and of that from there; 0 for none. */
  readonly left: number;
  readonly leftThere: number;
}

/**
 * Settles where the records of all open spaces are, and brings what was written late to them: a field as long as nobody has written it there
 * since the move, a description letter by letter, what was added under them. Done again it changes nothing more, and several windows may do
 * it at once.
 * @param spaces those that are open and may be written to
 * @returns how many records, fields and descriptions changed by it
 */
export function sweepMoves(spaces: readonly Space[], clock: Clock): number {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  let changed = settleJourneys(spaces);
  for (const from of spaces) {
    for (const [to, traces] of tracesIn(from, byId)) changed += carry(from, to, traces, clock);
  }
  return changed;
}

/** As `sweepMoves`, of what was written late in one space to what is in another. */
export function carryLateEdits(from: Space, to: Space, clock: Clock): number {
  if (from.id === to.id) return 0;
  const settled = settleJourneys([from, to]);
  const traces = tracesIn(from, new Map([[to.id, to]])).get(to) ?? [];
  return settled + carry(from, to, traces, clock);
}

/**
 * The traces of a space by where what is late goes: the way that the record went from there, as what it was then is known there; where it
 * went no way from there, or that space is not open, where it is.
 */
function tracesIn(from: Space, spaces: ReadonlyMap<SpaceId, Space>): ReadonlyMap<Space, readonly Trace[]> {
  const found = new Map<Space, Trace[]>();
  for (const kind of RECORD_KINDS) {
    for (const record of from.view.records(kind)) {
      if (record.movedTo === undefined) continue;
      const here = recordMap(from.doc, kind, record.id);
      if (!here) continue;
      const legs = legsOf(here);
      const way = wayFrom(from, record, legs, spaces);
      const to = way?.to ?? spaces.get(record.movedTo);
      const there = to && to !== from ? recordMap(to.doc, kind, record.id) : undefined;
      if (!to || !there) continue;
      if (!way && to.view.record(kind, record.id)?.movedTo !== undefined) continue;
      const legsThere = legsOf(there);
      const traces = found.get(to) ?? [];
      found.set(to, traces);
      traces.push({
        record,
        way: way?.n,
        isKnown: hasHeard(from, here, legs, legsThere, way?.n ?? Number.POSITIVE_INFINITY),
        left: leftBy(legs, from),
        leftThere: leftBy(legsThere, to),
      });
    }
  }
  return found;
}

interface Way {
  readonly to: Space;
  readonly n: number;
}

/** The space to which a record went from one last, if it has not come back there since. */
function wayFrom(
  from: Space,
  record: SpaceRecord,
  legs: readonly Leg[],
  spaces: ReadonlyMap<SpaceId, Space>,
): Way | undefined {
  const last = greatest(legs.filter((leg) => leg.from === from.id || leg.to === from.id));
  if (!last) {
    // Other software keeps no journey.
    const only = record.journey || record.movedTo === undefined ? undefined : spaces.get(record.movedTo);
    return only && { to: only, n: 0 };
  }
  const to = last.from === from.id && last.to !== from.id ? spaces.get(last.to) : undefined;
  if (!to) return undefined;
  const there = recordMap(to.doc, record.kind, record.id);
  const lastThere = there && lastLegOf(there);
  return lastThere && compareLegs(lastThere, last) >= 0 ? { to, n: last.n } : undefined;
}

function carry(from: Space, to: Space, traces: readonly Trace[], { now }: Clock): number {
  if (traces.length === 0) return 0;
  return carryFields(from, to, traces) + carryTexts(from, to, traces) + carryBelow(from, to, traces, now);
}

function carryFields(from: Space, to: Space, traces: readonly Trace[]): number {
  const late: { record: SpaceRecord; key: string }[] = [];
  const wanted: { record: SpaceRecord; key: string; value: unknown }[] = [];
  for (const { record, way, isKnown, left, leftThere } of traces) {
    const [here, there] = [recordMap(from.doc, record.kind, record.id), recordMap(to.doc, record.kind, record.id)];
    if (!here || !there || !isKnown) continue;
    for (const key of keysOf(from, record)) {
      const value = here.get(key) ?? null;
      if (!isPlainValue(value) || !isPlainValue(there.get(key))) continue;
      const own = isLate(here, key, left);
      if (own) late.push({ record, key });
      // Of two windows that moved it at once, one may have made it there with what it was before: it is to be what it was here.
      // What nobody has written there since it came, or went, is older.
      const isOlder = isUnwritten(there, key) || !isLate(there, key, leftThere);
      const isWanted = own ? isOlder : way !== undefined && isMadeWith(there, key, way);
      if (isWanted && !isSameThere(from, to, record, key)) wanted.push({ record, key, value });
    }
  }
  if (wanted.length > 0) {
    write(to, { origin: 'move' }, (pen) => {
      // Where it was removed a null is written, which reads the same: so it can be told who did.
      for (const { record, key, value } of wanted) pen.setBrought(record.kind, record.id, key, value);
    });
  }
  if (late.length > 0) {
    // It follows once: what is written there later is newer.
    write(from, { origin: 'move' }, (pen) => {
      for (const { record, key } of late) pen.note(record.kind, record.id, [key], 'went');
    });
  }
  return wanted.length;
}

/** Brings what was typed late. @returns how many descriptions changed by it */
function carryTexts(from: Space, to: Space, traces: readonly Trace[]): number {
  let changed = 0;
  to.doc.transact((transaction) => {
    for (const { record } of traces) {
      const [source, target] = [from, to].map(({ doc }) =>
        recordMap(doc, record.kind, record.id)?.get(KEY.description),
      );
      if (!isYText(source) || !isYText(target) || !source._start) continue;
      const before = target.toString();
      bringLetters(transaction, source, target, record.id);
      if (target.toString() !== before) changed++;
    }
  }, 'move');
  return changed;
}

/** Brings what was put under a record here that is no more here. @returns how many records that were */
function carryBelow(from: Space, to: Space, traces: readonly Trace[], now: Clock['now']): number {
  const gone = new Set<SpaceRecord>(traces.map(({ record }) => record));
  const added = RECORD_KINDS.flatMap((kind) =>
    [...from.view.records(kind)].filter((record: SpaceRecord) => {
      const above = record.movedTo === undefined ? from.view.parentOf(record) : undefined;
      return above !== undefined && gone.has(above);
    }),
  );
  if (added.length === 0) return 0;
  const plan = withoutMovedTooOften(from, planTransfer(from, added, to, now()));
  if (plan.length > 0) transfer(from, plan, to, new Map(), 'move');
  return plan.length;
}
