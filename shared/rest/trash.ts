/** Deleted workspaces and projects over REST (rule R28). */
import * as z from 'zod';
import { documentInfo } from './references';

/** A deleted workspace or project; a project with the workspace that it was in. */
export const trashItem = z
  .object({
    id: z.string(),
    kind: z.enum(['workspace', 'project']),
    name: z.string(),
    deleted: z.string(),
    workspace: documentInfo.optional(),
  })
  .meta({ id: 'TrashItem' });
export type TrashItem = z.infer<typeof trashItem>;
