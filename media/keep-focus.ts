/** Draws a page so that the focus stays where it is: in the browser, what is moved on a page or drawn anew elsewhere on it loses it. */
import { render, type TemplateResult } from 'lit';

/** @param instead finds what has the focus next where what had it is not on the page any more */
export function drawKeepingFocus(
  template: TemplateResult,
  root: HTMLElement,
  instead: (lost: HTMLElement) => Element | null | undefined,
): void {
  const focused = document.activeElement;
  // Where the person types elsewhere in VS Code, a page takes nothing from there.
  const isHere = document.hasFocus();
  render(template, root);
  if (!isHere || document.activeElement === focused || !(focused instanceof HTMLElement)) return;
  const next = root.contains(focused) ? focused : instead(focused);
  // Others move things too: what a person looks at stays in sight.
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
