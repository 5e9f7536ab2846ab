/** A translation of texts: what is missing in it, what nobody asks for any more, and where it leaves out what is put in. */

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Compares a translation with what it translates.
 * @param name of the translation, to tell where something is
 * @param english the texts in English, by their keys
 * @returns each fault in a line; none where it is whole
 */
export function translationFaults(name: string, english: Texts, translated: Texts): readonly string[] {
  const faults: string[] = [];
  for (const [key, text] of Object.entries(english)) {
    const other = translated[key];
    if (other === undefined) faults.push(`${name}: missing: ${JSON.stringify(key)}`);
    else if (other.trim() === '') faults.push(`${name}: empty: ${JSON.stringify(key)}`);
    else if (fixedParts(other) !== fixedParts(text))
      faults.push(`${name}: not the same placeholders or links: ${JSON.stringify(key)} and ${JSON.stringify(other)}`);
  }
  for (const key of Object.keys(translated))
    if (!(key in english)) faults.push(`${name}: nobody says this any more: ${JSON.stringify(key)}`);
  return faults;
}

/** What has to be the same in every language: what is put in, where links lead, and settings that are named. */
function fixedParts(text: string): string {
  return [...text.matchAll(/\{\w+\}|\]\(command:[^)]*\)|`#[\w.]+#`/g)]
    .map(([part]) => part)
    .sort()
    .join(' ');
}
