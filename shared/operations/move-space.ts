/** Moving a record, with all that lies under it, to another space: the same ids there, a trace here (rules X1 to X4). */
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { isUnwritten, isYText, KEY, RECORD_KINDS, recordMap, type StoredPlace } from '../layout';
import { makeRoom, type Ordered, type Room } from '../order';
import type { RecordRef } from '../reader/view';
import type { SpaceRecord } from '../records';
import type { Pen } from './pen';
import { livingRecord, missingSection, writeRekeyed } from './place';
import { portable } from './portable';
import { type Space, type Surroundings, write } from './space';

/** Where a record goes in the other space: to the end of a parent there, or (a list) to the end of its kind. */
export type Destination =
  | { readonly kind: 'lists' }
  | { readonly kind: 'list' | 'section' | 'task'; readonly id: string };

/**
 * Moves a record to another space. First it is made there, then marked here as `deleted` and `movedTo`: a crash between leaves two and
 * never none. Doing it again repairs that, and brings what was added here since (rule X3); nothing that is there already is changed.
 * A record that came from there before is taken out of its trace again, with what it reads as now.
 * With a history, one `group` makes it one thing to undo.
 * @returns how many records went; `not-found` where the record or the destination is not there, `invalid` where it cannot hold it
 */
export function moveToSpace(
  from: Space,
  ref: RecordRef,
  to: Space,
  destination: Destination,
  surroundings: Surroundings,
): Result<number> {
  if (from.id === to.id) return invalid('same-space', '', 'It is in that space already.');
  const root = from.view.record(ref.kind, ref.id);
  const again = root?.movedTo === to.id;
  if (!root || !(again || livingRecord(from, ref.kind, ref.id))) return notFound(ref.kind, ref.id);
  const wrong = wrongDestination(to, root, destination);
  if (wrong) return wrong;
  const all = recordsFrom(from, root, to);
  const missing = all.filter(({ kind, id }) => {
    const there = to.view.record(kind, id);
    return !recordMap(to.doc, kind, id) || there?.movedTo !== undefined;
  });
  const unmarked = all.filter(({ movedTo }) => movedTo !== to.id);
  if (missing.length === 0 && unmarked.length === 0) return done(0, false);
  if (missing.length > 0) {
    const siblings = siblingsAt(to, root, destination);
    const room = makeRoom(siblings, siblings.length);
    write(to, surroundings, (pen) => {
      for (const record of missing) {
        if (record === root) writeRekeyed(pen, to, root.kind, room);
        // A mark that came with the move is not one of its own.
        const own = record !== root && !(record.movedTo && record.deleted === root.deleted);
        copyRecord(pen, from, to, record, record === root ? placeAt(destination, room) : undefined, own);
      }
    });
  }
  if (unmarked.length > 0) {
    const now = surroundings.now();
    write(from, surroundings, (pen) => {
      for (const { kind, id, deleted } of unmarked) {
        if (!deleted) pen.set(kind, id, KEY.deleted, now);
        pen.set(kind, id, KEY.movedTo, to.id);
      }
    });
  }
  return done(missing.length);
}

/** A record and all that lies under it, parents first, in the trash or not; what went to a third space is left with what is under it. */
function recordsFrom({ view }: Space, root: SpaceRecord, to: Space): readonly SpaceRecord[] {
  const under = new Map<SpaceRecord, SpaceRecord[]>();
  for (const kind of RECORD_KINDS) {
    for (const record of view.records(kind)) {
      const parent = view.parentOf(record);
      const children = parent && under.get(parent);
      if (children) children.push(record);
      else if (parent) under.set(parent, [record]);
    }
  }
  const found: SpaceRecord[] = [root];
  // It grows while it is walked over.
  for (const record of found) {
    for (const child of under.get(record) ?? []) {
      if (child.movedTo === undefined || child.movedTo === to.id) found.push(child);
    }
  }
  return found;
}

/** Keys that say where a record is, not what it is. */
export const SAYS_WHERE: ReadonlySet<string> = new Set([KEY.place, KEY.kind, KEY.deleted, KEY.movedTo]);

/**
 * Makes a record in the other space as it reads here by key, or brings a trace of it up to that.
 * @param place where it goes there; undefined: to the place that it has here
 * @param keepsDeleted whether its mark of the trash goes with it
 */
export function copyRecord(
  pen: Pen,
  from: Space,
  to: Space,
  { kind, id }: SpaceRecord,
  place: StoredPlace | undefined,
  keepsDeleted: boolean,
): void {
  const source = recordMap(from.doc, kind, id);
  const trace = recordMap(to.doc, kind, id);
  if (!source) return;
  const own = new Map<string, unknown>(source.entries());
  if (place) own.delete(KEY.place);
  if (!keepsDeleted) own.delete(KEY.deleted);
  own.delete(KEY.movedTo);
  if (!trace) {
    pen.makeMoved(kind, id, Object.fromEntries(own), place);
    return;
  }
  if (place) own.set(KEY.place, place);
  for (const key of new Set([...trace.keys(), ...own.keys()])) {
    const value = own.get(key);
    if (isYText(value) && isYText(trace.get(key))) pen.bring(kind, id, key, value);
    // What nobody has written here is as it came, and what was written to the trace since is newer.
    else if (SAYS_WHERE.has(key) || !isUnwritten(source, key)) pen.set(kind, id, key, portable(value));
  }
}

function wrongDestination(to: Space, root: SpaceRecord, destination: Destination): Failure | undefined {
  const fits =
    root.kind === 'list'
      ? destination.kind === 'lists'
      : root.kind === 'section'
        ? destination.kind === 'list'
        : destination.kind === 'section' || (root.kind === 'task' && destination.kind === 'task');
  if (!fits) return invalid('wrong-kind', 'destination', `A ${root.kind} cannot be moved there.`);
  switch (destination.kind) {
    case 'lists':
      return undefined;
    case 'section':
      return missingSection(to, destination.id, root.kind as 'task' | 'pin' | 'dashboard', 'destination.id');
    case 'list': {
      const list = livingRecord(to, 'list', destination.id);
      const same = root.kind === 'section' && list?.listKind === root.listKind;
      return same ? undefined : notFound('list', destination.id, 'destination.id');
    }
    case 'task':
      return livingRecord(to, 'task', destination.id) ? undefined : notFound('task', destination.id, 'destination.id');
  }
}

function siblingsAt({ view }: Space, root: SpaceRecord, destination: Destination): readonly Ordered[] {
  const section = destination.kind === 'section' ? view.record('section', destination.id) : undefined;
  const list = destination.kind === 'list' ? view.record('list', destination.id) : undefined;
  const task = destination.kind === 'task' ? view.record('task', destination.id) : undefined;
  if (root.kind === 'list') return view.lists(root.listKind);
  if (list) return view.sections(list.id);
  if (task) return view.tasks({ kind: 'task', id: task.id });
  if (!section) return [];
  if (root.kind === 'task') return view.tasks({ kind: 'section', id: section.id });
  return root.kind === 'pin' ? view.pins(section.id) : view.dashboards(section.id);
}

function placeAt(destination: Destination, { order }: Room): StoredPlace {
  switch (destination.kind) {
    case 'lists':
      return { order };
    case 'list':
      return { list: destination.id, order };
    case 'section':
      return { section: destination.id, order };
    case 'task':
      return { task: destination.id, order };
  }
}
