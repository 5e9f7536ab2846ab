/** The organization of a server over REST. */
import * as z from 'zod';

export const organization = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Organization' });
