/** Text without what a search does not tell apart: case and accents (rule R29). */

const folded = new WeakMap<object, string>();

/** Folds a text: letters without accents, in small letters; `ß` is `ss`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[ςøłđ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Letters with a stroke are no letter and accent to Unicode; and a sigma at a word's end is a sigma. */
const PLAIN: Readonly<Record<string, string>> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd' };

/** The folded texts of a record, worked out once: records never change, a changed one is another object. */
export function foldedOnce(record: object, texts: () => readonly (string | null | undefined)[]): string {
  let known = folded.get(record);
  if (known === undefined) {
    known = fold(
      texts()
        .filter((text) => text)
        .join('\n'),
    );
    folded.set(record, known);
  }
  return known;
}
