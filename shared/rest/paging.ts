/** Pages of a list: what may be asked, and what says that there is more (rule R21). */
import * as z from 'zod';

/** The most entries of a page. */
export const PAGE_MAX = 1_000;

/** The query of a list, as the document describes it; `Paging` reads it. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/, { error: `must be a whole number from 1 to ${PAGE_MAX}` })
    .meta({ description: `The most entries wanted, 1 to ${PAGE_MAX}; without it the list is whole.` })
    .optional(),
  cursor: z
    .string()
    .min(1, { error: 'must be the nextCursor of an answer' })
    .meta({ description: 'Where to go on: the nextCursor of the page before.' })
    .optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** The body of a list of something: whole, or a page of it with `nextCursor` while there is more. */
export function pageOf<T extends z.ZodType>(entry: T) {
  return z.object({ items: z.array(entry), nextCursor: z.string().optional() });
}
