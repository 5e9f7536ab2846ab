/** A space that a request works on: found, the caller's right to it checked, its document up to date. */
import { done, type Failure, notFound, type Result } from '../../shared/failures';
import type { SpaceId } from '../../shared/ids';
import type { ListKind, RecordKind } from '../../shared/layout';
import type { SpaceView } from '../../shared/reader/view';
import type { RecordOf, SpaceRecord } from '../../shared/records';
import type { LiveSpace } from '../rooms/live-space';
import type { Room } from '../rooms/room';
import { ROLES, type Role, type SpaceRow, type UserRow } from '../storage/storage';
import { DamagedDocument, PartlyUnavailable, type StoreUnavailable } from '../storage/storage-failures';
import type { Call } from './call';

/** A space in the hands of a request. */
export interface OpenSpace {
  readonly row: SpaceRow;
  readonly role: Role;
  readonly room: Room;
  readonly live: LiveSpace;
  /** Who counts as a member. */
  readonly people: ReadonlyMap<string, UserRow>;
}

/** The kinds of record that a path or a body can name. */
export type NamedKind = RecordKind;

/** A record in the hands of a request. */
export interface Found<Kind extends NamedKind> {
  readonly space: OpenSpace;
  readonly record: RecordOf[Kind];
}

/** Opens a space whatever the caller may do in it. */
export async function openSpace(call: Call, row: SpaceRow, role: Role): Promise<OpenSpace> {
  const { storage, rooms } = call.services;
  const room = await rooms.room(row.id);
  const live = await room.live();
  const people = await storage.spaces.people(row.id);
  live.setPeople(people);
  call.reads(room);
  return { row, role, room, live, people };
}

/** Opens a space as `openSpace` does; what says that it is damaged is given and not thrown, for who works on several. */
export async function openSound(call: Call, row: SpaceRow, role: Role): Promise<OpenSpace | DamagedDocument> {
  try {
    return await openSpace(call, row, role);
  } catch (error) {
    if (error instanceof DamagedDocument) return error;
    throw error;
  }
}

/**
 * Opens the space of a kind that an id names (rule R1: first whether it is there, then whether the caller may).
 * @param path which input named it, empty for the path of the request
 */
export async function findSpace(
  call: Call,
  kind: SpaceRow['kind'],
  id: string,
  need: Role,
  path = '',
): Promise<Result<OpenSpace>> {
  const row = await findSpaceRow(call, kind, id, path);
  if (row.kind !== 'done') return row;
  const role = await call.services.storage.spaces.role(id, call.bearer.user.id);
  const refused = refusal(role, need, path);
  if (refused) return refused;
  return done(await openSpace(call, row.value, role ?? 'viewer'), false);
}

/** Finds a space of a kind that is not deleted, whatever the caller may do in it. */
export async function findSpaceRow(
  call: Call,
  kind: SpaceRow['kind'],
  id: string,
  path = '',
): Promise<Result<SpaceRow>> {
  const row = await call.services.storage.spaces.space(id);
  if (!row || row.kind !== kind || (await isSpaceGone(call, row))) {
    return notFound(kind === 'user' ? 'user' : 'space', id, path);
  }
  return done(row, false);
}

/** The space of any kind that an id names, for who can read it. */
export async function findAnySpace(call: Call, id: string): Promise<Result<OpenSpace>> {
  const row = await call.services.storage.spaces.space(id);
  return row ? findSpace(call, row.kind, id, 'viewer') : notFound('space', id);
}

async function isSpaceGone(call: Call, row: SpaceRow): Promise<boolean> {
  if (row.deleted !== undefined) return true;
  if (row.workspace === undefined) return false;
  return (await call.services.storage.spaces.space(row.workspace))?.deleted !== undefined;
}

/** What a record has to be, and what the caller has to be. */
interface Choice {
  /** The kind of list that it has to be, or be in. */
  readonly listKind: ListKind;
  readonly need: Role;
  /** Which input named it, empty for the path of the request. */
  readonly path?: string;
}

/**
 * Finds a record by id among what the caller can read; the one that was merged first counts (rule R15). One that is in the trash,
 * or hangs nowhere, is not there.
 */
export function findRecord<Kind extends NamedKind>(
  call: Call,
  kind: Kind,
  id: string,
  choice: Choice,
): Promise<Result<Found<Kind>>> {
  return lookUp(call, kind, id, choice, (live) => livingRecord(live, kind, id, choice.listKind));
}

