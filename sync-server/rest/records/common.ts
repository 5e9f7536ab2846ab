/** What all records have in common in responses: the names of what they are in, and their times (rules R5, R10, R18). */
import { toIsoDate, toResponseDate } from '../../../shared/dates';
import type { AnyId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { DocumentInfo } from '../../../shared/rest/references';
import type { LiveSpace } from '../../rooms/live-space';
import type { Time } from '../../storage/storage';
import { DamagedDocument } from '../../storage/storage-failures';
import type { Call } from '../call';
import type { OpenSpace } from '../open-space';

/** The space of a record, as the record names it. */
export interface Parents {
  readonly user?: DocumentInfo;
  readonly workspace?: DocumentInfo;
  readonly project?: DocumentInfo;
}

/** The space as its records name it: its user, its workspace, or its project and that one's workspace. */
export async function parentsOf(call: Call, { row, live }: OpenSpace): Promise<Parents> {
  if (row.kind === 'user') {
    const users = await call.services.storage.accounts.usersById([row.id]);
    return { user: { id: row.id, name: users.get(row.id)?.name ?? '' } };
  }
  const own = { id: row.id, name: live.view.fields.name };
  return row.workspace === undefined
    ? { workspace: own }
    : { workspace: await spaceInfo(call, row.workspace), project: own };
}

/** The space as what is in exactly one of the three names it: of a project without its workspace. */
export async function oneParentOf(call: Call, space: OpenSpace): Promise<Parents> {
  const { project, ...others } = await parentsOf(call, space);
  return project ? { project } : others;
}

/** What stands for a name that cannot be read. */
export const DAMAGED_NAME = '(damaged)';

/** A workspace or a project by id and name, whatever the caller may do in it. One that is damaged says so: it is not in the way of what names it. */
export async function spaceInfo(call: Call, id: OpenSpace['row']['id']): Promise<DocumentInfo> {
  try {
    const room = await call.services.rooms.room(id);
    call.reads(room);
    return { id, name: (await room.live()).view.fields.name };
  } catch (error) {
    if (!(error instanceof DamagedDocument)) throw error;
    return { id, name: DAMAGED_NAME };
  }
}

/** A record by id and name. */
export function infoOf({ id, name }: { readonly id: AnyId; readonly name: string }): DocumentInfo {
  return { id, name };
}

/** A record above another, by id and name. */
export function nameOf(live: LiveSpace, kind: 'list' | 'task', id: string): DocumentInfo {
  return { id, name: live.view.record(kind, id)?.name ?? '' };
}

/** When a record was made and last changed. */
export function timesOf(live: LiveSpace, kind: RecordKind, id: string): { modified: string; created: string } {
  const found = live.clock.of(kind, id);
  return { modified: dateOf(found?.modified ?? 0), created: dateOf(found?.created ?? 0) };
}

/** The last second that was written: most records of a list were merged in few of them. */
let lastDate = { second: Number.NaN, text: '' };

/** A time as responses carry it. */
export function dateOf(time: Time): string {
  const second = Math.floor(time / 1_000);
  if (second !== lastDate.second) lastDate = { second, text: toResponseDate(toIsoDate(time)) };
  return lastDate.text;
}
