/** Where a record is put among its siblings: turns "before this one" into order keys and writes them. */
import { type Failure, invalid } from '../failures';
import { KEY, type RecordKind, recordMap, type StoredPlace } from '../layout';
import { makeRoom, type Ordered, type Room } from '../order';
import type { Space } from './space';

/** Where among the siblings: before one, after one, or (neither) at the end. */
export interface Position {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * Finds the keys for a record at a position among siblings.
 * @param siblings the children of the parent in order; the record itself may be among them
 * @param self the id of the record that is put there, undefined while it is being made
 * @returns the keys, `'stays'` where the record is already there, or what is wrong with `before` or `after`
 */
export function roomAt(
  siblings: readonly Ordered[],
  self: string | undefined,
  position: Position,
): Room | 'stays' | Failure {
  const { before, after } = position;
  if (before !== undefined && after !== undefined) {
    return invalid('one-of', 'before', 'Say either before or after, not both.');
  }
  const neighbour = before ?? after;
  const path = before === undefined ? 'after' : 'before';
  if (neighbour !== undefined && neighbour === self) {
    return invalid('own-neighbour', path, 'A record cannot stand beside itself.');
  }
  const others = siblings.filter(({ id }) => id !== self);
  if (neighbour === undefined) return makeRoom(others, others.length);
  const at = others.findIndex(({ id }) => id === neighbour);
  if (at < 0) return invalid('no-sibling', path, 'There is no such record beside which it could stand.');
  const index = before === undefined ? at + 1 : at;
  const now = siblings.findIndex(({ id }) => id === self);
  return now >= 0 && now === index ? 'stays' : makeRoom(others, index);
}

/** Gives new keys to siblings that were in the way. To be called in the operation's transaction. */
export function writeRekeyed(space: Space, kind: RecordKind, { rekeyed }: Room): void {
  for (const { id, order } of rekeyed) {
    const map = recordMap(space.doc, kind, id);
    const place = map?.get(KEY.place);
    if (map && typeof place === 'object' && place !== null) map.set(KEY.place, { ...(place as StoredPlace), order });
  }
}

/** Whether a result of `roomAt` is a refusal. */
export function isFailure(room: Room | 'stays' | Failure): room is Failure {
  return room !== 'stays' && 'kind' in room;
}
