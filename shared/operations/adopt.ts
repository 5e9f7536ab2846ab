/** Taking in a personal space that was made before its owner had an account (rules A1 to A4). */
import * as Y from 'yjs';
import { derivedId, type ListId, type SectionId, type UserId } from '../ids';
import { KEY, LIST_KINDS, type ListKind, PREFIX, type RecordKind, recordMap } from '../layout';
import { compareOrdered, makeRoomForMany, type Ordered } from '../order';
import { parentOfPlace } from '../reader/stored';
import type { SectionRecord, SpaceRecord } from '../records';
import { livingRecord, writeRekeyed } from './place';
import { FIRST_SECTION, seedListName } from './seed';
import { type Space, type Surroundings, write } from './space';

/** Who one was before there was an account, and who one is now. */
export interface Owner {
  readonly before: UserId;
  readonly now: UserId;
}

/**
 * Merges a personal space into another and puts what stands in its default lists into those of the other. The space itself is left
 * as it is: someone may still write to it, and doing this again brings that. A default list that was renamed or deleted comes as it is.
 * Done again, or in two windows at once, it doubles nothing; ended at any step and done again, it loses nothing.
 * @param from made before there was an account; only read
 * @param owner tasks that are assigned to who one was become those of who one is
 */
export function adoptSpace(from: Space, into: Space, owner: Owner, { now }: Pick<Surroundings, 'now'>): void {
  Y.applyUpdate(into.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(into.doc)), 'move');
  for (const kind of LIST_KINDS) rehome(from, into, kind, now);
  reassign(from, into, owner);
}

/**
 * Merges a workspace or project that was made before there was an account into that of the same id, as the account has it (rule A5).
 * Done again it doubles nothing, and brings what was written since.
 */
export function adoptShared(from: Space, into: Space, owner: Owner): void {
  Y.applyUpdate(into.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(into.doc)), 'move');
  reassign(from, into, owner);
}

/** Moves what is in the default list of a kind there to that here, and leaves a trace of what is empty then. */
function rehome(from: Space, into: Space, kind: ListKind, now: Surroundings['now']): void {
  const [old, own] = [defaultsOf(from, kind), defaultsOf(into, kind)];
  const list = from.view.record('list', old.list);
  // What someone has named is a list of its own.
  if (!list || from.view.isDeleted(list) || list.name !== seedListName('user', kind)) return;
  if (!livingRecord(into, 'list', own.list) || !livingRecord(into, 'section', own.section)) return;
  const first = from.view.record('section', old.section);
  const firstIsSeed = first !== undefined && first.deleted === undefined && first.name === FIRST_SECTION;
  const sections = standingIn(from, into, 'section', old.list).filter(({ id }) => !(firstIsSeed && id === old.section));
  const items = firstIsSeed ? standingIn(from, into, kind, old.section) : [];
  put(into, 'section', sections, into.view.sections(own.list), (order) => ({ list: own.list, order }));
  put(into, kind, items, childrenOf(into, kind, own.section), (order) => ({ section: own.section, order }));
  leaveTrace(into, kind, old, now);
}

function put(
  into: Space,
  kind: RecordKind,
  records: readonly SpaceRecord[],
  siblings: readonly Ordered[],
  placeAt: (order: string) => unknown,
): void {
  if (records.length === 0) return;
  const room = makeRoomForMany(siblings, siblings.length, records.length);
  write(into, { origin: 'move' }, (pen) => {
    writeRekeyed(pen, into, kind, room);
    records.forEach(({ id }, at) => {
      const order = room.orders[at];
      if (order !== undefined) pen.set(kind, id, KEY.place, placeAt(order));
    });
  });
}

/** The records of the other space that say, here, that they are in a list or section; in order, in the trash or not. */
function standingIn(from: Space, into: Space, kind: RecordKind, parent: string): readonly SpaceRecord[] {
  const all: SpaceRecord[] = [...from.view.records(kind)];
  return all
    .filter(({ id }) => parentOfPlace(kind, recordMap(into.doc, kind, id)?.get(KEY.place))?.id === parent)
    .sort(compareOrdered);
}

/** The default list and section of the other space go from sight here once they hold nothing; in no trash, and never removed. */
function leaveTrace(into: Space, kind: ListKind, old: Defaults, now: Surroundings['now']): void {
  const list = into.view.record('list', old.list);
  const section = into.view.record('section', old.section);
  const emptied =
    section?.list === old.list &&
    isPlainSeed(section) &&
    section.deleted === undefined &&
    childrenOf(into, kind, old.section).length === 0;
  const others = into.view.sections(old.list).filter(({ id }) => id !== old.section);
  const listGoes =
    list !== undefined &&
    list.deleted === undefined &&
    list.name === seedListName('user', kind) &&
    others.length === 0 &&
    (emptied || section?.list !== old.list || section.deleted !== undefined);
  if (!listGoes) return;
  const deleted = now();
  write(into, { origin: 'move' }, (pen) => {
    for (const [record, id] of [['section', emptied ? old.section : undefined] as const, ['list', old.list] as const]) {
      if (id === undefined) continue;
      pen.set(record, id, KEY.deleted, deleted);
      pen.set(record, id, KEY.movedTo, into.id);
    }
  });
}

function isPlainSeed({ name }: SectionRecord): boolean {
  return name === FIRST_SECTION;
}

function reassign(from: Space, into: Space, { before, now }: Owner): void {
  const [old, own] = [PREFIX.assignee + before, PREFIX.assignee + now];
  const tasks = [...from.view.records('task')].filter(({ id }) => recordMap(into.doc, 'task', id)?.get(old) === true);
  if (tasks.length === 0 || old === own) return;
  write(into, { origin: 'move' }, (pen) => {
    for (const { id } of tasks) {
      pen.set('task', id, own, true);
      pen.set('task', id, old, undefined);
    }
  });
}

interface Defaults {
  readonly list: ListId;
  readonly section: SectionId;
}

function defaultsOf({ id }: Space, kind: ListKind): Defaults {
  return {
    list: derivedId(id, `${kind}-list`) as ListId,
    section: derivedId(id, `${kind}-list/section`) as SectionId,
  };
}

function childrenOf({ view }: Space, kind: ListKind, section: SectionId): readonly SpaceRecord[] {
  if (kind === 'task') return view.tasks({ kind: 'section', id: section });
  return kind === 'pin' ? view.pins(section) : view.dashboards(section);
}
