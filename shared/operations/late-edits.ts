/** What was written to a record in a space where it is no more, by who had not heard of it: it follows (rules X3, X5, X6, X9). */
import type { SpaceId } from '../ids';
import { carryKey } from '../items';
import { compareLegs, greatest, type Leg, lastLegOf, legKey, legsOf } from '../journey';
import { isYText, KEY, recordMap } from '../layout';
import type { SpaceRecord } from '../records';
import { homeTag } from './home';
import { recordsOf, settleJourneys, type Touched, touchKey } from './journeys';
import { bringLetters } from './letters';
import { isPlainValue } from './portable';
import { type Space, type Surroundings, write } from './space';
import { keysOf, planTransfer, sideOf, transfer, withoutMovedTooOften } from './transfer';

type Clock = Pick<Surroundings, 'now'>;

/**
 * Settles where the records of all open spaces are, and brings what was written late to them: a field over what who wrote it knew of, a
 * description letter by letter, what was added under them. Done again it changes nothing more, and several windows may do it at once.
 * @param spaces those that are open and may be written to
 * @param touched the records that were written since that was done with the same spaces open; all where it is left out
 * @returns how many records, fields and descriptions changed by it
 */
export function sweepMoves(spaces: readonly Space[], clock: Clock, touched?: Touched): number {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const inQuestion = touched && withTracesAbove(spaces, touched);
  let changed = settleJourneys(spaces, inQuestion);
  for (const from of spaces) {
    for (const [to, traces] of tracesIn(from, byId, inQuestion)) changed += carry(from, to, traces, clock);
  }
  return changed;
}

/** What was touched, and the traces that it lies under: it follows them. */
function withTracesAbove(spaces: readonly Space[], touched: Touched): Touched {
  const above = spaces.flatMap((space) =>
    recordsOf(space, touched).flatMap((record) => {
      const parent = record.movedTo === undefined ? space.view.parentOf(record) : undefined;
      return parent?.movedTo === undefined ? [] : [touchKey(parent)];
    }),
  );
  return new Set([...touched, ...above]);
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
function tracesIn(
  from: Space,
  spaces: ReadonlyMap<SpaceId, Space>,
  touched?: Touched,
): ReadonlyMap<Space, readonly SpaceRecord[]> {
  const found = new Map<Space, SpaceRecord[]>();
  for (const record of recordsOf(from, touched)) {
    const here = record.movedTo === undefined ? undefined : recordMap(from.doc, record.kind, record.id);
    if (!here || record.movedTo === undefined) continue;
    const way = wayFrom(from, record, legsOf(here), spaces);
    const to = way ?? spaces.get(record.movedTo);
    if (!to || to === from) continue;
    if (!way && to.view.record(record.kind, record.id)?.movedTo !== undefined) continue;
    const traces = found.get(to) ?? [];
    found.set(to, traces);
    traces.push(record);
  }
  return found;
}

/** The space to which a record went from one last, or that took that in since, if it has not come back there since. */
function wayFrom(
  from: Space,
  record: SpaceRecord,
  legs: readonly Leg[],
  spaces: ReadonlyMap<SpaceId, Space>,
): Space | undefined {
  const last = greatest(legs.filter((leg) => leg.from === from.id || leg.to === from.id));
  if (!last) {
    // Other software keeps no journey.
    return record.journey || record.movedTo === undefined ? undefined : spaces.get(record.movedTo);
  }
  if (last.from !== from.id || last.to === from.id) return undefined;
  const to = spaces.get(last.to) ?? whatTookIn(record, last, spaces);
  if (!to) return undefined;
  const there = recordMap(to.doc, record.kind, record.id);
  const lastThere = there && lastLegOf(there);
  return lastThere && compareLegs(lastThere, last) >= 0 ? to : undefined;
}

/** The space that was merged with the one to which a record went (rule A1): its document says of that move that it led to itself. */
function whatTookIn({ kind, id }: SpaceRecord, went: Leg, spaces: ReadonlyMap<SpaceId, Space>): Space | undefined {
  return [...spaces.values()].find(({ doc }) => {
    const there = recordMap(doc, kind, id);
    return there && legsOf(there).some((leg) => leg.here && !leg.isTold && legKey(leg) === legKey(went));
  });
}

function carry(from: Space, to: Space, traces: readonly SpaceRecord[], { now }: Clock): number {
  if (traces.length === 0) return 0;
  return carryFields(from, to, traces) + carryTexts(from, to, traces) + carryBelow(from, to, traces, now);
}

/** Brings the fields that were written late. @returns how many */
function carryFields(from: Space, to: Space, traces: readonly SpaceRecord[]): number {
  let carried = 0;
  write(to, { origin: 'move' }, (pen) => {
    for (const { kind, id } of traces) {
      const [here, there] = [recordMap(from.doc, kind, id), recordMap(to.doc, kind, id)];
      if (!here || !there) continue;
      for (const key of keysOf(here)) {
        if (isPlainValue(there.get(key)) && pen.carry(sideOf(from, here), sideOf(to, there), key, 'there')) carried++;
      }
    }
  });
  return carried;
}

/** Brings what was typed late. @returns how many descriptions changed by it */
function carryTexts(from: Space, to: Space, traces: readonly SpaceRecord[]): number {
  let changed = 0;
  to.doc.transact((transaction) => {
    for (const { kind, id } of traces) {
      const [here, there] = [recordMap(from.doc, kind, id), recordMap(to.doc, kind, id)];
      const source = here?.get(KEY.description);
      if (!here || !there || !isYText(source) || !source._start) continue;
      // Where other software wrote a string, or none, a text takes its place.
      if (isPlainValue(there.get(KEY.description)))
        carryKey(transaction, sideOf(from, here), sideOf(to, there), KEY.description, 'there');
      const target = there.get(KEY.description);
      if (!isYText(target)) continue;
      const before = target.toString();
      bringLetters(
        transaction,
        { tag: homeTag(from, here), text: source },
        { tag: homeTag(to, there), text: target },
        id,
      );
      if (target.toString() !== before) changed++;
    }
  }, 'move');
  return changed;
}

/** Brings what was put under a record here that is no more here. @returns how many records that were */
function carryBelow(from: Space, to: Space, traces: readonly SpaceRecord[], now: Clock['now']): number {
  const gone = new Set(traces);
  const added = recordsOf(from, undefined).filter((record) => {
    const above = record.movedTo === undefined ? from.view.parentOf(record) : undefined;
    return above !== undefined && gone.has(above);
  });
  if (added.length === 0) return 0;
  const plan = withoutMovedTooOften(from, planTransfer(from, added, to, now()));
  if (plan.length > 0) transfer(from, plan, to, new Map(), 'move');
  return plan.length;
}
