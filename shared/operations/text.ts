/** Changes a text by its difference, so that letters which others type at that moment stay where they are (rule T5). */
import { simpleDiffString } from 'lib0/diff';
import * as Y from 'yjs';
import { isYText } from '../layout';

/**
 * Makes a text of a record read as `wanted`, touching only the stretch that differs. To be called in a transaction.
 * Where the record has no Y.Text there (a peer wrote something else), it gets one.
 */
export function setText(map: Y.Map<unknown>, key: string, wanted: string): void {
  const text = map.get(key);
  if (!isYText(text)) {
    map.set(key, new Y.Text(wanted));
    return;
  }
  const { index, remove, insert } = simpleDiffString(text.toString(), wanted);
  if (remove > 0) text.delete(index, remove);
  if (insert !== '') text.insert(index, insert);
}
