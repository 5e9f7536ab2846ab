/** Saves a file where the person says. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileName } from '../app/pages/file-name';
import { vscodePrompt } from './vscode-prompt';

const KINDS = { csv: 'CSV', png: 'PNG' } as const;

/**
 * Asks where to save a file, and saves it; what does not work is said.
 * @param name what it is about, of which its name is made
 * @param ending of its name
 */
export async function saveFile(name: string, ending: keyof typeof KINDS, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${fileName(name, 'dashboard')}.${ending}`;
  const to = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, file) }),
    filters: { [KINDS[ending]]: [ending] },
  });
  if (!to) return;
  try {
    await vscode.workspace.fs.writeFile(to, bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await vscodePrompt.warn(t('{0} could not be saved: {1}', file, why));
  }
}
