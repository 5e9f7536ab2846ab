/** Days and moments in words of a language. */

/** Making a format costs a hundred times what using it does, and a hundredth of a megabyte: each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment in words.
 * @param language as BCP 47 names it, such as `en` or `de-AT`
 * @param style which parts of it, as `Intl.DateTimeFormat` takes them; the day alone where it names none
 */
export function dateWords(date: Date, language: string, style: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(style)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, style);
    formats.set(key, format);
  }
  return format.format(date);
}
