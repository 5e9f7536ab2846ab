/** What records and requests refer to each other with (rule R5). */
import * as z from 'zod';
import { id, text, WITH_OTHERS } from '../fields';

/** A record by id and name, as responses carry it. */
export const documentInfo = z.object({ id: z.string(), name: z.string() }).meta({ id: 'DocumentInfo' });
export type DocumentInfo = z.infer<typeof documentInfo>;

/** A record by id, as requests name it; a name beside it is ignored. */
export const reference = z.object(
  { id: id() },
  { error: ({ input }) => (input === undefined ? 'is required' : 'must be an object with an id') },
);

/** A user to whom a task is given, as responses carry it. */
export const assigneeInfo = z
  .object({ id: z.string(), name: z.string(), email: z.string() })
  .meta({ id: 'AssigneeInfo' });
export type AssigneeInfo = z.infer<typeof assigneeInfo>;

export const ROLE_NAMES = ['owner', 'contributor', 'viewer'] as const;

/** A member, or someone who is to become one, as responses carry it. */
export const memberInfo = z
  .object({ id: z.string(), role: z.enum(ROLE_NAMES), name: z.string(), email: z.string() })
  .meta({ id: 'MemberInfo' });
export type MemberInfo = z.infer<typeof memberInfo>;

/** A role, as requests name it. */
export const role = z.enum(ROLE_NAMES, {
  error: ({ input }) => (input === undefined ? 'is required' : `must be one of ${ROLE_NAMES.join(', ')}`),
});

/** An e-mail address; one that is empty is told to be that, and nothing else. */
export const emailAddress = text(1, 254).refine((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), {
  error: 'must be an e-mail address',
  params: { type: 'email' },
});

/** Someone named by id or by e-mail. */
const named = { id: id().optional(), email: emailAddress.optional() };
const NAMED = {
  error: 'needs an id or an email',
  params: { type: 'required' },
  ...WITH_OTHERS,
};
const isNamed = (entry: { id?: unknown; email?: unknown }) => entry.id !== undefined || entry.email !== undefined;

/** An entry of a request that adds members or changes their roles. */
export const memberWithRole = z.object({ ...named, role }).refine(isNamed, NAMED);
export type MemberWithRole = z.infer<typeof memberWithRole>;
/** An entry of a request that removes members. */
export const memberReference = z.object(named).refine(isNamed, NAMED);
/** An entry that grants or denies someone's request. */
export const requestEntry = z.object({ ...named, role: role.optional() }).refine(isNamed, NAMED);
/** An entry of a request that names assignees. */
export const assigneeReference = z.object(named).refine(isNamed, NAMED);

/** A list of something: the body of list responses, and of requests with many entries. */
export function itemsOf<T extends z.ZodType>(entry: T) {
  return z.object({
    items: z.array(entry, {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be an array'),
    }),
  });
}
