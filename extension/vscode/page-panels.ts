/** The panels of one kind of page: opens them, brings them back after a restart, and keeps strangers' code out of them. */
import * as vscode from 'vscode';
import { beat, numbered, type PageSubject, pageSubject } from '../../shared/messages/page';
import { shownText } from '../../shared/shown-text';
import { OpenPages } from '../app/pages/open-pages';
import type { OpenPage, Page } from '../app/pages/page';
import { pageHtml } from './page-html';

/** The pages that there are, by the names of their bundles. */
export type PageName = 'task' | 'board' | 'dashboard';

/** What a panel is made of. */
export interface PanelKind {
  readonly name: PageName;
  readonly open: OpenPage<object>;
}

/** The open panels of a kind: one a subject. */
export class PagePanels implements vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #kind: PanelKind;
  readonly #ready: (subject: PageSubject) => Promise<void>;
  readonly #pages = new OpenPages<vscode.WebviewPanel>();
  readonly #disposables: vscode.Disposable[] = [];

  /**
   * @param extension the extension's folder
   * @param ready what the page of a subject waits for: before, nothing is known of it
   */
  constructor(extension: vscode.Uri, kind: PanelKind, ready: (subject: PageSubject) => Promise<void>) {
    this.#extension = extension;
    this.#kind = kind;
    this.#ready = ready;
    this.#disposables.push(
      vscode.window.registerWebviewPanelSerializer(this.#viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          const subject = pageSubject.safeParse((state as { subject?: unknown } | undefined)?.subject);
          if (subject.success) await this.#fill(panel, subject.data);
          else panel.dispose();
        },
      }),
    );
  }

  /** Shows the page of a subject; where it is open already, that one. */
  async open(subject: PageSubject): Promise<void> {
    const there = this.#pages.of(subject);
    if (there) {
      there.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(this.#viewType, '', vscode.ViewColumn.Active);
    await this.#fill(panel, subject);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables, ...this.#pages.panels).dispose();
  }

  get #viewType(): string {
    return `tackboard.${this.#kind.name}`;
  }

  async #fill(panel: vscode.WebviewPanel, subject: PageSubject): Promise<void> {
    let page: Page | undefined;
    this.#pages.opened(panel, subject, () => page);
    panel.onDidDispose(() => {
      this.#pages.closed(panel);
      page?.dispose();
    });
    const { webview } = panel;
    const bundles = vscode.Uri.joinPath(this.#extension, 'dist', 'extension', 'pages');
    webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [bundles] };
    panel.iconPath = tabIcon(this.#extension);
    // What the page says before there is anything behind it waits here.
    const waiting: unknown[] = [];
    const receive = (message: unknown) => {
      const { number } = numbered.safeParse(message).data ?? {};
      if (number !== undefined) void webview.postMessage({ kind: 'heard', number });
      if (beat.safeParse(message).success) return;
      if (!page) {
        waiting.push(message);
        return;
      }
      if (isReady(message)) void webview.postMessage(wordsNow());
      void page.receive(message);
    };
    webview.onDidReceiveMessage(receive);
    panel.onDidChangeViewState(() => !panel.visible && page?.hidden());
    webview.html = pageHtml(webview, bundles, this.#kind.name, subject);
    await this.#ready(subject);
    if (!this.#pages.has(panel)) return;
    const opened = this.#kind.open(subject, (message) => void webview.postMessage(message));
    page = opened;
    const title = () => {
      // Of what is gone since the tab was last there, the tab keeps the name that it had.
      if (opened.title !== '') panel.title = shownText(opened.title);
    };
    opened.onTitle(title);
    title();
    for (const message of waiting.splice(0)) receive(message);
  }
}

/** A tab's icon takes no colour of the theme: there is one for light and one for dark. */
function tabIcon(extension: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const file = (name: string) => vscode.Uri.joinPath(extension, 'media', name);
  return { light: file('tab-light.svg'), dark: file('tab-dark.svg') };
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready';
}

function wordsNow(): object {
  return { kind: 'words', language: vscode.env.language, texts: vscode.l10n.bundle ?? {} };
}
