/** Projects over REST (rule R24). */
import * as z from 'zod';
import { documentInfo, memberWithRole, reference } from './references';
import { spaceFields, spaceRecord } from './workspaces';

/** A project, as responses carry it. */
export const project = z.object({ ...spaceRecord, workspace: documentInfo }).meta({ id: 'Project' });
export type Project = z.infer<typeof project>;

export const createProjectBody = z
  .object({ ...spaceFields, workspace: reference, members: z.array(memberWithRole).optional() })
  .meta({ id: 'ProjectCreate' });
