/** The extension as a .vsix, as users install it: the bundle, icons and the papers, nothing else (.vscodeignore). */
import { createVSIX } from '@vscode/vsce';
import { build } from './build';
import { inRoot, ROOT } from './root';

/**
 * Packs what `build` has put into dist/.
 * @param file where the package goes
 */
export async function packageExtension(file: string): Promise<void> {
  // Everything is in the bundle, so no dependency goes in.
  await createVSIX({ cwd: ROOT, packagePath: file, dependencies: false });
}

/** `npm run package`: a production build, packed into tackboard.vsix. */
export async function main(): Promise<number> {
  await build({ production: true });
  await packageExtension(inRoot('tackboard.vsix'));
  return 0;
}
