/** Who can be put on a task: members of its space, named by id or by e-mail (rule R14). */
import type * as z from 'zod';
import type { Result } from '../../shared/failures';
import { asId, type UserId } from '../../shared/ids';
import type { assigneeReference } from '../../shared/rest/references';
import { emailKey } from '../email-key';
import type { UserRow } from '../storage/storage';
import { eachNamed } from './named';
import type { OpenSpace } from './open-space';

type Entry = z.infer<typeof assigneeReference>;

/** The users that entries name: members only, whoever else exists. @param path where in the body the entries are */
export function assigneesOf(space: OpenSpace, entries: readonly Entry[], path: string): Result<UserId[]> {
  return eachNamed('user', entries, path, (entry) => memberNamed(space, entry)?.id);
}

/** The users that are to be taken off a task: nobody is looked up, so that those who left can be taken off too. */
export function unassigneesOf(space: OpenSpace, entries: readonly Entry[]): UserId[] {
  return entries.flatMap((entry) =>
    entry.id === undefined ? (memberNamed(space, entry)?.id ?? []) : asId<UserId>(entry.id),
  );
}

function memberNamed({ people }: OpenSpace, { id, email }: Entry): UserRow | undefined {
  if (id !== undefined) return people.get(id);
  return [...people.values()].find((user) => emailKey(user.email) === emailKey(email ?? ''));
}
