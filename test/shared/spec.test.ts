// The specification and the tests hold each other: every rule is cited by a test's title, and every citation names a rule.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const spec = readFileSync(join(root, 'shared/SPEC.md'), 'utf8');
const rules = [...spec.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].flatMap(([, id]) => id ?? []);

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => join(root, folder, file));
}

/** Rule ids in titles: the string that `test(`, `it(`, `describe(` or one of their variants starts with. */
function citationsIn(text: string): string[] {
  const titles = text.matchAll(
    /\b(?:test|it|describe)(?:\.[a-z]+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g,
  );
  return [...titles]
    .flatMap(([, , title]) => [...(title ?? '').matchAll(/\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g)])
    .flatMap(([, ids]) => (ids ?? '').split(/, ?/));
}

const cited = new Set(filesUnder('test', '.test.ts').flatMap((file) => citationsIn(readFileSync(file, 'utf8'))));

test('the specification numbers each rule once', () => {
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([]);
});

test('every rule of the specification is cited by the title of a test', () => {
  expect(rules.filter((id) => !cited.has(id))).toEqual([]);
});

test('every citation in the title of a test names a rule', () => {
  expect([...cited].filter((id) => !rules.includes(id))).toEqual([]);
});

test('every rule that a comment in the code names is in the specification', () => {
  const named = ['shared', 'extension', 'sync-server', 'media'].flatMap((room) =>
    filesUnder(room, '.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\brules? ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)/g)].flatMap(
        ([, ids]) => [...(ids ?? '').matchAll(/[A-Z]\d+/g)].map(([id]) => `${id} in ${file.slice(root.length + 1)}`),
      ),
    ),
  );
  expect(named.filter((name) => !rules.includes(name.split(' ')[0] ?? ''))).toEqual([]);
});