/** Finds a record that is in the trash, by itself or with what it lies under, as `findRecord` finds one that is not. */
export function findTrashed<Kind extends NamedKind>(
  call: Call,
  kind: Kind,
  id: string,
  choice: Choice,
): Promise<Result<Found<Kind>>> {
  return lookUp(call, kind, id, choice, ({ view }) => {
    const record = view.record(kind, id);
    return record && isOfList(record, choice.listKind) && isInTrash(view, record) ? record : undefined;
  });
}

async function lookUp<Kind extends NamedKind>(
  call: Call,
  kind: Kind,
  id: string,
  { need, path = '' }: Choice,
  pick: (live: LiveSpace) => RecordOf[Kind] | undefined,
): Promise<Result<Found<Kind>>> {
  const { spaces } = call.services.storage;
  let elsewhere = false;
  let damaged: DamagedDocument | undefined;
  const { holders, away } = await holdersOf(call, kind, id);
  for (const holder of holders) {
    const row = await spaces.space(holder);
    if (!row || row.deleted !== undefined) continue;
    const role = await spaces.role(holder, call.bearer.user.id);
    if (!role && (await isSpaceGone(call, row))) continue;
    const space = await openSound(call, row, role ?? 'viewer');
    if (space instanceof DamagedDocument) {
      // What another space holds under this id is found all the same, and who has no access is told nothing of the damage.
      if (role) damaged = space;
      else elsewhere = true;
      continue;
    }
    const record = pick(space.live);
    if (record && role) return refusal(role, need, path) ?? done({ space, record }, false);
    elsewhere ||= record !== undefined;
  }
  if (damaged) throw damaged;
  // What is not found may lie where nobody can look now.
  if (away) throw away;
  return elsewhere ? refusalOf(undefined, need, path) : notFound(kind, id, path);
}

/** The spaces that hold a record, and why those that lie in a part of the store are not known. */
async function holdersOf(
  { services }: Call,
  kind: NamedKind,
  id: string,
): Promise<{ readonly holders: readonly SpaceId[]; readonly away?: StoreUnavailable }> {
  try {
    return { holders: await services.rooms.holders.of(kind, id) };
  } catch (error) {
    if (error instanceof PartlyUnavailable) return { holders: error.found, away: error };
    throw error;
  }
}

/** A record that a document shows: of the kind wanted, not in the trash, and somewhere. */
export function livingRecord<Kind extends NamedKind>(
  { view }: LiveSpace,
  kind: Kind,
  id: string,
  listKind: ListKind,
): RecordOf[Kind] | undefined {
  const record = view.record(kind, id);
  return record && isOfList(record, listKind) && isShown(view, record) ? record : undefined;
}

/** Whether a record is in some list, and not in the trash. */
export function isShown(view: SpaceView, record: SpaceRecord): boolean {
  if (view.isDeleted(record)) return false;
  if (record.kind === 'task') return view.sectionOf(record) !== undefined;
  return record.kind === 'list' || record.kind === 'section' || record.parent.kind === 'section';
}

function isOfList(record: SpaceRecord, listKind: ListKind): boolean {
  return ('listKind' in record ? record.listKind : record.kind) === listKind;
}

/** Whether a record, or what it lies under, was put into the trash and not moved to another space. */
function isInTrash(view: SpaceView, record: SpaceRecord): boolean {
  let trashed = false;
  for (let at: SpaceRecord | undefined = record; at; at = view.parentOf(at)) {
    if (at.movedTo) return false;
    trashed ||= at.deleted !== undefined;
  }
  return trashed;
}

/** Whether a role suffices. */
export function may(role: Role, need: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(need);
}

function refusal(role: Role | undefined, need: Role, path: string): Failure | undefined {
  return role && may(role, need) ? undefined : refusalOf(role, need, path);
}

/** The refusal of who may not do something. @param role what they are there, undefined for nothing */
export function refusalOf(role: Role | undefined, need: Role, path: string): Failure {
  if (!role) return { kind: 'forbidden', reason: 'no-access', message: 'You have no access to this.', path };
  const message = `You are a ${role} here; this takes ${need === 'owner' ? 'an owner' : `a ${need}`}.`;
  return { kind: 'forbidden', reason: need === 'owner' ? 'needs-owner' : 'needs-contributor', message, path };
}
