/** A small value kept by VS Code, for a workspace or a profile. */
import type * as vscode from 'vscode';
import type { KeptValue } from '../app/kept-value';

/** The value that a memento keeps by a key. */
export function keptIn(memory: vscode.Memento, key: string): KeptValue {
  return { load: () => memory.get(key), save: (value) => void memory.update(key, value) };
}
