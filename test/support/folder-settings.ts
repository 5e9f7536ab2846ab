/** The settings of the folder that a VS Code has open. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VsCodeServer } from './vscode-server';

/** Writes the folder's settings, in place of what they were; VS Code reads them a moment later. */
export async function writeFolderSettings(
  { workspace }: VsCodeServer,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const folder = join(workspace, '.vscode');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
}
