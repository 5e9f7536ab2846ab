/** Changes a text by its difference, so that letters which others type at that moment stay where they are (rule T5). */
import { diffWordsWithSpace } from 'diff';
import { simpleDiffString } from 'lib0/diff';
import * as Y from 'yjs';
import { isYText } from '../layout';

/** One stretch of a text that changes: at `index` of the old text, `remove` code units go and `insert` comes. */
export interface Stretch {
  readonly index: number;
  readonly remove: number;
  readonly insert: string;
}

/** Past so many changed words the texts have little in common, and finding the least difference would take its time. */
const EDITS_MAX = 400;

/**
 * The stretches in which two texts differ: whole words are compared, and of words that differ only the letters that do.
 * Never inside a character.
 * @returns in the order of the old text, not touching each other
 */
export function differenceOf(before: string, after: string): readonly Stretch[] {
  const whole = simpleDiffString(before, after);
  if (whole.remove === 0 && whole.insert === '') return [];
  if (whole.remove === 0 || whole.insert === '') return [whole];
  const old = before.slice(whole.index, whole.index + whole.remove);
  const parts = diffWordsWithSpace(old, whole.insert, { maxEditLength: EDITS_MAX });
  if (!parts) return [whole];
  const found: Stretch[] = [];
  let index = whole.index;
  let [removed, inserted] = ['', ''];
  const flush = () => {
    const { index: at, remove, insert } = simpleDiffString(removed, inserted);
    if (remove > 0 || insert !== '') found.push({ index: index + at, remove, insert });
    index += removed.length;
    [removed, inserted] = ['', ''];
  };
  for (const { value, added, removed: gone } of parts) {
    if (added) inserted += value;
    else if (gone) removed += value;
    else {
      flush();
      index += value.length;
    }
  }
  flush();
  return found;
}

/**
 * Makes a text of a record read as `wanted`, touching only the stretches that differ. To be called in a transaction.
 * Where the record has no Y.Text there (a peer wrote something else), it gets one.
 */
export function setText(map: Y.Map<unknown>, key: string, wanted: string): void {
  const text = map.get(key);
  if (!isYText(text)) {
    map.set(key, new Y.Text(wanted));
    return;
  }
  changeText(text, wanted);
}

/** Makes a text read as `wanted`, touching only the stretches that differ. To be called in a transaction. */
export function changeText(text: Y.Text, wanted: string): void {
  // From the end, so that what is done does not shift what is still to do.
  for (const { index, remove, insert } of differenceOf(text.toString(), wanted).toReversed()) {
    if (remove > 0) text.delete(index, remove);
    if (insert !== '') text.insert(index, insert);
  }
}
