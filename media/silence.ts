/** What a page does while the extension does not hear it: says so, and takes nothing that would be lost. */
import { t } from '@vscode/l10n';

/** What would change something, or ask for it. What is there can still be read, selected and copied. */
const CHANGES = ['beforeinput', 'paste', 'cut', 'drop', 'dragstart', 'change', 'click', 'dblclick', 'submit'] as const;

/** Keys that change nothing: they move, select, copy, and lead on. */
const isHarmless = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  /^(?:Arrow.*|Page.*|Home|End|Tab|Shift|Control|Alt|Meta|Escape)$/.test(key) ||
  ((ctrlKey || metaKey) && /^[acfr]$/i.test(key));

/** The silence of a page; made once. */
export class Silence {
  #bar: HTMLElement | undefined;

  /** Says that nobody hears, and holds back what a person would do. Nothing where that is said already. */
  begin(): void {
    if (this.#bar) return;
    const bar = document.createElement('div');
    bar.className = 'silence';
    bar.setAttribute('role', 'alert');
    bar.textContent = t(
      'Tackboard has stopped or was started anew, and does not hear this page. What you typed a moment ago may not be kept: copy it. Then reload the window (Developer: Reload Window).',
    );
    document.body.prepend(bar);
    this.#bar = bar;
    for (const kind of CHANGES) document.addEventListener(kind, this.#holdBack, { capture: true });
    document.addEventListener('keydown', this.#onKey, { capture: true });
  }

  /** It was only slow. */
  end(): void {
    this.#bar?.remove();
    this.#bar = undefined;
    for (const kind of CHANGES) document.removeEventListener(kind, this.#holdBack, { capture: true });
    document.removeEventListener('keydown', this.#onKey, { capture: true });
  }

  readonly #holdBack = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!isHarmless(event)) this.#holdBack(event);
  };
}
