/** Global setup of the end-to-end tests: packs the extension and installs it once, into a folder that every VS Code of the run reads. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageExtension } from '../../scripts/package-extension';
import { tempFolder } from './temp-folder';
import { installVsCode } from './vscode-install';
import { installExtension } from './vscode-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** the folder of extensions with Tackboard in it, absolute */
    readonly extensions: string;
  }
}

/**
 * Installs the extension that lies in `dist/` and tells the tests where.
 * @returns what removes it again
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = tempFolder('extension');
  const vsix = join(home.path, 'tackboard.vsix');
  await packageExtension(vsix);
  await installExtension(await installVsCode(), home.path, vsix);
  project.provide('extensions', join(home.path, 'extensions'));
  return () => home.remove();
}
