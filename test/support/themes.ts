/** The four kinds of theme that VS Code has, and how a test puts one on. */
import { writeFolderSettings } from './folder-settings';
import type { VsCodeServer } from './vscode-server';
import type { Workbench } from './workbench';

/** The themes, each with the class that VS Code gives to a page's body under it. */
export const THEMES = [
  { theme: 'Default Light Modern', body: 'vscode-light' },
  { theme: 'Default Dark Modern', body: 'vscode-dark' },
  { theme: 'Default High Contrast', body: 'vscode-high-contrast:not(.vscode-high-contrast-light)' },
  { theme: 'Default High Contrast Light', body: 'vscode-high-contrast-light' },
] as const;

/** Puts a theme on, by the folder's settings, and waits until a page has it. */
export async function putOn(
  vscode: VsCodeServer,
  bench: Workbench,
  { theme, body }: (typeof THEMES)[number],
): Promise<void> {
  await writeFolderSettings(vscode, { 'workbench.colorTheme': theme });
  // By its name too: the theme that VS Code begins with is of one of these kinds. What newer ones call it has no "Default" before it.
  const name = theme.replace('Default ', '');
  await bench.webview().locator(`body.${body}[data-vscode-theme-id$="${name}"]`).waitFor();
}
