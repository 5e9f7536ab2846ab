/** Why a server refuses what was done here, in sentences for people: the same in every view, message and tooltip. */
import { t } from '@vscode/l10n';
import type { SyncStatus } from './connection/sync-status';
import type { Desk } from './desk';
import { quoted } from './quoted';
import { spaceName } from './space-name';

type RefusedStatus = Extract<SyncStatus, { kind: 'refused' }>;

/** So many names of spaces are read in a message. */
const NAMES_MAX = 3;

/** Says that one may read a space and not change it. @param name what it is called, quoted */
export function readOnlyWords(name: string): string {
  return t('You may read {0}, but not change it.', name);
}

/** Says that a space is gone from the server, or that one may not open it any more. @param name what it is called, quoted */
export function lostWords(name: string): string {
  return t('You can no longer open {0}: it was deleted, or you were taken out of it.', name);
}

/** Says why a server refuses a line that it had, or what was written. @param desk knows what the spaces are called */
export function refusalMessage(
  { reason, spaces }: RefusedStatus,
  url: string,
  desk: Pick<Desk, 'space' | 'asides'>,
): string {
  switch (reason) {
    case 'forbidden':
      return t('{0} does not let you in any more: the token may have ended. What you have stays on this machine.', url);
    case 'not-found':
      return t('{0} no longer has one of your spaces. What you have of it stays on this machine.', url);
    case 'read-only': {
      const [first = '', ...more] = namesOf(spaces, desk);
      const why =
        more.length === 0
          ? readOnlyWords(first)
          : t('You may read {0} of your spaces, but not change them: {1}.', spaces.length, listed([first, ...more]));
      return `${why} ${t('What you have written there stays on this machine and is not sent.')}`;
    }
    case 'lost': {
      const [first = '', ...more] = namesOf(spaces, desk);
      return more.length === 0
        ? lostWords(first)
        : t(
            'You can no longer open {0} spaces, which were deleted, or which you were taken out of: {1}.',
            spaces.length,
            listed([first, ...more]),
          );
    }
    case 'bad-message':
      return t('{0} cannot read what this version of Tackboard sends. What you have stays on this machine.', url);
  }
}

/** What spaces are called, quoted: those that are open, and those that are not any more. */
function namesOf(ids: RefusedStatus['spaces'], desk: Pick<Desk, 'space' | 'asides'>): readonly string[] {
  const names = new Map(desk.asides.map(({ id, name }) => [id, name]));
  return ids.map((id) => {
    const open = desk.space(id);
    return quoted(open ? spaceName(open) : (names.get(id) ?? ''));
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).join(', ');
  return names.length > NAMES_MAX ? `${shown} …` : shown;
}
