/** Texts to be read in an editor, and never written: they lie in no file, and go with the window. */
import * as vscode from 'vscode';
import type { ShowText } from '../app/commands/aside-commands';

const SCHEME = 'tackboard-text';

/** What shows texts; disposing ends that. */
export interface ReadOnlyTexts extends vscode.Disposable {
  readonly show: ShowText;
}

/** Registers the texts of a window. Each is plain text, whatever is in it. */
export function readOnlyTexts(): ReadOnlyTexts {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString()));
  return {
    show: async (title, text) => {
      // The number makes it another document each time; the name is shown in the tab, and is no path.
      const path = `/${++count}/${title.replace(/[/\\]/g, ' ')}`;
      const uri = vscode.Uri.from({ scheme: SCHEME, path });
      texts.set(uri.toString(), text);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
      await vscode.window.showTextDocument(document, { preview: false });
    },
    dispose: () => vscode.Disposable.from(provider, closed).dispose(),
  };
}
