/** The caller over REST. */
import * as z from 'zod';
import { name } from '../fields';
import { documentInfo } from './references';

export const user = z
  .object({
    id: z.string(),
    modified: z.string(),
    created: z.string(),
    email: z.string(),
    name: z.string(),
    locale: z.string(),
    organizations: z.array(documentInfo),
    workspaces: z.array(documentInfo),
    projects: z.array(documentInfo),
    taskLists: z.array(documentInfo),
    pinLists: z.array(documentInfo),
    dashboardLists: z.array(documentInfo),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const updateUserBody = z.object({ name: name.optional() }).meta({ id: 'UserUpdate' });
