/** The settings as VS Code has them, for the folder that is open. */
import * as vscode from 'vscode';
import { readSetting, type Settings } from '../app/settings';

export const vscodeSettings: Settings = {
  get: (name) => readSetting(name, vscode.workspace.getConfiguration('tackboard').get(name)),
  onChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tackboard')) listener();
    }),
};
