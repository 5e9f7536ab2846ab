/** The name of a file that is made of what somebody called something. */
import { shownText } from '../../../shared/shown-text';

/**
 * A name without what a file's name may not hold on some system.
 * @param otherwise where nothing is left of it
 */
export function fileName(name: string, otherwise: string): string {
  const plain = shownText(name.replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')).replace(/^[\s.]+|[\s.]+$/g, '');
  return plain === '' ? otherwise : plain;
}
