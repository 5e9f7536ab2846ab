/** "Pin This File" and "Pin This Line" on a repository of the real Git: what is pinned, and that it leads back after the line has moved. */
import { assert } from 'chai';
import * as vscode from 'vscode';
import { lineHash } from '../../../extension/app/pins/permalink';
import { type GitRepository, gitRepository } from '../../support/git-repository';
import { tempFolder } from '../../support/temp-folder';
import { waitFor } from '../../support/wait';

// A text, for which VS Code starts no language server.
const FILE = 'src/engine.txt';
const LINES = ['first', 'the one that is pinned', 'third', ''];

describe('code is pinned', () => {
  let top: vscode.Uri;
  let repository: GitRepository;
  before(async () => {
    await vscode.extensions.getExtension('tackboard.tackboard')?.activate();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    top = folder.uri;
    repository = await gitRepository(top.fsPath, { [FILE]: LINES.join('\n') }, 'git@github.com:ada/engine.git');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const made of ['.git', 'src'])
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(top, made), { recursive: true });
  });

  /** Runs a command and, until it ends, does what the person does about what it shows. */
  async function run(command: string, act: string, ...args: unknown[]): Promise<void> {
    let ended = false;
    const running = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => {
      ended = true;
    });
    await waitFor(`the end of ${command}`, async () => {
      await vscode.commands.executeCommand(act);
      return ended;
    });
    await running;
  }
  /** Takes what a box suggests: a name, the pin that is the only one. */
  const TAKE = 'workbench.action.acceptSelectedQuickOpenItem';
  /** Puts messages away. */
  const PUT_AWAY = 'notifications.clearAll';

  interface Pin {
    readonly name: string;
    readonly target: { readonly url: string };
  }
  async function pins(): Promise<readonly Pin[]> {
    const { content } = await vscode.lm.invokeTool('tackboard_list_pins', {
      input: {},
      toolInvocationToken: undefined,
    });
    return JSON.parse(content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''))
      .pins;
  }

  const file = () => vscode.Uri.joinPath(top, FILE);
  const page = () => `https://github.com/ada/engine/blob/${repository.commit}/${FILE}`;

  it('as a file, by the page of its commit', async () => {
    await run('tackboard.pinFile', TAKE, file());
    assert.containSubset(await pins(), [{ name: 'engine.txt', target: { url: page() } }]);
    await vscode.commands.executeCommand('tackboard.undo');
    assert.deepEqual(await pins(), []);
  });

  it('as the line of the editor with a hash of its text, and opens there when the line has moved', async () => {
    const editor = await vscode.window.showTextDocument(file());
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    await run('tackboard.pinLine', TAKE);
    const [pin, ...others] = await pins();
    assert.isEmpty(others);
    assert.strictEqual(pin?.name, 'engine.txt:2');
    const [link, directive] = (pin?.target.url ?? '').split(':~:');
    assert.strictEqual(link, `${page()}#L2`);
    assert.strictEqual(directive, `tackboard=${lineHash(LINES[1] ?? '')}`);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new\nnewer\n'));
    // It may have been saved by itself already.
    await editor.document.save();
    assert.isFalse(editor.document.isDirty);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await run('tackboard.openPin', TAKE);
    const opened = vscode.window.activeTextEditor;
    assert.strictEqual(opened?.document.uri.toString(), file().toString());
    assert.strictEqual(opened?.selection.start.line, 3);
    assert.strictEqual(opened?.document.getText(opened.selection), LINES[1]);
    await vscode.commands.executeCommand('tackboard.undo');
  });

  it('not where there is no repository, which is said', async () => {
    await using elsewhere = tempFolder('no-repository');
    const alone = vscode.Uri.joinPath(vscode.Uri.file(elsewhere.path), 'notes.txt');
    await vscode.workspace.fs.writeFile(alone, new TextEncoder().encode('notes\n'));
    await run('tackboard.pinFile', PUT_AWAY, alone);
    assert.deepEqual(await pins(), []);
  });
});
