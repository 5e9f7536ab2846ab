/** Why a name is refused where people type it. */
import { t } from '@vscode/l10n';
import { codePointCount, isWellFormed } from '../../../shared/text';

/**
 * Judges names of at most `max` code points, without the white space around them.
 * @returns for a text what is wrong with it, in a sentence; undefined where it is fine
 */
export function nameFault(max: number): (text: string) => string | undefined {
  return (text) => {
    const name = text.trim();
    // What shows nothing, such as a mark of direction alone, would be a row that nobody sees.
    if (/^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u.test(name))
      return t('Type a name; it cannot be empty or only spaces.');
    if (/\p{Cc}/u.test(name)) return t('The name holds a control character, which cannot be shown.');
    if (!isWellFormed(name)) return t('The name holds half of a character (a lone surrogate).');
    const length = codePointCount(name);
    return length > max ? t('A name has at most {0} characters; this one has {1}.', max, length) : undefined;
  };
}
