/** What of a view is folded and unfolded stays so over reloads: VS Code asks anew for every place how it is to begin. */
import * as vscode from 'vscode';
import { Expansion } from '../app/tree/expansion';
import { keptIn } from './kept-in';

/** The folding of one view. */
export class Folding {
  readonly #expansion: Expansion;

  /** @param key by which it is kept */
  constructor(memory: vscode.Memento, key: string) {
    this.#expansion = new Expansion(keptIn(memory, key));
  }

  /** Notices what the person folds and unfolds. */
  follow(view: vscode.TreeView<{ readonly id: string }>): vscode.Disposable {
    return vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#expansion.set(element.id, true)),
      view.onDidCollapseElement(({ element }) => this.#expansion.set(element.id, false)),
    );
  }

  /** An item, folded as its place was. */
  applied(item: vscode.TreeItem, { id }: { readonly id: string }): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    if (item.collapsibleState === None || item.collapsibleState === undefined) return item;
    const isExpanded = this.#expansion.isExpanded(id, item.collapsibleState === Expanded);
    item.collapsibleState = isExpanded ? Expanded : Collapsed;
    return item;
  }
}
