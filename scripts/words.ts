/** `npm run words`: collects the texts of the extension into l10n/, and says what is missing in its translations. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { manifestFaults } from './manifest-texts';
import { inRoot, ROOT } from './root';
import { textsOf } from './source-texts';
import { type Texts, translationFaults } from './translation';
import { untranslatedIn } from './untranslated-texts';

/** The rooms that talk to people through VS Code. */
const ROOMS = ['extension', 'media'];
/** What both of them say; the rest of its room is said by programs, in English. */
const SHARED = join('shared', 'field-words.ts');
/** The texts of the code in English, which is also their key. */
const BUNDLE = join('l10n', 'bundle.l10n.json');
const MANIFEST = 'package.nls.json';

const texts = z.record(z.string(), z.string());
const packageJson = z.object({ contributes: z.unknown() });

/** What the code says, and what is wrong with how it says it. */
async function collect(): Promise<{ readonly english: Texts; readonly faults: readonly string[] }> {
  const found = new Map<string, string>();
  const faults: string[] = [];
  for (const path of await sources()) {
    const code = await readFile(inRoot(path), 'utf8');
    const { texts, unreadable } = textsOf(path, code);
    for (const { key, message } of texts) found.set(key, message);
    faults.push(...[...unreadable, ...untranslatedIn(path, code)].map(({ at, why }) => `${at}: ${why}`));
  }
  const english = Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { english, faults };
}

/** The files of code that talk to people. */
async function sources(): Promise<readonly string[]> {
  const ofRooms = await Promise.all(
    ROOMS.map(async (room) => (await readdir(inRoot(room), { recursive: true })).map((file) => join(room, file))),
  );
  return [...ofRooms.flat().filter((file) => file.endsWith('.ts')), SHARED];
}

/** The translations of a file: `bundle.l10n.de.json` beside `bundle.l10n.json`. */
async function translations(file: string): Promise<readonly { readonly name: string; readonly texts: Texts }[]> {
  const folder = join(file, '..');
  const [start = ''] = file.slice(folder === '.' ? 0 : folder.length + 1).split('.json');
  const names = (await readdir(join(ROOT, folder))).filter(
    (name) => name.startsWith(`${start}.`) && name !== `${start}.json`,
  );
  return Promise.all(
    names.map(async (name) => ({ name: join(folder, name), texts: await readTexts(join(folder, name)) })),
  );
}

async function readTexts(file: string): Promise<Texts> {
  return texts.parse(JSON.parse(await readFile(inRoot(file), 'utf8')));
}

/** Everything that is wrong with the texts and their translations, each in a line. */
export async function wordFaults(): Promise<readonly string[]> {
  const { english, faults } = await collect();
  const written = await readTexts(BUNDLE);
  const isCurrent = JSON.stringify(written) === JSON.stringify(english);
  const manifest = await readTexts(MANIFEST);
  const { contributes } = packageJson.parse(JSON.parse(await readFile(inRoot('package.json'), 'utf8')));
  return [
    ...faults,
    ...(isCurrent ? [] : [`${BUNDLE} is not what the code says: run npm run words`]),
    ...manifestFaults(contributes, manifest),
    ...(await translations(BUNDLE)).flatMap(({ name, texts }) => translationFaults(name, english, texts)),
    ...(await translations(MANIFEST)).flatMap(({ name, texts }) => translationFaults(name, manifest, texts)),
  ];
}

/** `npm run words [-- --check]`: writes l10n/bundle.l10n.json unless told to check only; 0 if nothing is wrong. */
export async function main(args: readonly string[]): Promise<number> {
  if (!args.includes('--check')) {
    const { english } = await collect();
    await writeFile(inRoot(BUNDLE), `${JSON.stringify(english, undefined, 2)}\n`);
  }
  const faults = await wordFaults();
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
}
