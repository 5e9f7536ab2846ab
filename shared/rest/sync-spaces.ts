/** The spaces that a caller can open, and the registration of those born offline (rule W10). */
import * as z from 'zod';
import { WITH_OTHERS } from '../fields';
import { ROLE_NAMES, reference } from './references';

/** A space, as `GET /v1/sync/spaces` and the news name it. */
export const spaceReference = z
  .object({
    id: z.string(),
    kind: z.enum(['user', 'workspace', 'project']),
    role: z.enum(ROLE_NAMES),
    workspace: z.object({ id: z.string() }).optional(),
  })
  .meta({ id: 'SpaceReference' });
export type SpaceReference = z.infer<typeof spaceReference>;

/** What the server tells who asked for news on the socket of their personal space. */
export const news = z.object({ protocol: z.literal(1), spaces: z.array(spaceReference) });
export type News = z.infer<typeof news>;

export const registerSpaceBody = z
  .object({
    kind: z.enum(['workspace', 'project'], {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be workspace or project'),
    }),
    workspace: reference.nullish(),
  })
  .refine(({ kind, workspace }) => (kind === 'project' ? !!workspace : kind !== 'workspace' || !workspace), {
    error: 'A project needs the workspace that it is in, and a workspace has none.',
    path: ['workspace'],
    params: { type: 'one-of' },
    ...WITH_OTHERS,
  })
  .meta({ id: 'SpaceRegister' });
