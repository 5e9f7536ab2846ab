/** Moving a record, with all that lies under it, to another space: the same ids there, a trace here (rules X1 to X4, X9). */
import type { IsoDate } from '../dates';
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { isAheadOf, isMarkOfMove, isOld, isUnwritten, keysEver } from '../items';
import { isYText, KEY, RECORD_KINDS, recordMap, type StoredPlace } from '../layout';
import { makeRoom, type Ordered, type Room } from '../order';
import type { RecordRef } from '../reader/view';
import type { SpaceRecord } from '../records';
import { isSame, type Pen } from './pen';
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
 * A record that came from there before is taken out of its trace again, with what it reads as now. What it reads as is taken down in both.
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
  const isTrace = root?.movedTo === to.id;
  if (!root || !(isTrace || livingRecord(from, ref.kind, ref.id))) return notFound(ref.kind, ref.id);
  const wrong = wrongDestination(to, root, destination);
  if (wrong) return wrong;
  const all = recordsFrom(from, root, to);
  const missing = all.filter((record) => isToBeMade(record, from, to));
  const made = new Set(missing);
  const again = new Set(missing.filter((record) => isTraceOf(from, to, record)));
  // What each space says is in the other gets a new mark: who has taken the old one away meanwhile has not heard of this move.
  const marks = all.filter((record) => record.movedTo !== to.id || again.has(record));
  if (missing.length === 0 && marks.length === 0) return done(0, false);
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
  if (marks.length > 0) {
    const now = surroundings.now();
    write(from, surroundings, (pen) => {
      for (const record of marks) markGone(pen, from, record, to, now, made.has(record), again.has(record));
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

/** Whether a record that goes to another space is to be made there: it is not there, is a trace there, or is there as it was before it went. */
export function isToBeMade({ kind, id, movedTo }: SpaceRecord, from: Space, to: Space): boolean {
  const [here, there] = [recordMap(from.doc, kind, id), recordMap(to.doc, kind, id)];
  if (!there || to.view.record(kind, id)?.movedTo !== undefined) return true;
  return movedTo === undefined && here !== undefined && isAheadOf(here, there);
}

/** Whether a record that is in `from` is a trace in the other space, which says that it is in `from`. */
export function isTraceOf(from: Space, to: Space, { kind, id }: SpaceRecord): boolean {
  return to.view.record(kind, id)?.movedTo === from.id;
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
  record: SpaceRecord,
  place: StoredPlace | undefined,
  keepsDeleted: boolean,
): void {
  const { kind, id } = record;
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
  // Who moves it on without the mark that it went from here has it as it was before that.
  const isBehind = isAheadOf(trace, source);
  for (const key of new Set([...trace.keys(), ...own.keys()])) {
    const value = own.get(key);
    if (isYText(value) && isYText(trace.get(key))) pen.bring(kind, id, key, value);
    else if (SAYS_WHERE.has(key) || !(isBehind || isOld(source, key))) pen.set(kind, id, key, portable(value));
    // What nobody has written where it comes from is as it came there, and what was written to the trace since is newer.
    else if (isUnwritten(trace, key)) pen.setBrought(kind, id, key, portable(value) ?? null);
  }
  // What reads otherwise here now was written late, and is nothing that came.
  const came = keysOf(to, record).filter((key) => isSame(trace.get(key), source.get(key)));
  pen.note(kind, id, came, 'came');
}

/** The keys of which a move takes note: all that say what a record is, but its text, which is merged letter by letter. */
function keysOf({ doc }: Space, { kind, id }: SpaceRecord): readonly string[] {
  const map = recordMap(doc, kind, id);
  return map ? keysEver(map).filter((key) => !SAYS_WHERE.has(key) && !isYText(map.get(key))) : [];
}

/** Marks what goes, and takes down what it reads as. To be called when it is there, and to be told whether it was made there now. */
export function markGone(
  pen: Pen,
  from: Space,
  record: SpaceRecord,
  to: Space,
  now: IsoDate,
  isMade: boolean,
  isAgain: boolean,
): void {
  const { kind, id } = record;
  const map = recordMap(from.doc, kind, id);
  if (!map) return;
  if (isMade) pen.note(kind, id, keysOf(from, record), 'went');
  const isOwnMark = record.deleted !== undefined && !(record.movedTo !== undefined && isMarkOfMove(map));
  const marks = [...(isOwnMark ? [] : [[KEY.deleted, now] as const]), [KEY.movedTo, to.id] as const];
  if (isAgain) pen.markAbove(kind, id, marks);
  else for (const [key, value] of marks) pen.set(kind, id, key, value);
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
