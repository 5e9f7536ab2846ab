/** Text as people count it: in Unicode code points, never cut inside a character (rule L5). */

/**
 * The number of code points in a string.
 * @param limit stop counting there: a megabyte need not be counted to know that it is too long
 */
export function codePointCount(text: string, limit = Number.POSITIVE_INFINITY): number {
  if (text.length < limit && /^[\0-\ud7ff\ue000-\uffff]*$/.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length && count < limit; at += isPair(text, at) ? 2 : 1) count++;
  return count;
}

/** The first `max` code points of a string; the string itself where it is not longer. */
export function cutToCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let at = 0;
  for (let count = 0; count < max && at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/** Whether a string holds no half of a character (lone surrogate): only then can it be stored and sent unchanged. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** A string with every lone surrogate replaced by U+FFFD, which is what encoding it would make of it. */
export function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** Compares by UTF-16 code units, the same on every machine and in every locale. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
