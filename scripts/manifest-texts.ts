/** The texts for people in the manifest: keys like `%command.addTask%`, which VS Code replaces by what package.nls.json says. */
import type { Texts } from './translation';

/** The parts of `contributes` that people read. What is read by agents, or is the product's name, stays as it is. */
const SHOWN = new Set([
  ...['title', 'name', 'contents', 'markdownDescription', 'markdownEnumDescriptions', 'altText', 'label'],
  ...['displayName', 'userDescription'],
]);

/** Where `description` is read by people: elsewhere it is part of a JSON schema, for agents. */
const WALKTHROUGH = 'walkthroughs';

/** A language model tool is called by its `name`, and its schema is for agents. */
const TOOLS = 'languageModelTools';

/**
 * Finds texts of the manifest that are written out in it, and keys that package.nls.json does not have, or that nobody asks for.
 * @param contributes that part of package.json
 * @returns each fault in a line
 */
export function manifestFaults(contributes: unknown, english: Texts): readonly string[] {
  const faults: string[] = [];
  const asked = new Set<string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') {
      const key = /^%(.+)%$/.exec(value)?.[1];
      if (key !== undefined) {
        asked.add(key);
        if (!(key in english)) faults.push(`package.nls.json: missing: ${key}`);
      } else if (isShown(path) && value !== 'Tackboard') {
        faults.push(`package.json: write a key, and the text into package.nls.json: ${path.join('.')}: ${value}`);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
    }
  };
  visit(contributes, []);
  for (const key of Object.keys(english))
    if (!asked.has(key)) faults.push(`package.nls.json: nobody asks for this: ${key}`);
  return faults;
}

function isShown(path: readonly string[]): boolean {
  const named = path.filter((part) => !/^\d+$/.test(part));
  const last = named.at(-1) ?? '';
  if (path[0] === TOOLS) return last === 'displayName' || last === 'userDescription';
  return SHOWN.has(last) || (path[0] === WALKTHROUGH && last === 'description');
}
