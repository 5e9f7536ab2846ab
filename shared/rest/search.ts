/** Search over REST (rule R29). */
import * as z from 'zod';
import { oneOf } from '../fields';
import { DOCUMENT_TYPES } from '../records';
import { documentInfo } from './references';

/** The query of a search, beside its paging. */
export const searchQuery = z.object({
  q: z
    .string({ error: 'Say what to look for: ?q= and some text.' })
    .refine((text) => text.trim() !== '', {
      error: 'Say what to look for: ?q= and some text.',
      params: { type: 'required' },
    })
    .meta({ description: 'What to look for: every word of it, in any case and with any accents.' }),
  kind: oneOf(DOCUMENT_TYPES).meta({ description: 'Only records of this kind.' }).optional(),
});

/** A record that was found: in exactly one of the three. */
export const searchHit = z
  .object({
    kind: z.enum(DOCUMENT_TYPES),
    id: z.string(),
    name: z.string(),
    user: documentInfo.optional(),
    workspace: documentInfo.optional(),
    project: documentInfo.optional(),
    modified: z.string(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHit>;
