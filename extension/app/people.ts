/** Who tasks of a space can be given to: oneself, before there is an account too, the members, and whom the space's tasks name. */
import { t } from '@vscode/l10n';
import { asId, type UserId } from '../../shared/ids';
import { LOCAL_SPACE } from './account';
import type { Desk } from './desk';
import type { OpenSpace } from './open-space';

/** Somebody who can be assigned. */
export interface KnownPerson {
  readonly id: UserId;
  /** As it is shown; of someone whose name is not known on this machine the start of the id. */
  readonly name: string;
}

/** Who one is in a space: the account's user there, and on this machine alone someone without a name. */
export function meIn({ known }: OpenSpace, { account }: Desk): UserId {
  return account && known.id !== LOCAL_SPACE ? account.user.id : asId<UserId>(LOCAL_SPACE);
}

/** What someone is called where a task is shown. */
export function personName(user: UserId, space: OpenSpace, desk: Desk): string {
  return user === meIn(space, desk) ? t('me') : nameOf(user, desk);
}

/** What someone is called in the spaces of the account. */
export function accountPersonName(user: UserId, desk: Desk): string {
  return user === desk.account?.user.id ? t('me') : nameOf(user, desk);
}

/** What someone is called where others read it: oneself by name, too, which on this machine alone one has none of. */
export function nameForOthers(user: UserId, desk: Desk): string {
  const { account, team } = desk;
  if (user === asId<UserId>(LOCAL_SPACE)) return t('me');
  return user === account?.user.id ? (team?.roster.nameOf(user) ?? account.user.name) : nameOf(user, desk);
}

function nameOf(user: UserId, desk: Desk): string {
  return desk.team?.roster.nameOf(user) ?? t('user {0}', user.slice(0, 8));
}

/** Who can be given tasks of a space as far as this machine knows: oneself first, then its members and whom its tasks name, by name. */
export function peopleOf(space: OpenSpace, desk: Desk): readonly KnownPerson[] {
  const me = meIn(space, desk);
  const others = new Set<UserId>();
  for (const user of desk.team?.roster.assignable(space.known) ?? []) others.add(asId<UserId>(user));
  for (const { assignees } of space.replica.view.records('task')) for (const user of assignees) others.add(user);
  others.delete(me);
  const named = [...others].map((id) => ({ id, name: personName(id, space, desk) }));
  return [{ id: me, name: personName(me, space, desk) }, ...named.sort((a, b) => a.name.localeCompare(b.name))];
}
