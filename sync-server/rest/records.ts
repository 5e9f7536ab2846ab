/** Records as responses carry them, from what the view of a document reads and what the server knows besides (rules R5 to R14). */
import { toIsoDate, toResponseDate } from '../../shared/dates';
import type { ListKind, RecordKind } from '../../shared/layout';
import type { ListRecord, SectionRecord, TaskRecord } from '../../shared/records';
import type { AssigneeInfo, DocumentInfo, MemberInfo } from '../../shared/rest/references';
import type { TaskList, TaskSection } from '../../shared/rest/task-lists';
import type { Task } from '../../shared/rest/tasks';
import type { User } from '../../shared/rest/user';
import type { Workspace } from '../../shared/rest/workspaces';
import type { LiveSpace } from '../rooms/live-space';
import type { Time } from '../storage/storage';
import { infoOf, type OpenSpace, parentInfo } from './open-space';
import type { Call } from './route';

type Parents = Awaited<ReturnType<typeof parentInfo>>;

/** The task lists, in the order given. */
export async function taskLists(call: Call, space: OpenSpace, lists: readonly ListRecord[]): Promise<TaskList[]> {
  const parent = listParent(await parentInfo(call, space));
  const { live } = space;
  return lists.map((list) => ({
    id: list.id,
    ...times(live, 'list', list.id),
    name: list.name,
    ...parent,
    taskSections: live.view.sections(list.id).map(infoOf),
  }));
}

/** The task sections, in the order given. */
export async function taskSections(
  call: Call,
  space: OpenSpace,
  sections: readonly SectionRecord[],
): Promise<TaskSection[]> {
  const parents = await parentInfo(call, space);
  const { live } = space;
  return sections.map((section) => ({
    id: section.id,
    ...times(live, 'section', section.id),
    name: section.name,
    ...parents,
    taskList: nameOf(live, 'list', section.list),
    tasks: live.view.tasks({ kind: 'section', id: section.id }).map(infoOf),
  }));
}

/** The tasks, in the order given; all of them hang in a section, themselves or above. */
export async function tasks(call: Call, space: OpenSpace, records: readonly TaskRecord[]): Promise<Task[]> {
  const parents = await parentInfo(call, space);
  return records.flatMap((record) => taskOf(space, parents, record) ?? []);
}

function taskOf({ live, people }: OpenSpace, parents: Parents, record: TaskRecord): Task | undefined {
  const { view } = live;
  const section = view.sectionOf(record);
  if (!section) return undefined;
  const { parent, startDate, dueDate } = record;
  return {
    id: record.id,
    ...times(live, 'task', record.id),
    name: record.name,
    description: record.description,
    ...(startDate && { startDate: toResponseDate(startDate) }),
    ...(dueDate && { dueDate: toResponseDate(dueDate) }),
    status: record.status,
    priority: record.priority,
    assignees: record.assignees.flatMap((id): AssigneeInfo[] => {
      const user = people.get(id);
      return user ? [{ id, name: user.name, email: user.email }] : [];
    }),
    ...parents,
    taskList: nameOf(live, 'list', section.list),
    taskSection: infoOf(section),
    ...(parent.kind === 'task' && { parentTask: nameOf(live, 'task', parent.id) }),
    subtasks: view.tasks({ kind: 'task', id: record.id }).map(infoOf),
  };
}

/** A workspace. Who asks for access and who is invited, owners alone see. */
export async function workspaceOf(call: Call, { row, role, live }: OpenSpace): Promise<Workspace> {
  const { storage, rooms, organization } = call.services;
  const { fields } = live.view;
  const members = await storage.spaces.members(row.id);
  const invites = role === 'owner' ? await storage.spaces.invites(row.id) : [];
  const projects: DocumentInfo[] = [];
  for (const { id } of await storage.spaces.projects(row.id)) {
    const room = await rooms.room(id);
    projects.push({ id, name: (await room.live()).view.fields.name });
    call.reads(room);
  }
  return {
    id: row.id,
    modified: dateOf(Math.max(row.modified, live.clock.spaceModified() ?? 0)),
    created: dateOf(row.created),
    name: fields.name,
    description: fields.description,
    ...(fields.startDate && { startDate: toResponseDate(fields.startDate) }),
    ...(fields.endDate && { endDate: toResponseDate(fields.endDate) }),
    status: fields.status,
    members: members.map(({ user, role }): MemberInfo => ({ id: user.id, role, name: user.name, email: user.email })),
    requests: [],
    pendingInvites: invites.map(({ id, role, email }): MemberInfo => ({ id, role, name: '', email })),
    pinLists: listsOf(live, 'pin'),
    taskLists: listsOf(live, 'task'),
    discussionLists: [],
    dashboardLists: listsOf(live, 'dashboard'),
    organization,
    projects,
  };
}

/** The caller, with what they take part in. */
export async function userOf(call: Call, space: OpenSpace): Promise<User> {
  const { user } = call.bearer;
  const { storage, rooms, organization } = call.services;
  const of: { workspace: DocumentInfo[]; project: DocumentInfo[] } = { workspace: [], project: [] };
  for (const { id, kind } of await storage.spaces.spacesOf(user.id)) {
    if (kind === 'user') continue;
    const room = await rooms.room(id);
    of[kind].push({ id, name: (await room.live()).view.fields.name });
    call.reads(room);
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

/** A list carries exactly one of the three, where sections and tasks of a project carry its workspace too. */
function listParent({ workspace, ...others }: Parents): Parents {
  return others.project || !workspace ? others : { workspace };
}

function listsOf(live: LiveSpace, kind: ListKind): DocumentInfo[] {
  return live.view.lists(kind).map(infoOf);
}

function nameOf(live: LiveSpace, kind: 'list' | 'task', id: string): DocumentInfo {
  return { id, name: live.view.record(kind, id)?.name ?? '' };
}

function times(live: LiveSpace, kind: RecordKind, id: string): { modified: string; created: string } {
  const found = live.clock.of(kind, id);
  return { modified: dateOf(found?.modified ?? 0), created: dateOf(found?.created ?? 0) };
}

/** The last second that was written: most records of a list were merged in few of them. */
let lastDate = { second: Number.NaN, text: '' };

function dateOf(time: Time): string {
  const second = Math.floor(time / 1_000);
  if (second !== lastDate.second) lastDate = { second, text: toResponseDate(toIsoDate(time)) };
  return lastDate.text;
}
