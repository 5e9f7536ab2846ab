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

/**
 * Makes a text read as `wanted`, touching only the stretches that differ. To be called in a transaction.
 * What a peer put into it beside letters stays between the letters where it is.
 */
export function changeText(text: Y.Text, wanted: string): void {
  const runs = runsOf(text);
  // From the end, so that what is done does not shift what is still to do.
  for (const { index, remove, insert } of differenceOf(text.toString(), wanted).toReversed()) {
    const before = runs.findLast(({ at }) => at < index);
    for (const { at, place, length } of runs.toReversed()) {
      const [start, end] = [Math.max(at, index), Math.min(at + length, index + remove)];
      if (start < end) text.delete(place + start - at, end - start);
    }
    if (insert !== '') text.insert(before ? before.place + index - before.at : 0, insert);
  }
}

/** Letters of a text side by side: where they are in what it reads as, and their place in the text, which counts what is no letter too. */
interface LetterRun {
  readonly at: number;
  readonly place: number;
  readonly length: number;
}

function runsOf(text: Y.Text): readonly LetterRun[] {
  const runs: LetterRun[] = [];
  let [at, place] = [0, 0];
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue;
    if (item.content instanceof Y.ContentString) {
      runs.push({ at, place, length: item.length });
      at += item.length;
    }
    place += item.length;
  }
  return runs;
}
