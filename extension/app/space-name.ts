/** What a space is called where it is shown. */
import { t } from '@vscode/l10n';
import { NO_NAME } from '../../shared/reader/stored';
import { LOCAL_SPACE } from './account';
import type { OpenSpace } from './open-space';

/** Whether a space is known here, but not what it holds: its document has not come yet, or was damaged. A whole one has a name. */
export function isIncomplete({ known, replica }: OpenSpace): boolean {
  return known.kind !== 'user' && replica.view.fields.name === NO_NAME;
}

/** What is said beside the name of a space that is incomplete. */
export function incompleteWords(): string {
  return t('incomplete: not all of it is on this machine yet');
}

/** The name of a space: of a personal one what it is, since it has no name of its own. */
export function spaceName({ known, replica }: OpenSpace): string {
  if (known.kind !== 'user') return replica.view.fields.name;
  return known.id === LOCAL_SPACE ? t('On This Machine') : t('Personal');
}
