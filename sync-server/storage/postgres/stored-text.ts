/**
 * Texts as PostgreSQL can hold them: it refuses U+0000, which a name or the id of a record may have. U+0010 stands before what is
 * meant otherwise. Other texts, which are all that anybody sees, are as they are.
 */

/** A text as it is stored. */
export function toStored(text: string): string {
  if (!NOT_AS_IT_IS.test(text)) return text;
  return text.replaceAll('\u0010', '\u0010\u0010').replaceAll('\u0000', '\u00100');
}

/** A stored text as it was. */
export function fromStored(text: string): string {
  if (!text.includes('\u0010')) return text;
  return text.replaceAll(MEANT_OTHERWISE, (_, sign: string) => (sign === '0' ? '\u0000' : sign));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_AS_IT_IS = /[\u0000\u0010]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const MEANT_OTHERWISE = /\u0010(.)/gu;
