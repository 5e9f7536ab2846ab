/** A space that a request works on: found, the caller's right to it checked, its document up to date. */
import { done, type Failure, notFound, type Result } from '../../shared/failures';
import type { AnyId } from '../../shared/ids';
import type { ListKind } from '../../shared/layout';
import type { RecordOf } from '../../shared/records';
import type { DocumentInfo } from '../../shared/rest/references';
import type { LiveSpace } from '../rooms/live-space';
import type { Room } from '../rooms/room';
import { ROLES, type Role, type SpaceRow, type UserRow } from '../storage/storage';
import type { Call } from './route';

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
export type NamedKind = 'list' | 'section' | 'task';

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
  const { spaces } = call.services.storage;
  const row = await spaces.space(id);
  const above = row?.workspace === undefined ? undefined : await spaces.space(row.workspace);
  if (!row || row.kind !== kind || row.deleted !== undefined || above?.deleted !== undefined) {
    return notFound(kind === 'user' ? 'user' : 'space', id, path);
  }
  const role = await spaces.role(id, call.bearer.user.id);
  const refused = refusal(role, need, path);
  if (refused) return refused;
  return done(await openSpace(call, row, role ?? 'viewer'), false);
}

/**
 * Finds a record by id among what the caller can read; the one that was merged first counts (rule R15). One that is in the trash,
 * or hangs nowhere, is not there.
 * @param listKind the kind of list that it has to be, or be in
 * @param path which input named it, empty for the path of the request
 */
export async function findRecord<Kind extends NamedKind>(
  call: Call,
  kind: Kind,
  id: string,
  choice: { readonly listKind: ListKind; readonly need: Role; readonly path?: string },
): Promise<Result<Found<Kind>>> {
  const { listKind, need, path = '' } = choice;
  const { spaces } = call.services.storage;
  let elsewhere = false;
  for (const holder of await call.services.rooms.holders(kind, id)) {
    const row = await spaces.space(holder);
    if (!row || row.deleted !== undefined) continue;
    const role = await spaces.role(holder, call.bearer.user.id);
    if (!role) {
      const { live } = await openSpace(call, row, 'viewer');
      elsewhere ||= livingRecord(live, kind, id, listKind) !== undefined;
      continue;
    }
    const space = await openSpace(call, row, role);
    const record = livingRecord(space.live, kind, id, listKind);
    if (record) return refusal(role, need, path) ?? done({ space, record }, false);
  }
  return elsewhere ? refusalOf(undefined, need, path) : notFound(kind, id, path);
}

/** A record that a document shows: of the kind wanted, not in the trash, and somewhere. */
export function livingRecord<Kind extends NamedKind>(
  live: LiveSpace,
  kind: Kind,
  id: string,
  listKind: ListKind,
): RecordOf[Kind] | undefined {
  const record = live.view.record(kind, id);
  if (!record || live.view.isDeleted(record)) return undefined;
  if (record.kind === 'task') return listKind === 'task' && live.view.sectionOf(record) ? record : undefined;
  return record.listKind === listKind ? record : undefined;
}

/** Whether a role suffices. */
export function may(role: Role, need: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(need);
}

function refusal(role: Role | undefined, need: Role, path: string): Failure | undefined {
  return role && may(role, need) ? undefined : refusalOf(role, need, path);
}

function refusalOf(role: Role | undefined, need: Role, path: string): Failure {
  const message = role
    ? `You are a ${role} here; this takes ${need === 'owner' ? 'an owner' : `a ${need}`}.`
    : 'You have no access to this.';
  return { kind: 'forbidden', message, path };
}

/** The space as its records name it: its user, its workspace, or its project and that one's workspace. */
export async function parentInfo(
  call: Call,
  { row, live }: OpenSpace,
): Promise<{ user?: DocumentInfo; workspace?: DocumentInfo; project?: DocumentInfo }> {
  const { storage, rooms } = call.services;
  if (row.kind === 'user') {
    const users = await storage.accounts.usersById([row.id]);
    return { user: { id: row.id, name: users.get(row.id)?.name ?? '' } };
  }
  const own = { id: row.id, name: live.view.fields.name };
  if (row.kind === 'workspace' || row.workspace === undefined) return { workspace: own };
  const above = await (await rooms.room(row.workspace)).live();
  return { workspace: { id: row.workspace, name: above.view.fields.name }, project: own };
}

/** A record by id and name. */
export function infoOf({ id, name }: { readonly id: AnyId; readonly name: string }): DocumentInfo {
  return { id, name };
}
