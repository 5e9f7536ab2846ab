/** Stands in for VS Code around a page that a test draws: what the page sends and keeps, and what it is told. */

/** The host of one page. A view that is made after it talks to it. */
export class PageHost {
  readonly root = document.createElement('div');
  readonly sent: unknown[] = [];
  kept: unknown;

  constructor() {
    document.body.replaceChildren(this.root);
    document.body.dataset.subject = JSON.stringify({ space: 'space', record: 'record' });
    const host = {
      postMessage: (message: unknown) => void this.sent.push(message),
      getState: () => this.kept,
      setState: (state: unknown) => {
        this.kept = state;
      },
    };
    Object.assign(globalThis, { acquireVsCodeApi: () => host });
  }

  /** Tells the page a message, as the extension does. */
  tell(message: unknown): void {
    window.dispatchEvent(new MessageEvent('message', { data: message }));
  }

  /** An element of the page. */
  at(selector: string): HTMLElement {
    const element = this.root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    return element;
  }
}
