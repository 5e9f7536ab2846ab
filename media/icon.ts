/** A codicon beside words that say the same: nothing for a screen reader. */
import { html, type TemplateResult } from 'lit';

/** @param name of the codicon, such as `trash` */
export function icon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}
