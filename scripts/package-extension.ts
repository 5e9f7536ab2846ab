/** The extension as a .vsix, as users install it: the bundle, its texts in the languages, icons and the papers, nothing else (.vscodeignore). */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { startGroup } from '../test/support/child-group';
import { tempFolder } from '../test/support/temp-folder';
import { build } from './build';
import { inRoot } from './root';

/** What .vscodeignore lets in, and what it is read with. */
const PARTS = [
  ...['package.json', 'package.nls.json', 'package.nls.de.json', '.vscodeignore'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', 'l10n', 'media'],
];

/**
 * Packs what `build` has made; a second or two.
 * @param file where the package goes, absolute
 * @param dist the folder of the bundles, absolute; dist/ unless told
 * @throws with vsce's words if it refuses the manifest
 */
export async function packageExtension(file: string, dist = inRoot('dist')): Promise<void> {
  // vsce looks at every file of the folder before it asks .vscodeignore: with the VS Codes of the tests in it, for ten seconds.
  await using stage = tempFolder('vsix');
  for (const part of PARTS) {
    if (existsSync(inRoot(part))) await cp(inRoot(part), join(stage.path, part), { recursive: true });
  }
  await cp(join(dist, 'extension'), join(stage.path, 'dist', 'extension'), { recursive: true });
  // A process of its own, since vsce lists every file on our output. Everything is in the bundle: no dependency goes in.
  const vsce = inRoot('node_modules', '@vscode', 'vsce', 'vsce');
  const args = [vsce, 'package', '--no-dependencies', '--out', file];
  const child = await startGroup({ command: process.execPath, args, cwd: stage.path });
  if ((await child.ended) !== 0) throw new Error(`The extension could not be packed:\n${child.output()}`);
}

/** `npm run package`: a production build, packed into tackboard.vsix. */
export async function main(): Promise<number> {
  await build({ production: true });
  await packageExtension(inRoot('tackboard.vsix'));
  console.log('Packed the extension into tackboard.vsix.');
  return 0;
}
