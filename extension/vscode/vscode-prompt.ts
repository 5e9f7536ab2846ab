/** Talks with the person through VS Code: input boxes, quick picks, notifications. */
import * as vscode from 'vscode';
import type { Prompt } from '../app/prompt';

/** The prompt of the running window. */
export const vscodePrompt: Prompt = {
  async line({ title, prompt, value, placeholder, secret, refuse }) {
    return vscode.window.showInputBox({
      title,
      prompt,
      ...(value !== undefined && { value }),
      ...(placeholder !== undefined && { placeHolder: placeholder }),
      ...(secret !== undefined && { password: secret }),
      ignoreFocusOut: true,
      validateInput: refuse,
    });
  },

  async pick(title, choices) {
    const items = choices.map(({ label, description, value }) => ({
      label: withoutIcons(label),
      description: withoutIcons(description),
      value,
    }));
    return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.value;
  },

  async tell(message, ...actions) {
    return vscode.window.showInformationMessage(withoutLinks(message), ...actions);
  },

  async warn(message, ...actions) {
    return vscode.window.showWarningMessage(withoutLinks(message), ...actions);
  },

  async during(title, work) {
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);
  },
};

/**
 * A message in which nothing is a link: notifications make one of `[text](command:…)`, and a task may be called that.
 * A word joiner, which nobody sees, keeps the two brackets apart.
 */
function withoutLinks(message: string): string {
  return message.replaceAll('](', ']\u2060(');
}

/** A label in which nothing is an icon: quick picks make one of `$(name)`. */
function withoutIcons(label: string): string {
  return label.replaceAll('$(', '$\u2060(').replace(/\s+/g, ' ');
}
