/** A name in a sentence. */
import { t } from '@vscode/l10n';
import { shownText } from '../../shared/shown-text';

/** The name between the marks of the language, as one line. */
export function quoted(name: string): string {
  return t('“{0}”', shownText(name));
}
