/** Workspaces, projects and the caller as responses carry them (rules R7, R24, R25). */
import { toResponseDate } from '../../../shared/dates';
import type { ListKind } from '../../../shared/layout';
import type { Project } from '../../../shared/rest/projects';
import type { DocumentInfo, MemberInfo } from '../../../shared/rest/references';
import type { User } from '../../../shared/rest/user';
import type { Workspace } from '../../../shared/rest/workspaces';
import { LiveSpace } from '../../rooms/live-space';
import type { Member, Role, SpaceRow } from '../../storage/storage';
import { DamagedDocument } from '../../storage/storage-failures';
import type { Call } from '../call';
import { type OpenSpace, openSound } from '../open-space';
import { DAMAGED_NAME, dateOf, infoOf, spaceInfo } from './common';

/** What of a space its record is made of. */
type Shown = Pick<OpenSpace, 'row' | 'role' | 'live'>;

/** A workspace. */
export async function workspaceOf(call: Call, space: Shown): Promise<Workspace> {
  const { storage, organization } = call.services;
  const projects: DocumentInfo[] = [];
  for (const { id } of await storage.spaces.projects(space.row.id)) projects.push(await spaceInfo(call, id));
  return { ...(await common(call, space)), organization, projects };
}

/** A project. */
export async function projectOf(call: Call, space: Shown): Promise<Project> {
  const { workspace } = space.row;
  if (workspace === undefined) throw new Error('a project is in a workspace');
  return { ...(await common(call, space)), workspace: await spaceInfo(call, workspace) };
}

/** A workspace or a project. */
export function spaceRecordOf(call: Call, space: Shown): Promise<Workspace | Project> {
  return space.row.kind === 'workspace' ? workspaceOf(call, space) : projectOf(call, space);
}

/** A workspace or a project among others: one that is damaged has its members, and says so in its name. */
export async function listedSpaceOf(call: Call, row: SpaceRow, role: Role): Promise<Workspace | Project> {
  const space = await openSound(call, row, role);
  if (!(space instanceof DamagedDocument)) return spaceRecordOf(call, space);
  const live = LiveSpace.empty(row.id);
  const record = await spaceRecordOf(call, { row, role, live });
  live.dispose();
  return { ...record, name: DAMAGED_NAME };
}

/** What both have. Who asks for access and who is invited, owners alone see. */
async function common(call: Call, { row, role, live }: Shown) {
  const { spaces, admissions } = call.services.storage;
  const { fields } = live.view;
  const isOwner = role === 'owner';
  const invites = isOwner ? await spaces.invites(row.id) : [];
  return {
    id: row.id,
    modified: dateOf(Math.max(row.modified, live.clock.spaceModified() ?? 0)),
    created: dateOf(row.created),
    name: fields.name,
    description: fields.description,
    ...(fields.startDate && { startDate: toResponseDate(fields.startDate) }),
    ...(fields.endDate && { endDate: toResponseDate(fields.endDate) }),
    status: fields.status,
    members: (await spaces.members(row.id)).map(memberInfoOf),
    requests: isOwner ? (await admissions.requests(row.id)).map(memberInfoOf) : [],
    pendingInvites: invites.map(({ id, role, email }): MemberInfo => ({ id, role, name: '', email })),
    pinLists: listsOf(live, 'pin'),
    taskLists: listsOf(live, 'task'),
    discussionLists: [],
    dashboardLists: listsOf(live, 'dashboard'),
  };
}

/** A user with their role in a space. */
export function memberInfoOf({ user, role }: Member): MemberInfo {
  return { id: user.id, role, name: user.name, email: user.email };
}

/** The caller, with what they can open. */
export async function userOf(call: Call, space: OpenSpace): Promise<User> {
  const { storage, organization } = call.services;
  const { user } = call.bearer;
  const of: { workspace: DocumentInfo[]; project: DocumentInfo[] } = { workspace: [], project: [] };
  for (const { id, kind } of await storage.spaces.spacesOf(user.id)) {
    if (kind !== 'user') of[kind].push(await spaceInfo(call, id));
  }
  return {
    id: user.id,
    modified: dateOf(user.modified),
    created: dateOf(user.created),
    email: user.email,
    name: user.name,
    locale: 'en',
    organizations: [organization],
    workspaces: of.workspace,
    projects: of.project,
    taskLists: listsOf(space.live, 'task'),
    pinLists: listsOf(space.live, 'pin'),
    dashboardLists: listsOf(space.live, 'dashboard'),
  };
}

function listsOf(live: LiveSpace, kind: ListKind): DocumentInfo[] {
  return live.view.lists(kind).map(infoOf);
}
