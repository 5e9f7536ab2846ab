/** The body of every error: what is wrong, with every fault by name (rule R3). */
import * as z from 'zod';

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    errors: z.array(z.object({ type: z.string(), path: z.string(), message: z.string() })).min(1),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
