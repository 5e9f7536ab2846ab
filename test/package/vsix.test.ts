// What users install: the .vsix of `npm run package` holds what it should and nothing else.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../scripts/build';
import { packageExtension } from '../../scripts/package-extension';
import { inRoot } from '../../scripts/root';
import { tempFolder } from '../support/temp-folder';
import { zipNames } from '../support/zip-names';

const folder = tempFolder('vsix-test');
const file = join(folder.path, 'tackboard.vsix');
beforeAll(async () => {
  const dist = join(folder.path, 'dist');
  await build({ production: true, dist });
  await packageExtension(file, dist);
}, 60_000);
afterAll(() => folder.remove());

/** What may be in it; vsce writes the papers' names small. */
const ALLOWED = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^extension\/package\.nls(\.[a-z-]+)?\.json$/,
  /^extension\/l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^extension\/media\/[a-z-]+\.(svg|png)$/,
  /^extension\/media\/walkthrough\/[a-z-]+\.png$/,
  /^extension\/dist\/extension\/extension\.(node|web)\.js$/,
  /^extension\/dist\/extension\/pages\/[a-z]+\.(js|css|ttf)$/,
];
const NEEDED = [
  ...['extension.node.js', 'extension.web.js', 'pages/task.js', 'pages/board.js', 'pages/dashboard.js'].map(
    (name) => `dist/extension/${name}`,
  ),
  ...['package.nls.json', 'package.nls.de.json', 'l10n/bundle.l10n.json', 'l10n/bundle.l10n.de.json'],
  ...['package.json', 'readme.md', 'changelog.md', 'LICENSE.txt', 'media/tackboard.svg', 'media/icon.png'],
];

test('it holds bundles, manifest, translations, icons, walkthrough and papers, and nothing else', async () => {
  const names = zipNames(await readFile(file));
  expect(names.filter((name) => !ALLOWED.some((allowed) => allowed.test(name)))).toEqual([]);
  expect(NEEDED.filter((name) => !names.includes(`extension/${name}`))).toEqual([]);
});

test('the pictures of the walkthrough are in it, and no others', async () => {
  const names = zipNames(await readFile(file)).filter((name) => name.startsWith('extension/media/walkthrough/'));
  const { contributes } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const [{ steps }]: [{ steps: readonly { media: { image: object } }[] }] = contributes.walkthroughs;
  const named = new Set(steps.flatMap(({ media }) => Object.values(media.image)));
  expect(names.toSorted()).toEqual([...named].map((name) => `extension/${name}`).toSorted());
});

test('it is under 1 MB', async () => {
  expect((await stat(file)).size).toBeLessThan(1_000_000);
});
