/** The extension starts in a real extension host, and keeps what its manifest promises. */
import { assert } from 'chai';
import * as vscode from 'vscode';

describe('the extension', () => {
  const found = (): vscode.Extension<unknown> => {
    const extension = vscode.extensions.getExtension('tackboard.tackboard');
    assert.ok(extension, 'VS Code does not know tackboard.tackboard');
    return extension;
  };

  it('activates', async () => {
    await found().activate();
    assert.strictEqual(found().isActive, true);
  });

  it('registers every command of its manifest', async () => {
    await found().activate();
    const { contributes } = found().packageJSON as { contributes: { commands: { command: string }[] } };
    const promised = contributes.commands.map(({ command }) => command);
    assert.ok(promised.length > 0, 'the manifest names no command');
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      promised.filter((command) => !registered.has(command)),
      [],
    );
  });
});
