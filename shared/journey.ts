/**
 * The journey of a record through spaces: one key a move, in both documents, never removed. In all documents together the greatest leg says
 * where the record is, whatever order things come in (rules X1, X7).
 */
import type * as Y from 'yjs';
import { type IsoDate, isIsoDate, toIsoDate } from './dates';
import { asId, isId, type SpaceId } from './ids';
import { KEY, PREFIX, prefixedKeys } from './layout';
import { plain } from './plain';
import { compareCodeUnits, toWellFormed } from './text';

/** One move of a record, as one document holds it. */
export interface Leg {
  /** One more than the highest that who moved it knew of. */
  readonly n: number;
  readonly from: SpaceId;
  readonly to: SpaceId;
  /** When, by the clock of who moved it; the record's `deleted` is that where it went. */
  readonly at: IsoDate;
  /** Whether this document is that of the space that it went to. */
  readonly here: boolean;
  /** Whether it is a move from or to this document's own space that only others tell of: what went with it has not come. */
  readonly isTold: boolean;
}

/** So many moves are read of one record: a higher number is a peer's mistake. */
export const MOVES_MAX = 999_999_999_999;

const KEY_FORM = /^(?:moved|told):([1-9]\d{0,11}):([^:]*:[^:]*:[^:]*):(.+)$/s;

/**
 * The legs of a record's journey that its document holds, in no order; what is no leg is passed over.
 * @param keys its keys with a prefix, where they are known already
 */
export function legsOf(record: Y.Map<unknown>, keys = prefixedKeys(record)): readonly Leg[] {
  return keys.flatMap((key) => {
    const leg = isLegKey(key) ? readLeg(key, record.get(key)) : undefined;
    // One that has come itself is told no more.
    return !leg || (leg.isTold && readLeg(legKey(leg), record.get(legKey(leg)))) ? [] : [leg];
  });
}

/** The leg that says where a record is, as far as its document knows; undefined for one that was never moved. */
export function lastLegOf(record: Y.Map<unknown>): Leg | undefined {
  return greatest(legsOf(record));
}

/** The greatest of legs. */
export function greatest(legs: readonly Leg[]): Leg | undefined {
  return legs.reduce<Leg | undefined>((a, b) => (a && compareLegs(a, b) >= 0 ? a : b), undefined);
}

/** Orders legs: by number, then by the space's id, then by time. The same for everyone, so of moves at once one counts. */
export function compareLegs(a: Leg, b: Leg): number {
  return a.n - b.n || compareCodeUnits(a.to, b.to) || compareCodeUnits(a.at, b.at);
}

/** Reads a leg. @returns undefined for a key or a value that is none */
export function readLeg(key: string, value: unknown): Leg | undefined {
  const [, n, at, to] = KEY_FORM.exec(key) ?? [];
  const held = plain(value);
  if (n === undefined || !isIsoDate(at) || !isId<SpaceId>(to) || !held) return undefined;
  const { from, here } = held;
  if (!isId<SpaceId>(from) || typeof here !== 'boolean') return undefined;
  return {
    n: Number(n),
    from: asId(toWellFormed(from)),
    to: asId(toWellFormed(to)),
    at,
    here,
    isTold: key.startsWith(PREFIX.told),
  };
}

/** Whether a key is that of a leg. */
export function isLegKey(key: string): boolean {
  return key.startsWith(PREFIX.moved) || key.startsWith(PREFIX.told);
}

/** The key under which a leg is told. */
export function toldKey(leg: Leg): string {
  return PREFIX.told + legKey(leg).slice(PREFIX.moved.length);
}

/** The key under which a leg is written. */
export function legKey({ n, at, to }: Leg): string {
  return `${PREFIX.moved}${n}:${at}:${to}`;
}

/** The value with which a leg is written into the document of a space. */
export function legIn({ from, to }: Leg, space: SpaceId): { readonly from: SpaceId; readonly here: boolean } {
  return { from, here: to === space };
}

/**
 * The mark of the trash on a record itself: its `deleted`, unless that is the mark of one of its moves. So a mark of a move that came late,
 * or stayed, puts nothing into the trash.
 */
export function trashMark(record: Y.Map<unknown>, legs = legsOf(record)): IsoDate | undefined {
  const deleted = record.get(KEY.deleted);
  return isIsoDate(deleted) && !legs.some(({ at }) => at === deleted) ? deleted : undefined;
}

/** A time for a mark of the trash that is not that of a move of the record: now, or as few milliseconds later as it takes. */
export function trashTime(record: Y.Map<unknown>, now: IsoDate): IsoDate {
  const taken = new Set(legsOf(record).map(({ at }) => at));
  return free(now, (time) => taken.has(time));
}

/** A time for a move of the record that is not that of its mark of the trash. */
export function moveTime(record: Y.Map<unknown>, now: IsoDate): IsoDate {
  return free(now, (time) => time === record.get(KEY.deleted));
}

function free(now: IsoDate, isTaken: (time: IsoDate) => boolean): IsoDate {
  let time = now;
  while (isTaken(time)) time = toIsoDate(Date.parse(time) + 1);
  return time;
}
