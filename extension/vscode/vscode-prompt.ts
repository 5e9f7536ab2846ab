/** Talks with the person through VS Code: input boxes, quick picks, notifications. */
import * as vscode from 'vscode';
import { shownLines } from '../../shared/shown-text';
import type { Prompt } from '../app/prompt';

/** The prompt of the running window. */
export const vscodePrompt: Prompt = {
  get language() {
    return vscode.env.language;
  },

  async line({ title, prompt, value, placeholder, secret, refuse, hint }) {
    return vscode.window.showInputBox({
      title: plain(title),
      prompt: plain(prompt),
      ...(value !== undefined && { value }),
      ...(placeholder !== undefined && { placeHolder: placeholder }),
      ...(secret !== undefined && { password: secret }),
      ignoreFocusOut: true,
      validateInput: (text) => refuse(text) ?? understood(hint?.(text)),
    });
  },

  async pick(title, choices) {
    const items = choices.map(({ label, description, value }) => ({
      label: plain(label),
      description: plain(description),
      value,
    }));
    return (await vscode.window.showQuickPick(items, { title: plain(title), matchOnDescription: true }))?.value;
  },

  async tell(message, ...actions) {
    return vscode.window.showInformationMessage(plain(message), ...actions);
  },

  async warn(message, ...actions) {
    return vscode.window.showWarningMessage(plain(message), ...actions);
  },

  async confirm(question, yes) {
    return (await vscode.window.showWarningMessage(plain(question), { modal: true }, yes)) === yes;
  },

  async copy(text) {
    await vscode.env.clipboard.writeText(text);
  },

  async during(title, work) {
    const running = work();
    if (await isDoneWithin(SOON, running)) return running;
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => running);
  },
};

/**
 * Work that is done within so many ms shows no progress: what flashes up tells nobody anything, and of four notifications in 0.8 s
 * VS Code leaves out the last, which says what came of it.
 */
const SOON = 400;

/** Whether some work has come to its end, good or bad, within some ms. */
async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the box says below what is typed without keeping it from being accepted. */
function understood(hint: string | undefined): vscode.InputBoxValidationMessage | undefined {
  return hint === undefined ? undefined : { message: plain(hint), severity: vscode.InputBoxValidationSeverity.Info };
}

/**
 * A text in which nothing is a link or an icon: notifications, input boxes and quick picks make a link of `[text](command:…)`, which
 * runs the command, and an icon of `$(name)`; a task may be called either. A word joiner, which nobody sees, keeps the signs apart.
 * Nor does anything in it, such as an address, turn the direction of what stands behind it.
 */
function plain(text: string): string {
  return shownLines(text).replaceAll('](', ']\u2060(').replaceAll('$(', '$\u2060(');
}
