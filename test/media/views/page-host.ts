/** Stands in for VS Code around a page that a test draws: what the page sends and keeps, and what it is told. */

/** The host of one page. A view that is made after it talks to it. */
export class PageHost {
  readonly root = document.createElement('div');
  /** What the page has asked for. */
  readonly sent: unknown[] = [];
  /** Whether nobody hears the page any more. */
  isDeaf = false;
  kept: unknown;

  constructor() {
    document.body.replaceChildren(this.root);
    document.body.dataset.subject = JSON.stringify({ space: 'space', record: 'record' });
    const host = {
      postMessage: ({ number, ...message }: { readonly number: number; readonly kind: string }) => {
        if (message.kind !== 'beat') this.sent.push(message);
        if (!this.isDeaf) queueMicrotask(() => this.tell({ kind: 'heard', number }));
      },
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

  /** The host of the same page once it is loaded anew: it knows what the page has kept. */
  reloaded(): PageHost {
    const again = new PageHost();
    again.kept = structuredClone(this.kept);
    return again;
  }

  /** An element of the page. */
  at(selector: string): HTMLElement {
    const element = this.root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    return element;
  }
}

/** Scrolls, and waits until the page has heard that it came to rest. */
export function scrolled(target: Document | HTMLElement, scroll: () => void): Promise<void> {
  return new Promise((done) => {
    target.addEventListener('scrollend', () => done(), { once: true });
    scroll();
  });
}

/** Begins to scroll the page, and waits until it has heard that it is past a place, and perhaps not at rest yet. */
export function scrolledPast(top: number, scroll: () => void): Promise<void> {
  return new Promise((past) => {
    const moved = () => {
      if (window.scrollY <= top) return;
      document.removeEventListener('scroll', moved);
      past();
    };
    document.addEventListener('scroll', moved);
    scroll();
  });
}

/** Waits until what was drawn has been laid out and painted. */
export async function frames(): Promise<void> {
  for (let left = 3; left > 0; left--) await new Promise((painted) => requestAnimationFrame(painted));
}

/** A text with marks that turn the direction of what stands behind it. */
export const TURNING = 'a\u202eb\u2066c';
/** Such marks. */
export const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
