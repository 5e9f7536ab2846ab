/** Workspaces and their members over REST (rules R7, R8, R17). */
import * as z from 'zod';
import { name, requestDate, spaceDescription, spaceStatus } from '../fields';
import { SPACE_STATUSES } from '../layout';
import { documentInfo, itemsOf, memberInfo, memberReference, memberWithRole, requestEntry, role } from './references';

/** What workspaces and projects have in common, as responses carry it. */
export const spaceRecord = {
  id: z.string(),
  modified: z.string(),
  created: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  status: z.enum(SPACE_STATUSES),
  members: z.array(memberInfo),
  requests: z.array(memberInfo),
  pendingInvites: z.array(memberInfo),
  pinLists: z.array(documentInfo),
  taskLists: z.array(documentInfo),
  discussionLists: z.array(documentInfo),
  dashboardLists: z.array(documentInfo),
};

/** A workspace, as responses carry it. */
export const workspace = z
  .object({ ...spaceRecord, organization: documentInfo, projects: z.array(documentInfo) })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof workspace>;

/** `GET /v1/workspaces/{id}`: the record, which is also the one entry of `items`. */
export const workspaceWithItems = workspace.extend({ items: z.array(workspace) }).meta({ id: 'WorkspaceWithItems' });

/** The fields that creating a workspace or a project takes. */
export const spaceFields = {
  name,
  description: spaceDescription.nullish(),
  startDate: requestDate.nullish(),
  endDate: requestDate.nullish(),
  status: spaceStatus.optional(),
};

export const createWorkspaceBody = z
  .object({ ...spaceFields, members: z.array(memberWithRole).optional() })
  .meta({ id: 'WorkspaceCreate' });

/** Changes a workspace or a project. */
export const updateSpaceBody = z.object({ ...spaceFields, name: name.optional() }).meta({ id: 'SpaceUpdate' });

/** Asks for access; as a contributor unless it says otherwise. */
export const askBody = z.object({ role: role.optional() }).meta({ id: 'RequestCreate' });

/** Grants or denies requests; granted without a role they get the one that they asked for. */
export const requestEntries = itemsOf(requestEntry).meta({ id: 'RequestEntries' });

export const membersWithRoles = itemsOf(memberWithRole).meta({ id: 'MembersWithRoles' });
export const memberReferences = itemsOf(memberReference).meta({ id: 'MemberReferences' });
