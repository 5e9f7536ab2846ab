/** Commands called as other extensions and keys call them: what needs no typing. Typing is Playwright's part (test/e2e). */
import { assert } from 'chai';
import * as vscode from 'vscode';
import { waitFor } from '../support/wait';

/** The person leaves an input box or a list. */
const AWAY = 'workbench.action.closeQuickOpen';
/** The person puts messages away. */
const PUT_AWAY = 'notifications.clearAll';

describe('a command', () => {
  before(async () => {
    await vscode.extensions.getExtension('tackboard.tackboard')?.activate();
    await vscode.commands.executeCommand('tackboard.tasks.focus');
  });

  /** Calls a command and does things again and again until it ends. */
  async function endsWhen(command: string, acts: readonly string[], ...args: unknown[]): Promise<void> {
    let ended = false;
    const running = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => {
      ended = true;
    });
    await waitFor(`the end of ${command}`, async () => {
      for (const act of acts) await vscode.commands.executeCommand(act);
      return ended;
    });
    await running;
  }

  it('that asks for a name ends when the person goes away', async () => {
    await endsWhen('tackboard.addTask', [AWAY]);
    await endsWhen('tackboard.connect', [AWAY]);
  });

  it('that asks for a task ends when the person goes away', async () => {
    for (const command of ['addSubtask', 'rename', 'complete', 'reopen', 'delete'])
      await endsWhen(`tackboard.${command}`, [AWAY]);
  });

  it('that tells something ends when that is put away', async () => {
    await endsWhen('tackboard.disconnect', [PUT_AWAY]);
    await endsWhen('tackboard.showStatus', [PUT_AWAY]);
    await endsWhen('tackboard.reviewRefused', [PUT_AWAY]);
  });

  it('does nothing where its row is being drawn anew, rather than ask, or act on what is selected', async () => {
    // As VS Code calls it then: it would wait for an answer otherwise.
    for (const command of ['addSubtask', 'rename', 'complete', 'delete', 'deletePin', 'removeMember', 'restore'])
      await vscode.commands.executeCommand(`tackboard.${command}`, undefined, undefined);
    await vscode.commands.executeCommand(PUT_AWAY);
  });

  it('bears what it cannot have been called on', async () => {
    const strange = [{}, 'a text', 7, [], { kind: 'task', space: 'nowhere', record: '__proto__', id: 'x' }];
    for (const argument of strange) {
      for (const command of ['addTask', 'addSubtask', 'rename', 'complete', 'delete'])
        await endsWhen(`tackboard.${command}`, [AWAY, PUT_AWAY], argument);
    }
    assert.strictEqual(vscode.extensions.getExtension('tackboard.tackboard')?.isActive, true);
  });
});
