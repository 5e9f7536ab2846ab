/** Where records are put among their siblings: turns "before this one" into order keys and writes them (rules T1, M5, O4). */
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import type { SectionId } from '../ids';
import { KEY, type ListKind, type RecordKind, recordMap, type StoredPlace } from '../layout';
import { makeRoomForMany, type Ordered, type Rekeyed, type Room, type RoomForMany } from '../order';
import { parentOfPlace, type StoredParent } from '../reader/stored';
import type { RecordOf, TaskParent } from '../records';
import type { Pen } from './pen';
import { type Space, type Surroundings, write } from './space';

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
  const room = roomForMany(siblings, self === undefined ? [] : [self], 1, position);
  if (room === 'stays' || 'kind' in room) return room;
  const [order] = room.orders;
  if (order === undefined) throw new Error('there was no key for the one record to be placed');
  return { order, rekeyed: room.rekeyed };
}

/** As `roomAt`, for several records side by side. @param count how many keys are wanted; `selves` may be among the siblings */
export function roomForMany(
  siblings: readonly Ordered[],
  selves: readonly string[],
  count: number,
  { before, after }: Position,
): RoomForMany | 'stays' | Failure {
  if (before !== undefined && after !== undefined) {
    return invalid('one-of', 'before', 'Say either before or after, not both.');
  }
  const neighbour = before ?? after;
  const path = before === undefined ? 'after' : 'before';
  const own = new Set(selves);
  if (neighbour !== undefined && own.has(neighbour)) {
    return invalid('own-neighbour', path, 'A record cannot stand beside itself.');
  }
  const others = siblings.filter(({ id }) => !own.has(id));
  let index = others.length;
  if (neighbour !== undefined) {
    const at = others.findIndex(({ id }) => id === neighbour);
    if (at < 0) return invalid('no-sibling', path, 'There is no such record beside which it could stand.');
    index = before === undefined ? at + 1 : at;
  }
  const stays = selves.length > 0 && selves.every((id, at) => siblings[index + at]?.id === id);
  return stays ? 'stays' : makeRoomForMany(others, index, count);
}

/** Gives new keys to siblings that were in the way. To be called in the operation's transaction. */
export function writeRekeyed(
  pen: Pen,
  space: Space,
  kind: RecordKind,
  { rekeyed }: { readonly rekeyed: readonly Rekeyed[] },
): void {
  for (const { id, order } of rekeyed) {
    // What hangs elsewhere than its place says keeps saying so: it goes there once that is there.
    const parent = parentOfPlace(kind, recordMap(space.doc, kind, id)?.get(KEY.place));
    pen.set(kind, id, KEY.place, parent ? { [parent.kind]: parent.id, order } : { order });
  }
}

/** Whether a result of `roomAt` or `roomForMany` is a refusal. */
export function isFailure(room: Room | RoomForMany | 'stays' | Failure): room is Failure {
  return room !== 'stays' && 'kind' in room;
}

/**
 * Puts records side by side at a position among siblings, in one transaction. Writes nothing where they are there already.
 * @param ids distinct records of one kind, in the order in which they are to stand; some may be siblings there already
 * @param siblings the children of the parent, in order
 * @param placeWith the place to be stored, given its key
 */
export function placeAmong(
  space: Space,
  kind: RecordKind,
  ids: readonly string[],
  siblings: readonly Ordered[],
  position: Position,
  placeWith: (order: string) => StoredPlace,
  surroundings: Surroundings,
): Result<undefined> {
  const room = roomForMany(siblings, ids, ids.length, position);
  if (isFailure(room)) return room;
  if (room === 'stays') return done(undefined, false);
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, kind, room);
    room.orders.forEach((order, at) => {
      const id = ids[at];
      if (id !== undefined) pen.set(kind, id, KEY.place, placeWith(order));
    });
  });
  return done(undefined);
}

/** A record that is there and not in the trash, nor anything above it. */
export function livingRecord<Kind extends RecordKind>(
  space: Space,
  kind: Kind,
  id: string,
): RecordOf[Kind] | undefined {
  const record = space.view.record(kind, id);
  return record && recordMap(space.doc, kind, id) && !space.view.isDeleted(record) ? record : undefined;
}

/**
 * Whether a task is one of some, or lies under one of them, so that they cannot go under it (rule M5).
 * @param goingBack where tasks will be that move at once with them; they may close no ring
 */
export function isAmongOrUnder(
  { view }: Space,
  task: string,
  some: ReadonlySet<string>,
  goingBack: ReadonlyMap<string, StoredParent> = new Map(),
): boolean {
  for (let at: StoredParent | TaskParent | undefined = { kind: 'task', id: task }; at?.kind === 'task'; ) {
    if (some.has(at.id)) return true;
    at = goingBack.get(at.id) ?? view.record('task', at.id)?.parent;
  }
  return false;
}

/** What is wrong with a section that something is to be put into: not there, in the trash, or of another kind. @param path which input named it */
export function missingSection(space: Space, id: string, kind: ListKind, path: string): Failure | undefined {
  return livingRecord(space, 'section', id)?.listKind === kind ? undefined : notFound('section', id, path);
}

/**
 * Moves a pin or a dashboard within its section or to another section of its kind (rule M5).
 * @param section where to, or undefined to stay in its section and only be reordered
 */
export function moveItem(
  space: Space,
  kind: 'pin' | 'dashboard',
  id: string,
  section: SectionId | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  const item = livingRecord(space, kind, id);
  if (!item) return notFound(kind, id);
  const now = item.parent.kind === 'section' ? item.parent.id : undefined;
  const to = section ?? now;
  if (to === undefined) return invalid('no-place', '', `The ${kind} is in no section; say which one it should go to.`);
  const missing = missingSection(space, to, kind, `${kind}Section.id`);
  if (missing) return missing;
  if (to === now && position.before === undefined && position.after === undefined) return done(undefined, false);
  const siblings = kind === 'pin' ? space.view.pins(to) : space.view.dashboards(to);
  return placeAmong(space, kind, [id], siblings, position, (order) => ({ section: to, order }), surroundings);
}

/** The ids that were named before, as a refusal. */
export function namedTwice(ids: readonly string[], path: string): Failure | undefined {
  const seen = new Set<string>();
  const faults = ids.flatMap((id, at) => {
    if (seen.size !== seen.add(id).size) return [];
    return [{ type: 'duplicate', path: `${path}.${at}`, message: 'The same record is named twice.' }];
  });
  return faults.length > 0 ? { kind: 'invalid', faults } : undefined;
}
