/** Where a page of a list ended, so that the next shows what stays put exactly once, whatever else changes (rule R21). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { compareCodeUnits } from '../../shared/text';

/** An entry of a list by its id and what the list is sorted by. */
export interface Position {
  readonly id: string;
  readonly key: string;
}

/** So many of the last entries shown are remembered: they find their place again also where some of them are moved, deleted or given new keys. */
const ANCHORS = 8;

const content = z.tuple([
  z.string(),
  z
    .array(z.tuple([z.string(), z.string()]))
    .min(1)
    .max(ANCHORS),
]);

/** @param list what tells the list from others @param shown all that has been shown until now, in order */
export function encodeCursor(list: string, shown: readonly Position[]): string {
  const anchors = shown.slice(-ANCHORS).map(({ id, key }) => [id, key]);
  return Buffer.from(JSON.stringify([tagOf(list), anchors])).toString('base64url');
}

/** The last entries that were shown, in order; undefined for what is no cursor of that list. */
export function decodeCursor(list: string, cursor: string): readonly Position[] | undefined {
  try {
    if (!/^[\w-]+$/.test(cursor)) return undefined;
    const [tag, anchors] = content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return tag === tagOf(list) ? anchors.map(([id, key]) => ({ id, key })) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What of a list comes after the entries that were shown last.
 * @param entries the list as it is now, sorted by `key`
 */
export function entriesAfter<Entry>(
  entries: readonly Entry[],
  shown: readonly Position[],
  positionOf: (entry: Entry) => Position,
): readonly Entry[] {
  const places = new Map(entries.map((entry, at) => [positionOf(entry).id, at]));
  const newestFirst = shown.toReversed();
  const keyNow = ({ id }: Position): string | undefined => {
    const entry = entries[places.get(id) ?? -1];
    return entry && positionOf(entry).key;
  };
  // One that stands where it stood; else one that was given a new key among its neighbours; else where they would stand.
  const anchor =
    newestFirst.find((one) => keyNow(one) === one.key) ?? newestFirst.find((one) => keyNow(one) !== undefined);
  const last = newestFirst[0];
  const from = anchor
    ? (places.get(anchor.id) ?? -1) + 1
    : entries.findIndex((entry) => last === undefined || comesAfter(positionOf(entry), last));
  const known = new Set(shown.map(({ id }) => id));
  return from < 0 ? [] : entries.slice(from).filter((entry) => !known.has(positionOf(entry).id));
}

function comesAfter(a: Position, b: Position): boolean {
  return (compareCodeUnits(a.key, b.key) || compareCodeUnits(a.id, b.id)) > 0;
}

function tagOf(list: string): string {
  return createHash('sha256').update(list).digest('base64url').slice(0, 8);
}
