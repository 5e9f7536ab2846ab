/** What a space is called where it is shown. */
import { t } from '@vscode/l10n';
import { LOCAL_SPACE } from './account';
import type { OpenSpace } from './open-space';

/** The name of a space: of a personal one what it is, since it has no name of its own. */
export function spaceName({ known, replica }: OpenSpace): string {
  if (known.kind !== 'user') return replica.view.fields.name;
  return known.id === LOCAL_SPACE ? t('On This Machine') : t('Personal');
}
