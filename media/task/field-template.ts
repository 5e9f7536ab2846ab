/** A field of a task: what it is called, and beside it what it holds, or what sets that. */
import { html, type TemplateResult } from 'lit';

/**
 * @param control the id of the one input in it, which the label is for then
 * @param wide whether it takes a row of its own, as what grows does
 */
export function field(label: string, content: TemplateResult, control?: string, wide = false): TemplateResult {
  return html`<div class="field ${wide ? 'wide' : ''}">
    ${control === undefined ? html`<span class="label">${label}</span>` : html`<label class="label" for=${control}>${label}</label>`}
    ${content}
  </div>`;
}
